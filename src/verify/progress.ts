import type { Report, ReportedStep } from "./report.js";
import { renderEnd, renderHarm, renderStep, renderTitle } from "./screen.js";

/** Goes to the beginning of the line, and clears it. */
const CLEAR = "\r\u001b[K";

/**
 * Shows a walk on a terminal: each step when it ends, and the one under way with its requests so far.
 *
 * @param isQuiet - Whether to leave out the step under way, since other output is written to the same terminal.
 */
export function progressOn(terminal: { write(text: string): unknown }, server: string, isQuiet: boolean) {
  terminal.write(renderTitle(server));
  return {
    onRequest(step: string, requests: number): void {
      if (!isQuiet)
        terminal.write(`${CLEAR}  … ${step.padEnd(17)} ${requests} ${requests === 1 ? "request" : "requests"}`);
    },
    onStep(step: ReportedStep): void {
      terminal.write(`${isQuiet ? "" : CLEAR}${renderStep(step)}`);
    },
    /** Returns what is still to be shown. */
    end(report: Report): string {
      const harm = renderHarm(report);
      return `${isQuiet ? "" : CLEAR}${harm && `\n${harm}`}${renderEnd(report)}`;
    },
  };
}
