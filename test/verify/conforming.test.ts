import { describe, expect, test, vi } from "vitest";
import type { Report } from "../../src/verify/report.js";
import { conformingServices } from "./conforming.js";
import { createService, type Fault, idOf, refusal } from "./service.js";
import { found, optionsFor, verify, walkThrough } from "./walk.js";

// Most walks wait for reads that may lag, and all of them share the processor.
vi.setConfig({ testTimeout: 120_000 });

describe.concurrent("a service that follows the document passes", () => {
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

test.concurrent("walks at the same time do not take one another for harm, and each deletes its own", async () => {
  const later: Promise<Report>[] = [];
  // The later one begins when the other has created something, and goes on when that is deleted.
  const starting: Fault = async (call, next, { fetch }) => {
    const reply = await next(call);
    if (call.role === "create" && later.length === 0) later.push(verify(optionsFor(), { fetch }));
    return reply;
  };
  const service = createService([starting], 3);
  const before = await service.rows();
  const reports = [await verify(optionsFor(), { fetch: service.fetch }), ...(await Promise.all(later))];
  expect(reports).toHaveLength(2);
  for (const report of reports) expect(report).toMatchObject({ ok: true, harmed: [], cleanUp: { failed: [] } });
  expect(await service.rows()).toEqual(before);
});

test.concurrent("the walk waits until the date that a service names", async () => {
  let end: number | undefined;
  const closed: Fault = (call, next) => {
    // A date has no milliseconds, and a timer may be early.
    end ??= call.role === "create" ? Math.ceil(Date.now() / 1000) * 1000 + 1000 : undefined;
    if (end === undefined || Date.now() > end - 100) return next(call);
    return { ...refusal(429), headers: { "Retry-After": new Date(end).toUTCString() } };
  };
  const { service, report } = await walkThrough([closed]);
  const { service: open } = await walkThrough();
  expect(report.notChecked).toEqual([]);
  expect(service.calls.length).toBe(open.calls.length + 1);
});
