import { title } from "../../generated/contract.js";
import { renderJunit } from "../cli/junit.js";
import { type Report, told, toldAsDeparture } from "./report.js";

/** The report as JUnit XML: a test case for each step, for what belongs to others, and for what is left. */
export function junitOf({ server, steps, harmed, cleanUp, strict, notChecked, interrupted }: Report): string {
  const ended = interrupted ? ["The walk was interrupted."] : [];
  return renderJunit(`${title} at ${server}`, [
    { name: "what belongs to others", failures: harmed },
    ...steps.map(({ step: name, time, breaches, departures }) => {
      const departed = departures.map(toldAsDeparture);
      const failures = [...breaches.map(told), ...(strict ? departed : [])];
      const isSkipped = failures.length === 0 && departed.length > 0;
      return { name, time, failures, skipped: isSkipped ? departed.join("; ") : undefined };
    }),
    { name: "clean-up", failures: [...cleanUp.failed, ...ended] },
    ...notChecked.map((reason) => ({ name: `not checked: ${reason}`, skipped: reason })),
  ]);
}
