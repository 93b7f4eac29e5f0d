import { title } from "../../generated/contract.js";
import type { Report, ReportedFinding, ReportedStep } from "./report.js";

/** The result on one screen. */
export function renderReport(report: Report): string {
  const harmed = report.harmed.length > 0 ? `${renderHarm(report)}\n` : "";
  return `${renderTitle(report.server)}${harmed}${report.steps.map(renderStep).join("")}${renderEnd(report)}`;
}

/** The first line of a result. */
export function renderTitle(server: string): string {
  return `${title} at ${server}\n\n`;
}

/** What is missing or changed, and does not belong to the walk. */
export function renderHarm({ harmed }: Report): string {
  return harmed.map((sentence) => `  HARM: ${sentence}\n`).join("");
}

/** A step in one line, and its findings below. */
export function renderStep({ step, method, path, status, time, breaches, departures }: ReportedStep): string {
  if (method === "") return "";
  const mark = breaches.length > 0 ? "✗" : departures.length > 0 ? "~" : "✓";
  const answer = status ? `${status} in ${time} ms` : "no answer";
  const lines = [
    `  ${mark} ${step.padEnd(17)} ${method} ${path}  ${answer}`,
    ...breaches.map(({ check, message, source }) => `      ${check}: ${message} (${source})`),
    ...departures.map(renderDeparture),
  ];
  return `${lines.join("\n")}\n`;
}

function renderDeparture({ check, message, source }: ReportedFinding): string {
  return `      departure, ${check}: ${message} ("${source}")`;
}

/** What comes after the steps. */
export function renderEnd(report: Report): string {
  const { steps, stateless } = report;
  const hint = "Is this a server that remembers nothing, such as the mock? Then add --stateless.";
  const forgets = !stateless && steps.some(isForgetful) ? [hint] : [];
  return `${["", ...forgets, ...renderCleanUp(report), ...summary(report)].join("\n")}\n`;
}

function isForgetful({ step, breaches }: ReportedStep): boolean {
  return /(^|\.)create$/.test(step) && breaches.some(({ check }) => check === "value");
}

function renderCleanUp({ cleanUp: { deleted, failed } }: Report): string[] {
  const [only] = deleted;
  const what = deleted.length === 1 ? `${only} is` : `${deleted.length} items are`;
  return [...(deleted.length > 0 ? [`Cleaned up: the service says that ${what} deleted.`] : []), ...failed];
}

function summary({ steps, strict, stateless, interrupted, notChecked, harmed }: Report): string[] {
  const requests = steps.reduce((sum, step) => sum + step.requests, 0);
  const breaches = count(steps, "breaches");
  const departures = count(steps, "departures");
  const verdict = breaches === 0 ? "no breaches" : counted(breaches, "breach", "breaches");
  const leniency = strict ? "" : " (only --strict fails)";
  const departed = departures === 0 ? "" : `, ${counted(departures, "departure", "departures")}${leniency}`;
  const left = [...(stateless ? ["everything that requires a memory"] : []), ...notChecked];
  return [
    ...(harmed.length > 0 ? ["What belongs to others is missing or changed: see HARM."] : []),
    ...(interrupted ? ["The walk was interrupted."] : []),
    `${requests} requests in ${steps.length} steps: ${verdict}${departed}. Not checked: ${left.join("; ") || "nothing"}.`,
  ];
}

function counted(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

function count(steps: readonly ReportedStep[], kind: "breaches" | "departures"): number {
  return steps.reduce((sum, step) => sum + step[kind].length, 0);
}
