import { describe, expect, test } from "vitest";
import { brokenServices } from "./faults.js";
import { seeds, startService } from "./service.js";
import { walk, walkThrough } from "./walk.js";

const withBreaches = ({ breaches }: { breaches: unknown[] }) => breaches.length > 0;

describe("a service that keeps the contract passes", () => {
  test("at every step, and keeps nothing of the walk", async () => {
    const { report, kept } = await walkThrough({});
    expect(report.steps.filter(withBreaches)).toEqual([]);
    expect(report).toMatchObject({ ok: true, cleanUp: { deleted: [], failed: [] } });
    expect(report.steps.map(({ step }) => step)).toEqual([
      "exchange",
      "create",
      "getByNumber",
      "getByString",
      "listDefaults",
      "listOne",
      "listLastPage",
      "listMaximum",
      "listOldestFirst",
      "listNewestFirst",
      "update",
      "delete",
      "listAfterDelete",
      "deliver",
    ]);
    expect(kept).toEqual(seeds());
  });

  test("when it keeps no other subscription", async () => {
    await using service = await startService();
    service.kept.splice(0);
    const { report } = await walk(service);
    expect(report.steps.filter(withBreaches)).toEqual([]);
    expect(service.kept).toEqual([]);
  });

  test("when it adds fields of its own", async () => {
    const more = { nickname: "Lamp" };
    const { report } = await walkThrough({
      answer({ body }) {
        const { webhooks = [], pagination, webhook, oauth } = Object(body);
        for (const object of [body, ...webhooks, pagination, webhook, oauth]) Object.assign(Object(object), more);
      },
    });
    expect(report.steps.filter(withBreaches)).toEqual([]);
  });
});

describe("a broken service is caught, by the step that looks at what is broken", () => {
  test.each(brokenServices)("$title", async ({ step, check, timeout = 10_000, ...fault }) => {
    const { report, kept } = await walkThrough(fault, { timeout });
    expect(report.ok).toBe(false);
    const [broken] = report.steps.filter(withBreaches);
    expect(broken?.step).toBe(step);
    expect(broken?.breaches.map((breach) => breach.check)).toContain(check);
    if (!fault.delete) expect(kept).toEqual(seeds());
  });
});
