import type { Report, ReportedStep } from "./report.js";

/** The result on one screen. */
export function render(report: Report): string {
  const { server, steps, stateless, interrupted } = report;
  const lines = [`Service API at ${server}`, ""];
  for (const step of steps) lines.push(...renderStep(step));
  lines.push("");
  if (steps.some(({ breaches }) => breaches.length > 0)) {
    lines.push("A breach ends its workflow: the steps that would have followed were not taken.");
  }
  if (stateless) {
    lines.push(
      "Not checked, for want of a memory: that a subscription is read back as it was created, limits and pages,",
      "sort orders, and that a deleted subscription is gone.",
    );
  } else if (steps.some(forgets)) {
    lines.push("Is this a server that remembers nothing, such as the mock? Then add --stateless.");
  }
  lines.push(...renderCleanUp(report), interrupted ? "The walk was broken off." : summary(report));
  return `${lines.join("\n")}\n`;
}

function renderStep({ step, method, path, status, time, breaches }: ReportedStep): string[] {
  const mark = breaches.length > 0 ? "✗" : "✓";
  const answer = status ? `${status} in ${time} ms` : "no answer";
  const head = `  ${mark} ${step.padEnd(16)} ${method} ${path}  ${answer}`;
  return [head, ...breaches.map(({ check, message }) => `      ${check}: ${message}`)];
}

function forgets({ step, breaches }: ReportedStep): boolean {
  return step === "create" && breaches.some(({ message }) => message.includes("$inputs.address"));
}

function renderCleanUp({ cleanUp }: Report): string[] {
  const deleted = cleanUp.deleted.map((id) => `Cleaned up: the service says that subscription ${id} is deleted.`);
  return [...deleted, ...cleanUp.failed];
}

function summary({ steps }: Report): string {
  const checks = steps.reduce((sum, step) => sum + step.checks, 0);
  const breaches = steps.reduce((sum, step) => sum + step.breaches.length, 0);
  const verdict = breaches === 0 ? "all kept" : `${breaches} broken`;
  return `${checks} checks in ${steps.length} steps: ${verdict}.`;
}
