import { describe, expect, test } from "vitest";
import { acceptingMadeUp, fields, filling, pages, storing } from "./layers.js";
import { type Fault, idOf, itemsIn, type Role } from "./service.js";
import { found, walkThrough } from "./walk.js";

const exchanged = (created_at: string) => fields("exchange", { created_at });

/** Changes everything else that the walk has created, when it sends a request of one role. */
function changingOwn(role: Role, value: unknown): Fault {
  return async (call, next, service) => {
    const reply = await next(call);
    if (call.role !== role || reply.status !== 200) return reply;
    const answered = itemsIn(call.operation, reply).map(idOf);
    for (const row of await service.rows())
      if (Number(idOf(row)) > 1024 && !answered.includes(idOf(row))) service.patch(idOf(row), { format: value });
    return reply;
  };
}

type Departing = readonly [title: string, source: string, ...faults: Fault[]];

/** Services that read the document in another way than this project, and the line of the register about it. */
const departing: readonly Departing[] = [
  ["its times have no seconds", "Must a timestamp have seconds?", exchanged("2026-03-02T08:15Z")],
  [
    "its addresses are not ASCII",
    "What is a URL in `address`?",
    fields("trigger", { address: "https://bücher.example/hooks" }),
  ],
  [
    "its update leaves updated_at as it was, a minute before what was created later",
    "What do `created_at` and `updated_at` mean?",
    storing(() => ({ created_at: "2026-03-02T08:16:00+00:00" })),
    fields("update", { updated_at: "2026-03-02T08:15:00+00:00" }),
  ],
  [
    "its update does without a topic",
    "How the subscription to update is identified",
    filling("update", "topic", "carts/update"),
  ],
  ...(["create", "delete", "exchange", "get", "update"] as const).map(
    (role) =>
      [
        `it accepts an access token that is made up, for one operation: ${role}`,
        "Scopes and token lifetime",
        (call, next, service) => (call.role === role ? acceptingMadeUp(call, next, service) : next(call)),
      ] satisfies Departing,
  ),
  ["its topics have three parts", "What is a topic made of?", fields("trigger", { topic: "orders/items/create" })],
  [
    "its update changes other subscriptions of the walk, too",
    "How the subscription to update is identified",
    changingOwn("update", "json"),
  ],
  [
    "its trigger changes subscriptions of the walk",
    "What the triggered delivery sends and how its outcome is reported",
    changingOwn("trigger", "xml"),
  ],
  [
    "its trigger delivers xml by default",
    "What the triggered delivery sends and how its outcome is reported",
    fields("trigger", { format: "xml" }),
  ],
];

describe("a service departs, and breaks nothing, when", () => {
  test.each(departing.map((row) => [row[0], row] as const))("%s", async (_, [, source, ...faults]) => {
    const { report } = await walkThrough(faults);
    expect(found(report, "breaches")).toEqual([]);
    expect(found(report, "departures").map((departure) => departure.source)).toContain(source);
    expect(report.ok).toBe(true);
  });
});

test("what departs in each row of a list is told once for each field", async () => {
  const short = { created_at: "2026-03-02T08:15+00:00", updated_at: "2026-03-02T08:15+00:00" };
  const rows = pages((items) => items.map((item) => ({ ...item, ...(Number(item["id"]) < 1025 && short) })));
  const { report } = await walkThrough([rows]);
  const list = found(report, "departures").filter(({ step }) => step === "list");
  expect(list.map(({ message }) => message.split(" ")[0])).toEqual([
    "/webhooks/0/created_at",
    "/webhooks/0/updated_at",
  ]);
});
