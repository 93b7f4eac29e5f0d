import { stripVTControlCharacters } from "node:util";
import type { CleanUp } from "./clean-up.js";
import type { RespectWorkflow } from "./respect.js";
import { disorder } from "./sort-order.js";

/** What a walk has shown; `--json` writes it as it is. */
export interface Report {
  /** Base URL of the service. */
  server: string;
  /** Whether the contract is kept, and nothing left behind. */
  ok: boolean;
  /** Whether the server was said to remember nothing, so that only the form of its answers was checked. */
  stateless: boolean;
  /** Whether the walk was broken off before its end. */
  interrupted: boolean;
  /** The steps that were taken, in their order. The first breach ends a workflow. */
  steps: ReportedStep[];
  cleanUp: CleanUp;
}

export interface ReportedStep {
  workflow: string;
  step: string;
  /** HTTP method, in capitals. */
  method: string;
  /** Path and query; empty where no answer came. */
  path: string;
  /** HTTP status; 0 where no answer came. */
  status: number;
  /** How long the answer took, in ms. */
  time: number;
  /** How many checks were made. */
  checks: number;
  /** What the checks have found; empty where the contract is kept. */
  breaches: Breach[];
}

export interface Breach {
  /** What was checked: `status`, `content type`, `schema`, `value`, `order` or `answer`. */
  check: string;
  message: string;
}

type Step = RespectWorkflow["executedSteps"][number];
type Check = Step["checks"][number];

/** The steps of a run of respect, with the checks that Arazzo has no way to describe. */
export function readSteps(workflows: readonly RespectWorkflow[], timeout: number): ReportedStep[] {
  return workflows.flatMap(({ workflowId, executedSteps }) =>
    executedSteps.map((step) => {
      const { stepId, request, response, checks } = step;
      const order = orderOf(stepId);
      const breaches = telling(checks.filter(({ passed }) => !passed).map((check) => readBreach(check, step, timeout)));
      const wrong = order && disorder(response.body, order);
      if (wrong) breaches.push({ check: "order", message: wrong });
      return {
        workflow: workflowId,
        step: stepId,
        method: request.method.toUpperCase(),
        path: URL.canParse(request.url) ? request.url.slice(new URL(request.url).origin.length) : "",
        status: response.statusCode,
        time: response.time,
        checks: checks.length + (order ? 1 : 0),
        breaches,
      };
    }),
  );
}

/** What is broken by itself: an answer with another status, or without an answer's body, breaks all else, too. */
function telling(breaches: Breach[]): Breach[] {
  const status = breaches.filter(({ check }) => check === "status");
  if (status.length > 0) return status;
  const others = breaches.filter(({ check }) => check !== "answer");
  return others.length > 0 ? others : breaches;
}

function orderOf(stepId: string): "asc" | "desc" | undefined {
  if (stepId === "listOldestFirst") return "asc";
  return stepId === "listNewestFirst" ? "desc" : undefined;
}

function readBreach({ name, message, condition = "" }: Check, { response }: Step, timeout: number): Breach {
  switch (name) {
    case "status code check":
      return { check: "status", message: `${response.statusCode}, expected 200` };
    case "content-type check":
      return { check: "content type", message: "not application/json" };
    case "schema check":
      return { check: "schema", message: readSchemaMessage(message) };
    case "success criteria check":
      return condition.startsWith("/^application")
        ? { check: "content type", message: "not application/json" }
        : { check: "value", message: `expected ${condition}` };
    default:
      return { check: "answer", message: readFailure(stripVTControlCharacters(message), timeout) };
  }
}

/** The rule that is broken, and the line of the answer that breaks it. */
function readSchemaMessage(message: string): string {
  const lines = stripVTControlCharacters(message).split("\n");
  const rule = lines.find((line) => line.trim()) ?? "";
  const place = lines.find((line) => line.startsWith(">"))?.replace(/^>\s*\d+\s*\|\s*/, "");
  return rule.trim().replace(/^[A-Z]+ /, "") + (place ? `, at ${place}` : "");
}

function readFailure(message: string, timeout: number): string {
  if (/aborted|timeout/i.test(message)) return `none within ${timeout} ms`;
  if (/fetch failed|terminated/.test(message)) return "none: the connection broke off";
  return message;
}
