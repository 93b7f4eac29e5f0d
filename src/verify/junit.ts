import { title } from "../../generated/contract.js";
import { failuresOf, type Report, told, toldAsDeparture } from "./report.js";

/** The report as JUnit XML: a test case for each step, for what belongs to others, and for what is left. */
export function junitOf(report: Report): string {
  const { server, steps, strict, notChecked } = report;
  const cases: TestCase[] = [
    ...failuresOf(report).map(([name, failures]) => ({ name, failures })),
    ...steps.map(({ step: name, time, breaches, departures }) => {
      const departed = departures.map(toldAsDeparture);
      const failures = [...breaches.map(told), ...(strict ? departed : [])];
      const isSkipped = failures.length === 0 && departed.length > 0;
      return { name, time, failures, skipped: isSkipped ? departed.join("; ") : undefined };
    }),
    ...notChecked.map((reason) => ({ name: `not checked: ${reason}`, skipped: reason })),
  ];
  const failed = cases.filter(({ failures = [] }) => failures.length > 0).length;
  const skipped = cases.filter(({ skipped }) => skipped !== undefined).length;
  const counts = `tests="${cases.length}" failures="${failed}" errors="0" skipped="${skipped}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
<testsuite name="${escaped(`${title} at ${server}`)}" ${counts}>
${cases.map(renderCase).join("\n")}
</testsuite>
</testsuites>
`;
}

/** A test case of a JUnit report. */
interface TestCase {
  name: string;
  /** How long it took, in ms. */
  time?: number;
  failures?: readonly string[];
  /** Why it says nothing; absent if it does. */
  skipped?: string | undefined;
}

function renderCase({ name, time = 0, failures = [], skipped }: TestCase): string {
  const results = [
    ...failures.map((message) => `<failure message="${escaped(message)}"/>`),
    ...(skipped === undefined ? [] : [`<skipped message="${escaped(skipped)}"/>`]),
  ];
  return `<testcase name="${escaped(name)}" time="${time / 1000}">${results.join("")}</testcase>`;
}

/** A text as an attribute. What the service says is on one line already, without control characters. */
function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => `&#x00${character.charCodeAt(0).toString(16)};`);
}
