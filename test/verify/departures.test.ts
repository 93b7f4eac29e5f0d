import { describe, expect, test, vi } from "vitest";
import { names } from "../worlds/roles.js";
import { fields, pages } from "./layers.js";
import type { Fault } from "./service.js";
import { found, walkThrough } from "./walk.js";

const exchanged = (created_at: string) => fields("exchange", { created_at });

/** Services that read the document in another way than this project, and the line of the register about it. */
const departing: readonly (readonly [title: string, source: string, fault: Fault])[] = [
  ["its times have no seconds", "Must a timestamp have seconds?", exchanged("2026-03-02T08:15Z")],
  ["its times have leap seconds", "Must a timestamp have seconds?", exchanged("2016-12-31T23:59:60Z")],
  [
    "its times have a comma before the fraction",
    "May timestamps have fractions of a second?",
    exchanged("2026-03-02T08:15:00,25Z"),
  ],
  [
    "its addresses are not ASCII",
    "What is a URL in `address`?",
    fields("trigger", { [names.address]: "https://bücher.example/hooks" }),
  ],
  [
    "its topics have three parts",
    "What is a topic made of?",
    fields("trigger", { [names.event]: "orders/items/create" }),
  ],
];

vi.setConfig({ maxConcurrency: 40, testTimeout: 120_000 });

describe.concurrent("a service departs, and breaks nothing, when", () => {
  test.each(departing)("%s", async (_, source, fault) => {
    const { report } = await walkThrough([fault]);
    expect(found(report, "breaches")).toEqual([]);
    expect(found(report, "departures").map((departure) => departure.source)).toContain(source);
    expect(report.ok).toBe(true);
  });
});

test("what departs in each row of a list is told once for each field", async () => {
  const short = { created_at: "2026-03-02T08:15+00:00", updated_at: "2026-03-02T08:15+00:00" };
  const rows = pages((items) => items.map((item) => ({ ...item, ...(Number(item[names.id]) < 1025 && short) })));
  const { report } = await walkThrough([rows]);
  const list = found(report, "departures").filter(({ step }) => step === "list");
  expect(list.map(({ message }) => message.split(" ")[0])).toEqual([
    "/webhooks/0/created_at",
    "/webhooks/0/updated_at",
  ]);
});
