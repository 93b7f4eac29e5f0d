import { describe, expect, test } from "vitest";
import { listing, pages, refusing, slice } from "./layers.js";
import { type Fault, TOKEN } from "./service.js";
import { found, walkThrough } from "./walk.js";

describe("a large service that follows the document passes", () => {
  test.each([
    ["79 requests", 79, { deliver: false }],
    ["86 requests with --deliver", 86, { deliver: true }],
  ])("with 30,000 subscriptions, in %s", async (_, most, options) => {
    const { report } = await walkThrough([], options, { seed: 30_000 });
    const unchecked = options.deliver ? [] : ["deliverWebhook: add --deliver"];
    expect(report).toMatchObject({ ok: true, notChecked: unchecked, harmed: [] });
    expect(report.steps.reduce((sum, { requests }) => sum + requests, 0)).toBeLessThanOrEqual(most);
  });

  test.each<[string, Fault]>([
    [
      "refuses more than the first 10,000",
      refusing(({ query: by }) => Number(by.get("page") ?? 1) * Number(by.get("limit") ?? 20) > 10_000),
    ],
    ["knows only the first 10,000", listing((rows) => rows.slice(0, 10_000), slice)],
  ])("when it %s", async (_, fault) => {
    const { report, left } = await walkThrough([fault], {}, { seed: 12_000 });
    expect(found(report, "breaches")).toEqual([]);
    expect(report.notChecked.join("\n")).toMatch(/what belongs to others: only 10000 of them could be listed/);
    expect([report.ok, report.harmed, left]).toEqual([true, [], []]);
  });

  test("when a page of its list has 11 MB", async () => {
    const padded = pages((rows, _, call) => {
      const padding = { undocumented_padding: "a".repeat(450_000) };
      return call.query.get("limit") === String(10_000) ? rows.map((row) => ({ ...row, ...padding })) : rows;
    });
    expect((await walkThrough([padded])).report).toMatchObject({ ok: true, notChecked: [] });
  });
});

test("an update is left out while another client has the topic, also among more rows than an answer holds", async () => {
  const copying: Fault = async (call, next, service) => {
    const reply = await next(call);
    if (call.role === "create" && call.token === TOKEN && reply.status === 200)
      await service.asOther("POST", undefined, { ...call.sent, address: "https://others.example/hooks" });
    return reply;
  };
  const { report, service } = await walkThrough([copying], {}, { seed: 10_001 });
  expect(service.calls.filter(({ role }) => role === "update")).toEqual([]);
  expect(report.notChecked.join("\n")).toMatch(/update: another \w+ has the topic/);
});
