import { describe, expect, test } from "vitest";
import { conformingServices } from "./conforming.js";
import { type Fault, idOf, refusal } from "./service.js";
import { found, walkThrough } from "./walk.js";

describe("a service that follows the document passes", () => {
  test.each(conformingServices.map((service) => [service[0], service] as const))(
    "when %s",
    async (_, [, { options, seed = 24, notChecked }, ...faults]) => {
      const { report, before, left, service } = await walkThrough(faults, options, { seed });
      expect(found(report, "breaches")).toEqual([]);
      expect([...report.harmed, ...report.cleanUp.failed]).toEqual([]);
      expect(report.ok).toBe(true);
      expect(report.notChecked.join("\n")).toMatch(notChecked ?? /^$|^what belongs to others/);
      const ids = before.map(idOf);
      expect(service.calls.filter(({ role, id }) => role === "delete" && ids.includes(id))).toEqual([]);
      expect(left.filter((row) => JSON.stringify(row).includes("verification"))).toEqual([]);
    },
  );
});

test("the walk waits for as long as a service asks, and longer each time where it does not say", async () => {
  const closed =
    (ms: number, headers: Record<string, string>): Fault =>
    (call, next, { now }) => {
      if (call.role === "create") end ??= now() + ms;
      return end === undefined || now() >= end ? next(call) : { ...refusal(429), headers };
    };
  let end: number | undefined;
  for (const [ms, headers] of [
    [30_000, { "Retry-After": "30" }],
    [7_000, {}],
  ] as const) {
    end = undefined;
    const { report } = await walkThrough([closed(ms, headers)]);
    expect([report.ok, report.notChecked]).toEqual([true, []]);
  }
});

test("a walk of the sandbox takes no pause", async () => {
  const { service } = await walkThrough();
  expect(service.now()).toBe(0);
});
