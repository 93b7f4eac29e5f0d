import type { Items } from "./collection-items.js";
import type { Finding } from "./findings.js";
import { render, type Words } from "./message.js";
import type { Step, Walk } from "./step.js";

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

/** Creates the report of a walk. */
export function reportOf(
  { options: { server, strict, stateless }, signal: { aborted: interrupted }, steps: taken, items }: Walk,
  redact: (text: string) => string,
): Report {
  const told = (of: (each: Items) => readonly Words[]) => items.flatMap(of).map((words) => render(words, redact));
  const steps = taken.map((step) => reportStep(step, redact));
  const isKept = steps.every(({ breaches, departures }) => breaches.length === 0 && !(strict && departures.length));
  const deleted = items.flatMap(({ made }) => made.filter(({ state }) => state === "deleted"));
  const failed = told(({ left }) => left);
  const harmed = told(({ others }) => others.harmed);
  const ended = interrupted ? [{ step: "all that follows", notChecked: ["the walk was interrupted"] }] : [];
  const doubts = told(({ others }) => others.doubts);
  return {
    server,
    ok: isKept && failed.length === 0 && harmed.length === 0 && !interrupted,
    strict,
    stateless,
    interrupted,
    harmed,
    steps: steps.filter(({ method }) => method !== ""),
    notChecked: grouped([...steps, ...ended, { step: "what belongs to others", notChecked: doubts }]),
    cleanUp: { deleted: deleted.map(({ id = "" }) => redact(id)), failed },
  };
}

/** The steps of each reason on one line. */
function grouped(steps: readonly Pick<ReportedStep, "step" | "notChecked">[]): string[] {
  const reasons = new Map<string, Set<string>>();
  for (const { step, notChecked } of steps)
    for (const reason of notChecked) reasons.set(reason, (reasons.get(reason) ?? new Set()).add(step));
  return [...reasons].map(([reason, names]) => `${[...names].join(", ")}: ${reason}`);
}

/** A step as the report has it. */
export function reportStep(
  { name, requests, findings, first, notChecked }: Step,
  redact: (text: string) => string,
): ReportedStep {
  const breaches = findings.filter(({ kind }) => kind === "breach");
  const departures = findings.filter(({ kind }) => kind === "departure");
  const { operation, path = "", status = 0, time = 0 } = [...breaches, ...departures][0]?.at ?? first ?? {};
  const told = ({ check, message, source }: Finding) => ({ check, message: render(message, redact), source });
  return {
    step: name,
    requests,
    method: operation?.method ?? "",
    path: redact(path),
    status,
    time,
    breaches: breaches.map(told),
    departures: departures.map(told),
    notChecked: notChecked.map((reason) => render(reason, redact)),
  };
}

/** A breach in one line. */
export function told({ check, message, source }: ReportedFinding): string {
  return `${check}: ${message} (${source})`;
}

/** A departure in one line. */
export function toldAsDeparture({ source, ...finding }: ReportedFinding): string {
  return `departure, ${told({ ...finding, source: `"${source}"` })}`;
}
