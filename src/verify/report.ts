import { junit, type TestEvent } from "node:test/reporters";
import { type QuestionId, questions } from "../../generated/questions.js";

// How results are reported: on the console, as JUnit XML, and as Markdown.

/** What the service does where the document is silent, by question. */
export type Notes = ReadonlyMap<QuestionId, ReadonlySet<string>>;

/** The result of a check. */
export interface Result {
  readonly section: string;
  readonly title: string;
  readonly ms: number;
  readonly outcome: "passed" | "failed" | "skipped";
  /** Why it failed or was skipped. */
  readonly message?: string;
  /** A shell command that repeats the request that shows the failure. */
  readonly curl?: string;
}

/** A result as it is printed, with the heading of its section if it is the first. */
export function linesOf({ section, title, ms, outcome, message }: Result, hasHeading: boolean): string {
  const heading = hasHeading ? `▶ ${section}\n` : "";
  const what = `${title} (${ms.toFixed(1)}ms)`;
  if (outcome === "passed") return `${heading}  ✔ ${what}\n`;
  if (outcome === "skipped") return `${heading}  ﹣ ${what} # ${message}\n`;
  return `${heading}  ✖ ${what}\n    [${message}]\n`;
}

/** What is printed when all checks are done. */
export function endOf(results: readonly Result[], notes: Notes, remarks: readonly string[]): string {
  const lines = [""];
  if (notes.size > 0) lines.push("What the service does where the document is silent:");
  for (const [question, texts] of notes)
    for (const text of texts) lines.push(`  ℹ ${questions[question].text}: ${text}`);
  for (const { section, title, outcome, message, curl } of results) {
    if (outcome !== "failed") continue;
    lines.push("", `✖ ${section}: ${title}`, `  [${message}]`);
    if (curl !== undefined) lines.push(`  Repeat it: ${curl}`);
  }
  const count = (outcome: Result["outcome"]) => results.filter((result) => result.outcome === outcome).length;
  lines.push("", `ℹ pass ${count("passed")}`, `ℹ fail ${count("failed")}`, `ℹ skipped ${count("skipped")}`);
  for (const remark of remarks) lines.push(`ℹ ${remark}`);
  return `${lines.join("\n")}\n`;
}

/** The notes as Markdown, with one row for each question. */
export function markdownOf(notes: Notes): string {
  const rows = [...notes].map(([question, texts]) => {
    const cells = [questions[question].text, [...texts].join("; ")];
    return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  });
  const head = ["# What the service does where the document is silent", "", "| Question | Observed |", "| --- | --- |"];
  return `${[...head, ...rows].join("\n")}\n`;
}

/** The results as JUnit XML, written by Node's own reporter. */
export async function junitOf(results: readonly Result[]): Promise<string> {
  let xml = "";
  for await (const part of junit(eventsOf(results))) xml += part;
  return xml;
}

/** The results as the events of a run of Node's own tests. */
async function* eventsOf(results: readonly Result[]): AsyncGenerator<TestEvent, void> {
  for (const section of new Set(results.map((result) => result.section))) {
    const suite = { name: section, nesting: 0, testNumber: 1 };
    yield { type: "test:start", data: suite };
    for (const { title, outcome, message = "", ms } of results.filter((result) => result.section === section)) {
      const test = { name: title, nesting: 1, testNumber: 1 };
      const details = { duration_ms: ms };
      yield { type: "test:start", data: test };
      if (outcome === "passed") yield { type: "test:pass", data: { ...test, details } };
      if (outcome === "skipped") yield { type: "test:pass", data: { ...test, details, skip: message } };
      if (outcome === "failed")
        yield { type: "test:fail", data: { ...test, details: { ...details, error: errorOf(message) } } };
    }
    yield { type: "test:pass", data: { ...suite, details: { duration_ms: 0, type: "suite" } } };
  }
}

/** An error without a stack, which would only show a place in this package. */
function errorOf(message: string) {
  const cause = new Error(message);
  cause.stack = message;
  return Object.assign(new Error(message), { stack: message, cause });
}
