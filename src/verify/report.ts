import type { VerifyOptions } from "./arguments.js";
import type { CleanUp } from "./clean-up.js";
import type { Finding } from "./findings.js";
import type { Step } from "./step.js";

/** The result of a walk, as `--json` writes it. */
export interface Report {
  /** Base URL of the service. */
  server: string;
  /** Whether the walk found no breaches (with `strict`, no departures either), was completed and left nothing behind. */
  ok: boolean;
  /** Whether the walk fails on departures, too. */
  strict: boolean;
  /** Whether the walk checked only the form of answers, for a server that remembers nothing. */
  stateless: boolean;
  /** Whether the walk was interrupted. */
  interrupted: boolean;
  /** The steps that were taken, in order. */
  steps: ReportedStep[];
  /** What was not checked, and why. */
  notChecked: string[];
  cleanUp: CleanUp;
}

export interface ReportedStep {
  step: string;
  /** How many requests the step took. */
  requests: number;
  /** HTTP method, in capitals, of the request with the first finding, else of the first request. */
  method: string;
  /** Path and query of that request. */
  path: string;
  /** HTTP status of its answer; 0 if no answer came. */
  status: number;
  /** How long the answer took, in ms. */
  time: number;
  /** What contradicts the document. */
  breaches: ReportedFinding[];
  /** What contradicts this project's reading of the document. */
  departures: ReportedFinding[];
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
  const reported = { breaches: breaches.map(reportFinding), departures: departures.map(reportFinding) };
  return { step: name, requests, method, path, status, time, ...reported };
}

function reportFinding({ check, message, source }: Finding): ReportedFinding {
  return { check, message, source };
}
