import type { VerifyOptions } from "./arguments.js";
import type { CleanUp } from "./clean-up.js";
import type { Finding } from "./findings.js";
import { render, type Words } from "./message.js";
import type { Step } from "./step.js";
import type { Walked } from "./walk.js";

/** The result of a walk, as `--json` writes it. */
export interface Report {
  /** Base URL of the service. */
  server: string;
  /** Whether there are no breaches (with `strict`, no departures either), nothing is left, and no harm is done. */
  ok: boolean;
  strict: boolean;
  stateless: boolean;
  interrupted: boolean;
  /** What belongs to others, and is missing or changed since the walk began. */
  harmed: string[];
  /** The steps that sent a request, in order. */
  steps: ReportedStep[];
  /** What was not checked, and why. */
  notChecked: string[];
  /** Ids that the service says are deleted, and sentences about what is left. */
  cleanUp: { deleted: string[]; failed: string[] };
}

export interface ReportedStep {
  step: string;
  /** How many requests the step took. */
  requests: number;
  /** HTTP method, path, query, status and time in ms of the request with the first finding, else of the first request. */
  method: string;
  path: string;
  /** 0 if no answer came. */
  status: number;
  time: number;
  /** What contradicts the document, and what contradicts this project's reading of it. */
  breaches: ReportedFinding[];
  departures: ReportedFinding[];
  /** Why a part of the step, or all of it, was left out. */
  notChecked: string[];
}

export interface ReportedFinding {
  /** What was checked: `answer`, `status`, `content type`, `schema`, `value`, `order` or `refusal`. */
  check: string;
  message: string;
  /** Section of the document, or line of the register in `openapi.yaml`. */
  source: string;
}

type Redact = (text: string) => string;

/** Creates the report of a walk. */
export function reportOf(
  { server, strict, stateless }: VerifyOptions,
  walked: Walked,
  cleanUps: readonly CleanUp[],
  interrupted: boolean,
  redact: Redact,
): Report {
  const text = (message: Words) => render(message, redact);
  const all = walked.steps.map((step) => reportStep(step, redact));
  const isKept = all.every(({ breaches, departures }) => breaches.length === 0 && !(strict && departures.length));
  const failed = cleanUps.flatMap((each) => each.failed).map(text);
  const harmed = cleanUps.flatMap((each) => each.harmed).map(text);
  const doubts = cleanUps
    .flatMap((each) => each.doubts)
    .map((doubt) => ({ step: "what belongs to others", reason: text(doubt) }));
  const skipped = all.flatMap(({ step, notChecked }) => notChecked.map((reason) => ({ step, reason })));
  const leftOut = walked.leftOut.map(({ step, reason }) => ({ step, reason: text(reason) }));
  return {
    server,
    ok: isKept && failed.length === 0 && harmed.length === 0 && !interrupted,
    strict,
    stateless,
    interrupted,
    harmed,
    steps: all.filter(({ method }) => method !== ""),
    notChecked: grouped([...skipped, ...leftOut, ...doubts]),
    cleanUp: { deleted: cleanUps.flatMap(({ deleted }) => deleted.map(redact)), failed },
  };
}

/** The steps of each reason on one line. */
function grouped(reasons: readonly { step: string; reason: string }[]): string[] {
  const steps = new Map<string, Set<string>>();
  for (const { step, reason } of reasons) steps.set(reason, (steps.get(reason) ?? new Set()).add(step));
  return [...steps].map(([reason, names]) => `${[...names].join(", ")}: ${reason}`);
}

/** A step as the report has it. */
export function reportStep({ name, requests, findings, first, notChecked }: Step, redact: Redact): ReportedStep {
  const ofKind = (kind: Finding["kind"]) => findings.filter((finding) => finding.kind === kind);
  const [breaches, departures] = [ofKind("breach"), ofKind("departure")];
  const { method = "", path = "", status = 0, time = 0 } = [...breaches, ...departures][0]?.at ?? first ?? {};
  const told = ({ check, message, source }: Finding) => ({ check, message: render(message, redact), source });
  const findingsTold = { breaches: breaches.map(told), departures: departures.map(told) };
  const reasons = notChecked.map((reason) => render(reason, redact));
  return { step: name, requests, method, path: redact(path), status, time, ...findingsTold, notChecked: reasons };
}
