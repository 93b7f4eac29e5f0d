import type { VerifyOptions } from "./arguments.js";
import type { CleanUp } from "./clean-up.js";
import type { Finding } from "./findings.js";
import type { Step } from "./step.js";

/** What a walk has shown; `--json` writes it as it is. */
export interface Report {
  /** Base URL of the service. */
  server: string;
  /** Whether the contract is kept, by the letter of the document or with `strict` by our readings too, and nothing left behind. */
  ok: boolean;
  /** Whether a departure fails the walk, as a breach does. */
  strict: boolean;
  /** Whether the server was said to remember nothing, so that only the form of its answers was checked. */
  stateless: boolean;
  /** Whether the walk was broken off before its end. */
  interrupted: boolean;
  /** The steps that were taken, in their order. */
  steps: ReportedStep[];
  /** What was not checked, and why. */
  notChecked: string[];
  cleanUp: CleanUp;
}

export interface ReportedStep {
  step: string;
  /** How many requests the step took. */
  requests: number;
  /** HTTP method, in capitals, of the first request, or of the one that shows what is wrong. */
  method: string;
  /** Path and query of that request. */
  path: string;
  /** HTTP status of its response; 0 where no answer came. */
  status: number;
  /** How long the response took, in ms. */
  time: number;
  /** What contradicts the document. */
  breaches: ReportedFinding[];
  /** What contradicts a reading that this project has chosen. */
  departures: ReportedFinding[];
}

export interface ReportedFinding {
  /** What was checked: `answer`, `status`, `content type`, `schema`, `value`, `order` or `refusal`. */
  check: string;
  message: string;
  /** Section of the document, or line of the register in `openapi.yaml`. */
  source: string;
}

/** What is told of a walk. */
export function reportOf(
  options: VerifyOptions,
  steps: readonly Step[],
  cleanUp: CleanUp,
  interrupted: boolean,
  notChecked: readonly string[],
): Report {
  const { server, strict, stateless } = options;
  const reported = steps.filter(({ first }) => first).map(reportStep);
  const kept = reported.every(({ breaches, departures }) => breaches.length === 0 && !(strict && departures.length));
  return {
    server,
    ok: kept && cleanUp.failed.length === 0 && !interrupted,
    strict,
    stateless,
    interrupted,
    steps: reported,
    notChecked: [...notChecked, ...steps.flatMap((step) => step.notChecked)],
    cleanUp,
  };
}

function reportStep({ name, requests, findings, first }: Step): ReportedStep {
  const breaches = findings.filter(({ kind }) => kind === "breach");
  const departures = findings.filter(({ kind }) => kind === "departure");
  const { method = "", path = "", status = 0, time = 0 } = [...breaches, ...departures][0]?.at ?? first ?? {};
  const told = { breaches: breaches.map(tell), departures: departures.map(tell) };
  return { step: name, requests, method, path, status, time, ...told };
}

function tell({ check, message, source }: Finding): ReportedFinding {
  return { check, message, source };
}
