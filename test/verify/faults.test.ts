import { describe, expect, test } from "vitest";
import type { VerifyOptions } from "../../src/verify/options.js";
import { verify } from "../../src/verify/verify.js";
import { brokenServices } from "./faults.js";
import { seeds, startService, TOKEN } from "./service.js";

const never = new AbortController().signal;

function options(server: string, timeout = 10_000): VerifyOptions {
  const address = "https://verify.example/hooks";
  return { server, accessToken: TOKEN, topic: "orders/create", address, deliver: true, stateless: false, timeout };
}

test("a service that keeps the contract passes, and keeps nothing of the walk", async () => {
  await using service = await startService();
  const { report } = await verify(options(service.url), never);
  expect(report.steps.filter(({ breaches }) => breaches.length > 0)).toEqual([]);
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
  expect(service.kept).toEqual(seeds());
});

test("so does one that keeps no other subscription", async () => {
  await using service = await startService();
  service.kept.splice(0);
  const { report } = await verify(options(service.url), never);
  expect(report.steps.filter(({ breaches }) => breaches.length > 0)).toEqual([]);
  expect(service.kept).toEqual([]);
});

test("so does one that adds fields of its own", async () => {
  const more = { nickname: "Lamp" };
  await using service = await startService({
    answer(answer) {
      const { webhooks = [], pagination, webhook, oauth } = Object(answer.body);
      for (const object of [answer.body, ...webhooks, pagination, webhook, oauth]) Object.assign(Object(object), more);
    },
  });
  const { report } = await verify(options(service.url), never);
  expect(report.steps.filter(({ breaches }) => breaches.length > 0)).toEqual([]);
});

describe("a broken service is caught, by the step that looks at what is broken", () => {
  test.each(brokenServices)("$title", async ({ step, check, timeout, ...fault }) => {
    await using service = await startService(fault);
    const { report } = await verify(options(service.url, timeout), never);
    expect(report.ok).toBe(false);
    const broken = report.steps.filter(({ breaches }) => breaches.length > 0);
    expect(broken[0]?.step).toBe(step);
    expect(broken[0]?.breaches.map((breach) => breach.check)).toContain(check);
    if (!fault.delete) expect(service.kept).toEqual(seeds());
  });
});
