import { title } from "../../generated/contract.js";
import { annotation } from "../cli/annotation.js";
import type { Finding } from "./findings.js";
import type { Own } from "./own-items.js";
import { render, type Words } from "./quoted-text.js";
import type { Step, Walk } from "./walk.js";

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
  /** Section of the document, line of the register in `openapi.yaml`, or operation of the contract. */
  source: string;
}

/** Creates the report of a walk. */
export function reportOf({ options, isInterrupted, steps: taken, redact }: Walk, owns: readonly Own[]): Report {
  const { server, strict, stateless } = options;
  const told = (of: (own: Own) => readonly Words[]) => owns.flatMap(of).map((words) => render(words, redact));
  const steps = taken.map((step) => reportStep(step, redact));
  const isKept = steps.every(({ breaches, departures }) => breaches.length === 0 && !(strict && departures.length));
  const deleted = owns.flatMap(({ made }) => made.filter(({ state }) => state === "deleted"));
  const failed = told(({ left }) => left);
  const harmed = told(({ others }) => others.harmed);
  const ended = isInterrupted ? [{ step: "all that follows", notChecked: ["the walk was interrupted"] }] : [];
  const doubts = told(({ others }) => others.doubts);
  return {
    server,
    ok: isKept && failed.length === 0 && harmed.length === 0 && !isInterrupted,
    strict,
    stateless,
    interrupted: isInterrupted,
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
function reportStep(
  { name, requests, findings, first, notChecked }: Step,
  redact: (text: string) => string,
): ReportedStep {
  const breaches = findings.filter(({ kind }) => kind === "breach");
  const departures = findings.filter(({ kind }) => kind === "departure");
  const { operation, path = "", status = 0, time = 0 } = [...breaches, ...departures][0]?.at ?? first ?? {};
  const reported = ({ check, message, source }: Finding) => ({ check, message: render(message, redact), source });
  return {
    step: name,
    requests,
    method: operation?.method ?? "",
    path: redact(path),
    status,
    time,
    breaches: breaches.map(reported),
    departures: departures.map(reported),
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

/** Goes to the beginning of the line, and clears it. */
const CLEAR = "\r\u001b[K";

/** The result on one screen. */
export function renderReport(report: Report): string {
  const harm = renderHarm(report);
  return `${renderTitle(report.server)}${harm && `${harm}\n`}${report.steps.map(renderStep).join("")}${renderEnd(report)}`;
}

/** Shows a walk on a terminal: each step when it ends, and the one under way with its requests so far. */
export function progressOn(terminal: { write(text: string): unknown }, server: string) {
  terminal.write(renderTitle(server));
  return {
    onRequest(step: string, requests: number): void {
      terminal.write(`${CLEAR}  … ${step.padEnd(17)} ${counted(requests, "request", "requests")}`);
    },
    onStep(step: Step, redact: (text: string) => string): void {
      terminal.write(`${CLEAR}${renderStep(reportStep(step, redact))}`);
    },
    /** Returns what is still to be shown. */
    end(report: Report): string {
      const harm = renderHarm(report);
      return `${CLEAR}${harm && `\n${harm}`}${renderEnd(report)}`;
    },
  };
}

function renderTitle(server: string): string {
  return `${title} at ${server}\n\n`;
}

/** What is missing or changed, and does not belong to the walk. */
function renderHarm({ harmed }: Report): string {
  return harmed.map((sentence) => `  HARM: ${sentence}\n`).join("");
}

/** A step in one line, and its findings below. */
function renderStep({ step, method, path, status, time, breaches, departures, notChecked }: ReportedStep): string {
  if (method === "") return "";
  const mark = breaches.length > 0 ? "✗" : departures.length > 0 ? "~" : notChecked.length > 0 ? "-" : "✓";
  const answer = status ? `${status} in ${time} ms` : "no answer";
  const lines = [
    `  ${mark} ${step.padEnd(17)} ${method} ${path}  ${answer}`,
    ...breaches.map((finding) => `      ${told(finding)}`),
    ...departures.map((finding) => `      ${toldAsDeparture(finding)}`),
  ];
  return `${lines.join("\n")}\n`;
}

/** What comes after the steps. */
function renderEnd({ steps, strict, stateless, notChecked, harmed, cleanUp }: Report): string {
  const count = (number: (step: ReportedStep) => number) => steps.reduce((sum, step) => sum + number(step), 0);
  const requests = count((step) => step.requests);
  const breaches = count((step) => step.breaches.length);
  const departures = count((step) => step.departures.length);
  const verdict = breaches === 0 ? "no breaches" : counted(breaches, "breach", "breaches");
  const leniency = strict ? "" : " (only --strict fails)";
  const departed = departures === 0 ? "" : `, ${counted(departures, "departure", "departures")}${leniency}`;
  const left = [...(stateless ? ["everything that requires a memory"] : []), ...notChecked];
  const { deleted, failed } = cleanUp;
  const what = deleted.length === 1 ? `${deleted[0]} is` : `${deleted.length} items are`;
  const lines = [
    "",
    !stateless &&
      steps.some(isForgetful) &&
      "Is this a server that remembers nothing, such as the mock? Then add --stateless.",
    deleted.length > 0 && `Cleaned up: the service says that ${what} deleted.`,
    ...failed,
    harmed.length > 0 && "What belongs to others is missing or changed: see HARM.",
    `${requests} requests in ${steps.length} steps: ${verdict}${departed}. Not checked: ${left.join("; ") || "nothing"}.`,
  ];
  return `${lines.filter((line) => line !== false).join("\n")}\n`;
}

/** Whether a step shows that the service does not keep what it is sent. */
function isForgetful({ step, breaches }: ReportedStep): boolean {
  return /(^|\.)create$/.test(step) && breaches.some(({ check }) => check === "value");
}

function counted(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** What fails next to the steps, by what it is about. */
export function failuresOf({ harmed, cleanUp, interrupted }: Report): [about: string, failures: readonly string[]][] {
  const ended = interrupted ? ["The walk was interrupted."] : [];
  return [
    ["what belongs to others", harmed],
    ["clean-up", [...cleanUp.failed, ...ended]],
  ];
}

/** The report as workflow commands, which GitHub shows at a run: what fails, then what departs, then what is left out. */
export function annotationsOf(report: Report): string {
  const departs = report.strict ? "error" : "warning";
  const lines = [
    ...failuresOf(report).flatMap(([about, failures]) => failures.map((text) => annotation("error", about, text))),
    ...report.steps.flatMap(({ step, breaches, departures }) => [
      ...breaches.map((finding) => annotation("error", step, told(finding))),
      ...departures.map((finding) => annotation(departs, step, toldAsDeparture(finding))),
    ]),
    ...report.notChecked.map((reason) => annotation("notice", "not checked", reason)),
  ];
  return lines.join("");
}
