import { title } from "../../generated/old-contract.js";
import type { Report, ReportedFinding, ReportedStep } from "./report.js";

/** The result on one screen. */
export function render(report: Report): string {
  const { server, steps, stateless } = report;
  const lines = [`${title} at ${server}`, "", ...steps.flatMap(renderStep), ""];
  if (!stateless && steps.some(forgets)) {
    lines.push("Is this a server that remembers nothing, such as the mock? Then add --stateless.");
  }
  lines.push(...renderCleanUp(report), ...summary(report));
  return `${lines.join("\n")}\n`;
}

function renderStep({ step, method, path, status, time, breaches, departures }: ReportedStep): string[] {
  const mark = breaches.length > 0 ? "✗" : departures.length > 0 ? "~" : "✓";
  const answer = status ? `${status} in ${time} ms` : "no answer";
  return [
    `  ${mark} ${step.padEnd(17)} ${method} ${path}  ${answer}`,
    ...breaches.map(({ check, message, source }) => `      ${check}: ${message} (${source})`),
    ...departures.map(renderDeparture),
  ];
}

function renderDeparture({ check, message, source }: ReportedFinding): string {
  return `      departure, ${check}: ${message} ("${source}")`;
}

function forgets({ step, breaches }: ReportedStep): boolean {
  return step === "create" && breaches.some(({ message }) => message.startsWith("address is "));
}

function renderCleanUp({ cleanUp: { deleted, failed } }: Report): string[] {
  const [only] = deleted;
  const what = deleted.length === 1 ? `subscription ${only} is` : `${deleted.length} subscriptions are`;
  return [...(deleted.length > 0 ? [`Cleaned up: the service says that ${what} deleted.`] : []), ...failed];
}

function summary({ steps, strict, stateless, interrupted, notChecked }: Report): string[] {
  const requests = steps.reduce((sum, step) => sum + step.requests, 0);
  const breaches = count(steps, "breaches");
  const departures = count(steps, "departures");
  const verdict = breaches === 0 ? "no breaches" : counted(breaches, "breach", "breaches");
  const leniency = strict ? "" : " (only --strict fails)";
  const departed = departures === 0 ? "" : `, ${counted(departures, "departure", "departures")}${leniency}`;
  const memory = stateless ? ["everything that requires a memory"] : [];
  const left = [...memory, ...notChecked];
  return [
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
