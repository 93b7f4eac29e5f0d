import { expect, test } from "vitest";
import { progressOn, renderReport } from "../../src/verify/report.js";
import { verify } from "../../src/verify/verify.js";
import { deletingFirst, fields } from "./layers.js";
import { createService, type Fault, TOKEN } from "./service.js";
import { optionsFor, walkThrough } from "./walk.js";

/** A terminal that keeps what is written to it. */
function terminal() {
  const written: string[] = [];
  return { written, write: (text: string) => written.push(text) };
}

/** What stays on the lines of a terminal. */
function visible(text: string): string {
  const lines = text.split("\n").map((line) => line.split("\r\u001b[K").at(-1));
  return lines.join("\n");
}

test("a terminal shows each step when it ends, the one under way with its requests so far, and then the result", async () => {
  const { written, write } = terminal();
  const progress = progressOn({ write }, "http://service.test");
  const report = await verify(optionsFor(), { fetch: createService().fetch, ...progress });
  const placeOf = (shown: RegExp) => written.findIndex((text) => shown.test(text));
  const ended = placeOf(/✓ \S*create /);
  expect(ended).toBeGreaterThan(0);
  expect(ended).toBeLessThan(placeOf(/^\r.+ … \S*get +1 request$/));
  expect(visible(`${written.join("")}${progress.end(report)}`)).toBe(renderReport(report));
});

test("harm is told after the steps on a terminal, before the rest of the result", async () => {
  const { written, write } = terminal();
  const progress = progressOn({ write }, "http://service.test");
  const { report } = await walkThrough([deletingFirst], {}, progress);
  expect(visible(progress.end(report))).toMatch(/^\n {2}HARM: webhook "1001" of others is missing/);
  expect(written.join("")).not.toContain("HARM");
});

test("no step shows a secret", async () => {
  const { written, write } = terminal();
  const log: string[] = [];
  const surroundings = {
    ...progressOn({ write }, "http://service.test"),
    log: (text: string) => log.push(text),
  };
  const secrets = { client_secret: "battery-staple", code: "tr0ub4dor-and-3" };
  const faults = [fields("exchange", secrets), fields("get", { id: `x ${TOKEN} y ${encodeURIComponent(TOKEN)}` })];
  await walkThrough(faults, {}, surroundings);
  for (const secret of [TOKEN, ...Object.values(secrets)]) expect([...written, ...log].join("")).not.toContain(secret);
});

test.each([
  ["as a form", "client_secret=battery-staple&code=tr0ub4dor-and-3"],
  ["as XML", "<oauth><client_secret>battery-staple</client_secret><code>tr0ub4dor-and-3</code></oauth>"],
  ["as broken JSON", '{"oauth": {"client_secret": "battery-staple", "code": "tr0ub4dor-and-3"'],
])("nor one in an exchange that is answered %s", async (_, body) => {
  const log: string[] = [];
  const exchanged: Fault = (call, next) =>
    call.role === "exchange" ? { status: 201, headers: { "Content-Type": "text/plain" }, body } : next(call);
  const { report } = await walkThrough([exchanged], {}, { log: (text) => log.push(text) });
  expect(JSON.stringify(report) + log.join("")).not.toMatch(/battery-staple|tr0ub4dor/);
});
