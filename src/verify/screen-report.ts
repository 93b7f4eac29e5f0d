import { title } from "../../generated/contract.js";
import { type Report, type ReportedStep, told, toldAsDeparture } from "./report.js";

/** Goes to the beginning of the line, and clears it. */
const CLEAR = "\r\u001b[K";

/** The result on one screen. */
export function renderReport(report: Report): string {
  const harm = renderHarm(report);
  return `${renderTitle(report.server)}${harm && `${harm}\n`}${report.steps.map(renderStep).join("")}${renderEnd(report)}`;
}

/**
 * Shows a walk on a terminal: each step when it ends, and the one under way with its requests so far.
 *
 * @param isQuiet - Whether to leave out the step under way, since other output is written to the same terminal.
 */
export function progressOn(terminal: { write(text: string): unknown }, server: string, isQuiet: boolean) {
  const clear = isQuiet ? "" : CLEAR;
  terminal.write(renderTitle(server));
  return {
    onRequest(step: string, requests: number): void {
      if (!isQuiet) terminal.write(`${clear}  … ${step.padEnd(17)} ${counted(requests, "request", "requests")}`);
    },
    onStep(step: ReportedStep): void {
      terminal.write(`${clear}${renderStep(step)}`);
    },
    /** Returns what is still to be shown. */
    end(report: Report): string {
      const harm = renderHarm(report);
      return `${clear}${harm && `\n${harm}`}${renderEnd(report)}`;
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
