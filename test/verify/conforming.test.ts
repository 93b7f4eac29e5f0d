import { describe, expect, test } from "vitest";
import type { Report } from "../../src/verify/report.js";
import { verify } from "../../src/verify/verify.js";
import { conformingServices } from "./conforming.js";
import { createService, type Fault, idOf, refusal } from "./service.js";
import { found, optionsFor, walkThrough } from "./walk.js";

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

test("walks at the same time do not take one another for harm, and each deletes its own", async () => {
  const later: Promise<Report>[] = [];
  // The later one begins when the other has created something, and goes on when that is deleted.
  const starting: Fault = async (call, next, { fetch, pause }) => {
    const reply = await next(call);
    if (call.role === "create" && later.length === 0) later.push(verify(optionsFor(), { fetch, pause }));
    return reply;
  };
  const service = createService([starting], 3);
  const before = await service.rows();
  const reports = [
    await verify(optionsFor(), { fetch: service.fetch, pause: service.pause }),
    ...(await Promise.all(later)),
  ];
  expect(reports).toHaveLength(2);
  for (const report of reports) expect(report).toMatchObject({ ok: true, harmed: [], cleanUp: { failed: [] } });
  expect(await service.rows()).toEqual(before);
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
