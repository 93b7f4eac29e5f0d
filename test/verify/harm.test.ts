import { describe, expect, test } from "vitest";
import { LIMIT, orders, products, unusedTopic } from "../sandbox/transports.js";
import {
  alongside,
  answering,
  deletingNothing,
  isCall,
  listing,
  querying,
  refusing,
  showing,
  storing,
} from "./faults.js";
import { type Call, type Fault, isTopicListed, type Json, refusal, success, type Walked, walker } from "./service.js";

const { walk } = walker();

const isTheirs = (id: unknown) => Number(id) <= 1024;
const theirs = { topic: products.topic, address: "https://others.example/hooks" };
const changing = (id: number, change: Json) => (row: Json) => (row.id === id ? { ...row, ...change } : row);
const without = (id: number) => (row: Json) => (row.id === id ? undefined : row);
const byOthers = (call: Call, sent: Json): Call => ({ ...call, operation: "createWebhook", sent });

/** What the last creation has sent. */
const lastSent = ({ calls }: { calls: Call[] }) => calls.findLast(isCall("createWebhook"))?.sent;

/** Leads the paths of all that the walk creates to the first subscription, disguised as what was created last. */
const misleading: Fault = async (call, next, service) => {
  if (isTheirs(call.id) || !/^(get|delete)/.test(call.operation)) return next(call);
  const reply = await next({ ...call, id: "1001" });
  return {
    ...reply,
    body: reply.body.webhook ? { webhook: { ...reply.body.webhook, ...lastSent(service) } } : reply.body,
  };
};

function once(matches: (call: Call) => boolean, fault: Fault): Fault {
  let isDone = false;
  return (call, next, service) => {
    if (isDone || !matches(call)) return next(call);
    isDone = true;
    return fault(call, next, service);
  };
}

/** Answers no more after some requests. */
const dying: Fault = (call, next, { calls }) => {
  if (calls.length > 30) throw new Error("lost");
  return next(call);
};

/** Services at which a careless walk would touch what belongs to others, or leave something unnamed. */
const dangerous: Record<string, Fault | Fault[]> = {
  'answers creations with the id ".."': showing("createWebhook", { id: ".." }),
  "answers creations with an id of others, and claims that it is the new one": [
    showing("createWebhook", { id: 1003 }),
    async (call, next, service) => {
      const reply = await next(call);
      const isClaimed = isCall("getWebhook")(call) && call.id === "1003";
      return isClaimed ? { ...reply, body: { webhook: { ...reply.body.webhook, ...lastSent(service) } } } : reply;
    },
  ],
  "leads the paths of new subscriptions to another one": misleading,
  "loses the answers to creations": answering("createWebhook", () => {
    throw new Error("lost");
  }),
  "creates, and answers with status 422": answering("createWebhook", (_body, _call, reply) =>
    Object.assign(reply, { status: 422 }),
  ),
  "creates each subscription twice": alongside("createWebhook", (service, call) => service.ask(call)),
  "shows no list once something was created": refusing(
    ({ operation }, { calls }) => operation === "listWebhooks" && calls.some(isCall("createWebhook")),
    503,
  ),
  "shows other values at the path of a new subscription": showing("getWebhook", theirs),
  "refuses deletions, and hides a subscription": [
    refusing(
      ({ operation, id }) => operation === "deleteWebhook" || (operation === "getWebhook" && id === "1026"),
      404,
    ),
    listing((rows) => rows.filter(({ id }) => id !== 1026)),
  ],
  "says that it deletes, and does not": deletingNothing,
  "answers no more": dying,
};

/** What every walk promises, whatever the service does. */
function expectNoTrace({ code, output, deletedOfOthers, left }: Walked): void {
  expect(deletedOfOthers).toEqual([]);
  const own = left.filter((row) => row.address.includes("verification="));
  if (own.length > 0) expect(code).toBe(1);
  for (const row of own) expect(output).toContain(`${row.id}", topic`);
}

describe.concurrent("nothing of others is touched, and nothing is left unnamed, by a service that", () => {
  test.each(Object.entries(dangerous))("%s", async (_, faults) => {
    const walked = await walk(faults);
    expect(walked.others).toEqual(walked.before);
    expectNoTrace(walked);
  });
});

describe.concurrent("nothing is left by a service that", () => {
  test.each<[string, Fault]>([
    ["answers get with 404", refusing(({ operation }) => operation === "getWebhook", 404)],
    [
      "fails at the deletion that is the last but one",
      refusing(
        (call, { calls }) => isCall("deleteWebhook")(call) && calls.filter(isCall("deleteWebhook")).length === 5,
        500,
      ),
    ],
  ])("%s", async (_, fault) => {
    const { left, others, before } = await walk(fault);
    expect([left, others]).toEqual([[], before]);
  });
});

const withoutIds = ["createWebhook", "listWebhooks", "getWebhook"].map((operation) =>
  showing(operation, (row) => ({ uid: row.id, ...(!isTheirs(row.id) && { id: undefined }) })),
);

describe.concurrent("after a creation without an id nothing more is created, and what is left is named, where it", () => {
  test.each<[string, Fault[]]>([
    ["has another name, also in the list", withoutIds],
    [
      "is missing with the whole subscription",
      [answering("createWebhook", (body) => delete body.webhook), ...withoutIds],
    ],
  ])("%s", async (_, faults) => {
    const walked = await walk(faults);
    expect(walked.sent("createWebhook")).toHaveLength(1);
    expect(walked.left).toHaveLength(1);
    expect(walked.failed).toContain("nothing of the walk is left");
    expect(walked.output).toMatch(new RegExp(`topic "${walked.left[0].topic}", address .*, is left: no creation`));
    expect([walked.code, walked.others]).toEqual([1, walked.before]);
  });
});

const deletingFirst: Fault = (call, next) => next(isCall("deleteWebhook")(call) ? { ...call, id: "1001" } : call);
/** Counts what was deleted of others as if it were still there. */
const countingAll: Fault = async (call, next, { rows }) => {
  const reply = await next(call);
  const known = 24 - rows.filter(({ id }) => isTheirs(id)).length;
  if (reply.body.pagination) reply.body.pagination.total += known;
  return reply;
};

/** What services do to others, unasked, and how many requests the walk then sends at most. */
const harmful: Record<string, [fault: Fault | Fault[], most: Record<string, number>]> = {
  "deletes another subscription": [deletingFirst, { deleteWebhook: 1, updateWebhook: 0, exchangeAccessToken: 0 }],
  "deletes another, too, from the third deletion on": [
    alongside("deleteWebhook", (service) => {
      const deletions = service.calls.filter(isCall("deleteWebhook")).length;
      if (deletions > 2) service.change(without(1000 + deletions));
    }),
    { deleteWebhook: 3, exchangeAccessToken: 0 },
  ],
  "updates all": [
    alongside("updateWebhook", (service, { sent }) =>
      service.change((row) => ({ ...row, format: sent.format ?? "json" })),
    ),
    { updateWebhook: 1, exchangeAccessToken: 0 },
  ],
  "deletes another at each creation": [
    alongside("createWebhook", (service) => service.change(without(1001))),
    { createWebhook: 2, updateWebhook: 0, exchangeAccessToken: 0 },
  ],
  "deletes another when it delivers, and still counts it": [
    [countingAll, alongside("deliverWebhook", (service) => service.change(without(1002)))],
    { exchangeAccessToken: 0 },
  ],
  "changes another when a token is exchanged": [
    alongside("exchangeAccessToken", (service) => service.change(changing(1001, { format: "xml" }))),
    {},
  ],
};

describe.concurrent("harm is told, ends all that writes, and fails the walk, where a service", () => {
  test.each(Object.entries(harmful))("%s", async (_, [fault, most]) => {
    const walked = await walk(fault);
    const { code, output, before, others } = walked;
    const isSame = (row: Json) => others.some((other) => JSON.stringify(other) === JSON.stringify(row));
    const harmed = before.filter((row) => !isSame(row));
    expect(harmed.length).toBeGreaterThan(0);
    for (const { id } of harmed)
      expect(output).toMatch(new RegExp(`Harm: [^]*foreign webhook "${id}" is (missing|changed)`));
    expect(code).toBe(1);
    expectNoTrace(walked);
    for (const [operation, count] of Object.entries(most))
      expect(walked.sent(operation).length, operation).toBeLessThanOrEqual(count);
    if (!("deleteWebhook" in most)) expect(walked.left).toEqual([]);
  });
});

/** Updates the first subscription that has the address, whatever its topic. */
const updatingByAddress: Fault = async (call, next, service) => {
  if (!isCall("updateWebhook")(call)) return next(call);
  const [address] = String(call.sent.address).split("?");
  const found = service.rows.find((row) => row.address === address);
  service.change((row) => (row.id === found?.id ? { ...row, ...call.sent } : row));
  return success(call, { webhook: { ...found, ...call.sent } });
};

test("no update is sent while another subscription has the address, in the form that the service keeps", async () => {
  const stripping = storing("createWebhook", ({ address }) => ({ address: address.split("?")[0] }));
  const flags = ["--address", "https://lantern-books.example/hooks/orders/1"];
  const walked = await walk([updatingByAddress, stripping], { flags });
  expect(walked.others).toEqual(walked.before);
  expect(walked.sent("updateWebhook")).toEqual([]);
  // Where the contract lists the topics, the mark is in the address alone, and without it nothing is updated at all.
  expect(walked.output).toContain(isTopicListed ? "could not be deleted again" : "choose another one with --address");
});

describe("after a wait that the service asks for, what may belong to others by then is not sent again:", () => {
  test("a deletion", async () => {
    const sold = once(isCall("deleteWebhook"), (call, _, service) => {
      service.change(changing(Number(call.id), theirs));
      return refusal(503);
    });
    const walked = await walk(sold);
    const [first, ...others] = walked.sent("deleteWebhook");
    expect(others.filter(({ id }) => id === first?.id)).toEqual([]);
  });

  test("an update", async () => {
    const copied = once(isCall("updateWebhook"), async (call, next) => {
      await next(byOthers(call, { ...theirs, topic: call.sent.topic }));
      return refusal(503);
    });
    const walked = await walk(copied);
    const [first, ...others] = walked.sent("updateWebhook");
    expect(others.filter((call) => call.sent.topic === first?.sent.topic)).toEqual([]);
  });
});

/** Delivers to each subscription that has what was sent: what is left out, it does not look at. */
const deliveringToAll = (reached: unknown[]): Fault => {
  return (call, next, { rows }) => {
    if (!isCall("deliverWebhook")(call)) return next(call);
    const { topic, address } = call.sent;
    const found = rows.filter(
      (row) => [undefined, row.topic].includes(topic) && [undefined, row.address].includes(address),
    );
    reached.push(...found.map((row) => row.address));
    return success(call, { webhook: found[0] });
  };
};

describe("a delivery without a topic, or without an address,", () => {
  test("is not sent where a foreign subscription exists: it might reach that", async () => {
    const reached: unknown[] = [];
    const { before, sent, output } = await walk(deliveringToAll(reached));
    expect(reached.length).toBeGreaterThan(0);
    expect(before.filter(({ address }) => reached.includes(address))).toEqual([]);
    expect(sent("deliverWebhook").filter((call) => !(call.sent.topic && call.sent.address))).toEqual([]);
    expect(output).toContain("it is sent only where no foreign subscription exists");
  });

  test("is a breach where it succeeds", async () => {
    const { failed } = await walk(deliveringToAll([]), { seed: 0 });
    expect(failed).toEqual([
      "nothing is done without topic, which is required",
      "nothing is done without address, which is required",
    ]);
  });
});

test("no update is sent while others create subscriptions: the service may find the newest one", async () => {
  const updatingNewest: Fault = (call, next, service) => {
    if (!isCall("updateWebhook")(call)) return next(call);
    const newest = service.rows.toSorted((one, other) => other.id - one.id)[0];
    service.change((row) => (row.id === newest.id ? { ...row, ...call.sent } : row));
    return success(call, { webhook: { ...newest, ...call.sent } });
  };
  const othersCreate = once(isCall("deleteWebhook"), async (call, next) => {
    await next(byOthers(call, theirs));
    return next(call);
  });
  const walked = await walk([updatingNewest, othersCreate]);
  const isTheirsNow = ({ address }: Json) => address === theirs.address;
  expect(walked.left.filter(isTheirsNow)).toMatchObject([{ ...theirs, format: "json" }]);
  expect([walked.sent("updateWebhook"), walked.left.length]).toEqual([[], 1]);
  expect(walked.output).toContain("others create subscriptions meanwhile");
});

test("one subscription is created, and named, where the service does not keep the mark", async () => {
  const cutting = storing("createWebhook", ({ address }) => ({ address: address.split("?")[0] }));
  const walked = await walk(cutting, { flags: ["--topic", unusedTopic] });
  expect([walked.sent("createWebhook").length, walked.left.length, walked.code]).toEqual([1, 1, 1]);
  expect(walked.output).toContain(`webhook "${walked.left[0].id}", topic`);
  expect(walked.sent("deleteWebhook")).toEqual([]);
});

test("nothing more is created, not even for pages, once something is not read back as it was created", async () => {
  const { sent, left, output } = await walk(showing("getWebhook", theirs), { seed: 0 });
  expect(sent("createWebhook").length).toBeLessThan(LIMIT.usual);
  expect(sent("deleteWebhook")).toEqual([]);
  for (const { id } of left) expect(output).toContain(`webhook "${id}", topic`);
});

test("a topic that others use is never sent, in whatever case they write it", async () => {
  const shouting = listing((rows) => rows.map((row) => ({ ...row, topic: row.topic.toUpperCase() })));
  const walked = await walk(shouting, { flags: ["--topic", orders.topic] });
  expect(walked.service.calls.filter(({ sent }) => sent)).toEqual([]);
  expect(walked.output).toContain("choose another one with --topic");
});

test("nothing is sent without the mark of the walk, where the topic is the user's and the address is left out", async () => {
  const walked = await walk([], { seed: 0, flags: ["--topic", unusedTopic] });
  const created = walked.sent("createWebhook").map(({ sent }) => sent);
  expect(created.length).toBeGreaterThan(0);
  expect(created.filter(({ address }) => !address?.includes("verification="))).toEqual([]);
  expect(walked.output).toContain("nothing would tell the subscription from foreign ones");
});

test("an update that returns what the walk has not created is harm, although no list shows it, and is the last", async () => {
  const hiding = listing((rows) => rows.filter(({ id }) => id !== 1001));
  const updatingHidden: Fault = (call, next, service) => {
    if (!isCall("updateWebhook")(call)) return next(call);
    service.change(changing(1001, call.sent));
    return success(call, { webhook: service.rows.find(({ id }) => id === 1001) });
  };
  const walked = await walk([hiding, updatingHidden]);
  expect(walked.output).toContain('Harm: foreign webhook "1001" is what updateWebhook returns');
  expect(walked.code).toBe(1);
  expect(walked.sent("updateWebhook")).toHaveLength(1);
  expect(walked.sent("exchangeAccessToken")).toEqual([]);
  expect(walked.left).toEqual([]);
});

const countsMore = answering("listWebhooks", ({ pagination }) => pagination.total++);
const cutOff = querying((query) => query.set("limit", `${LIMIT.usual}`));
const countsThose = answering("listWebhooks", ({ webhooks, pagination }) => {
  pagination.total = webhooks.length;
});

test.each([
  ["its pages hold less than they count", [countsMore]],
  ["its pages are cut off, and say so nowhere", [cutOff, countsThose]],
])("nothing is written where %s, since nobody would see what others lose", async (_, faults) => {
  const walked = await walk([...faults, alongside("createWebhook", (service) => service.change(without(1001)))]);
  expect(walked.output).toContain("not all of the list can be read, so nobody would see what others lose");
  expect([walked.sent("createWebhook"), walked.others]).toEqual([[], walked.before]);
});
