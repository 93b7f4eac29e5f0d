import { describe, expect, test, vi } from "vitest";
import { conformingServices, isCreate } from "./conforming.js";
import { refusing } from "./layers.js";
import { idOf } from "./service.js";
import { found, walkThrough } from "./walk.js";

// Most walks wait for reads that may lag, and all of them share the processor.
vi.setConfig({ maxConcurrency: 40, testTimeout: 120_000 });

describe.concurrent("a service that follows the document passes", () => {
  test.each(conformingServices.map((service) => [service.title, service] as const))(
    "when %s",
    async (_, { faults, options, seed = 24, notChecked }) => {
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

test("the walk waits once for an operation that always asks to wait", async () => {
  const creations = async (status: number) => {
    const { service } = await walkThrough([refusing(isCreate, status)]);
    return service.calls.filter(isCreate).length;
  };
  expect(await creations(503)).toBe((await creations(403)) + 3);
});
