import { beforeAll, describe, expect, test } from "vitest";
import { responseExamples } from "../../generated/contract.js";
import type { Run } from "../../src/verify/safety.js";
import type { Own } from "../../src/verify/subscriptions.js";
import { LIMIT, orders, products, unusedTopic } from "../sandbox/transports.js";
import {
  also,
  type Call,
  changes,
  deletesNothing,
  type Fault,
  FIRST_OWN,
  FOREIGN,
  follows,
  isCall,
  type Json,
  lists,
  once,
  queries,
  receives,
  refuses,
  runAt,
  Service,
  shows,
  startedAt,
  stores,
  success,
  TOKEN,
  type Verified,
  verified,
} from "./service.js";

// What verify never does to the subscriptions of others, whatever a service is like.

const isTheirs = (id: unknown) => Number(id) < FIRST_OWN;
const theirs = { topic: products.topic, address: "https://others.example/hooks" };
const changing = (id: number, change: Json) => (row: Json) => (row.id === id ? { ...row, ...change } : row);
const without = (id: number) => (row: Json) => (row.id === id ? undefined : row);
const byOthers = (call: Call, sent: Json): Call => ({ ...call, operation: "createWebhook", sent, token: TOKEN });

/** What the last creation has sent. */
const lastSent = ({ calls }: Service) => calls.findLast(isCall("createWebhook"))?.sent;

/** What every run promises, whatever the service does. */
function expectNoTrace({ code, output, service, left }: Verified): void {
  expect(service.deleted.filter(isTheirs)).toEqual([]);
  expect(service.unknownPaths).toEqual([]);
  for (const { id } of service.before) expect(output).not.toContain(`webhook "${id}", topic`);
  const own = left.filter(({ address, topic }) => /verification=|-[a-z]\d+$/.test(`${address} ${topic}`));
  if (own.length > 0) expect(code).toBe(1);
  for (const { address } of own) expect(output).toContain(`, address "${address}"`);
}

describe.concurrent("what is not written", () => {
  const lacking: [why: string, faults: Fault[], seed?: number][] = [
    ["the list counts nothing", [changes("listWebhooks", ({ body }) => delete body.pagination)]],
    ["pages hold less than the list counts", [changes("listWebhooks", ({ body }) => body.pagination.total++)]],
    [
      "pages are cut off, and only the second one shows it",
      [
        queries((query) => {
          query.set("limit", `${LIMIT.usual}`);
          query.delete("sort_order");
        }),
        changes("listWebhooks", ({ body }) => Object.assign(body.pagination, { total: body.webhooks.length })),
      ],
    ],
    ["the list is cut off, and only the other order shows it", [lists((rows) => rows.slice(0, LIMIT.usual))]],
    ["a row has no id", [shows("listWebhooks", (row) => (row.id === 1003 ? { id: null } : {}))]],
    ["two rows have one id", [shows("listWebhooks", (row) => (row.id === 1003 ? { id: 1004 } : {}))]],
    [
      "the list ends exactly at the limit, without a total that says so",
      [changes("listWebhooks", ({ body }) => Object.assign(body.pagination, { total: undefined }))],
      LIMIT.most,
    ],
    [
      "the list stops at the limit, and counts only what it shows",
      [lists((rows) => rows.slice(0, LIMIT.most))],
      LIMIT.most + 5,
    ],
  ];

  test.each(lacking)("nothing is written where %s", async (_, faults, seed) => {
    const harms = also("createWebhook", (service) => service.change(without(1001)));
    const { service, code, output } = await verified([harms, ...faults], {}, seed);
    expect(service.calls.filter(({ operation }) => operation !== "listWebhooks")).toEqual([]);
    expect(output).toContain("not all of the list can be read, so nobody would see what others lose");
    expect([1, 3]).toContain(code);
  });

  test("nothing is written with a topic that others use, in whatever case they write it", async () => {
    const { service, output, code } = await verified(
      shows("listWebhooks", ({ topic }) => ({ topic: topic.toUpperCase() })),
      { topic: orders.topic },
    );
    expect(service.calls.filter(({ sent }) => sent)).toEqual([]);
    expect(output).toContain("choose another one with --topic");
    expect(code).toBe(3);
  });
});

test("a list of exactly as many as a page holds at most, which says so, is read: something is written", async () => {
  const { service, code } = await verified(
    refuses(({ operation }) => operation === "createWebhook"),
    {},
    LIMIT.most,
  );
  expect([service.sent("createWebhook").length, code]).toEqual([1, 3]);
});

describe("what is sent", () => {
  let lawful: Verified;
  beforeAll(async () => {
    lawful = await verified(follows);
  });

  test("what is sent has a mark in its address, and a topic that nobody else has", () => {
    const { service } = lawful;
    const sent = service.sent("createWebhook").map((call) => call.sent);
    const topics = service.before.map(({ topic }) => topic);
    expect(sent.length).toBeGreaterThan(5);
    expect(sent.filter(({ topic, address }) => !address.includes("verification=") || topics.includes(topic))).toEqual(
      [],
    );
  });

  test("what is sent has a mark, where the topic is the user's and the address is left out", async () => {
    const { service, skipped } = await verified(follows, { topic: unusedTopic }, 0);
    const sent = service.sent("createWebhook").map((call) => call.sent);
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.filter(({ address }) => !address?.includes("verification="))).toEqual([]);
    expect([...skipped.values()]).toContain("nothing would mark it as created by this run");
  });

  test("after a first creation that is refused, no other is sent, and the exit code is 3", async () => {
    for (const status of [403, 422, 503]) {
      const isCreation = ({ operation }: Call) => operation === "createWebhook";
      const { service, code, failed } = await verified(refuses(isCreation, status));
      expect(new Set(service.sent("createWebhook").map(({ sent }) => sent.address)).size).toBe(1);
      expect([code, failed]).toEqual([3, []]);
    }
  });

  test("what is sent lacks a required field only where no foreign subscription exists", () => {
    const { service, skipped } = lawful;
    const isWhole = ({ sent }: Call) => !sent || (sent.topic && sent.address);
    expect(service.calls.filter((call) => !isWhole(call))).toEqual([]);
    expect([...skipped.values()]).toContain("sent only while others have no subscriptions");
  });

  test("no delivery is sent without --deliver", async () => {
    const { service } = await verified(follows, { deliver: false });
    expect(service.calls.filter(({ operation }) => operation === "deliverWebhook")).toEqual([]);
  });

  test("the token exchange is sent last, since it may end the access token", () => {
    const { service } = lawful;
    const first = service.calls.findIndex(({ operation }) => operation === "exchangeAccessToken");
    expect(service.calls.slice(first).filter(({ operation }) => !/^(exchange|list)/.test(operation))).toEqual([]);
  });

  test("nothing is written by a run that has not read what exists", async () => {
    const service = new Service([]);
    const run = runAt(service);
    await expect(run.create()).rejects.toThrow("nobody knows what is foreign");
    await expect(run.exchange()).rejects.toThrow("nobody knows what is foreign");
    expect(service.calls).toEqual([]);
  });

  test("a run creates at most some subscriptions more than a page holds", async () => {
    const service = new Service([], 0);
    const run = await startedAt(service);
    const most = LIMIT.usual + 30;
    for (let count = 0; count < most; count++) await run.create();
    await expect(run.create()).rejects.toThrow(`${most} creations are enough`);
    expect(service.sent("createWebhook")).toHaveLength(most);
  });
});

/** Leads the paths of all that the run creates to the first subscription, disguised as what was created last. */
const misleading: Fault = async (call, next, service) => {
  if (isTheirs(call.id) || !/^(get|delete)/.test(call.operation)) return next(call);
  const reply = await next({ ...call, id: "1001" });
  const { webhook } = reply.body;
  return { ...reply, body: webhook ? { webhook: { ...webhook, ...lastSent(service) } } : reply.body };
};

/** Services at which a careless run would touch what belongs to others, or leave something unnamed. */
const dangerous: Record<string, Fault | Fault[]> = {
  'answers creations with the id ".."': shows("createWebhook", { id: ".." }),
  "answers creations with an id of others, and claims that it is the new one": [
    async (call, next, service) => {
      const reply = await next(call);
      const isClaimed = isCall("getWebhook")(call) && call.id === "1003";
      return isClaimed ? { ...reply, body: { webhook: { ...reply.body.webhook, ...lastSent(service) } } } : reply;
    },
    shows("createWebhook", { id: 1003 }),
  ],
  "leads the paths of new subscriptions to another one": misleading,
  "answers creations with their id alone, and does not list them": [
    lists((rows) => rows.filter(({ id }) => isTheirs(id))),
    shows("createWebhook", { address: undefined, topic: undefined }),
  ],
  "loses the answers to creations": changes("createWebhook", () => {
    throw new Error("lost");
  }),
  "loses the answers to creations, and does not list them": [
    lists((rows) => rows.filter(({ id }) => isTheirs(id))),
    changes("createWebhook", () => {
      throw new Error("lost");
    }),
  ],
  "creates, and answers with status 422": changes("createWebhook", (reply) => Object.assign(reply, { status: 422 })),
  "creates, and answers with status 500": changes("createWebhook", (reply) => Object.assign(reply, { status: 500 })),
  "creates without asking for a token, and answers with a refusal": async (call, next) => {
    if (call.operation === "createWebhook" && call.token === null) await next({ ...call, token: TOKEN });
    return next(call);
  },
  "creates each subscription twice": also("createWebhook", (service, call) => service.ask(call)),
  "shows no list once something was created": refuses(
    ({ operation }, { calls }) => operation === "listWebhooks" && calls.some(isCall("createWebhook")),
    503,
  ),
  "shows other values at the path of a new subscription": shows("getWebhook", theirs),
  "refuses deletions, and hides a subscription": [
    lists((rows) => rows.filter(({ id }) => id !== FIRST_OWN + 1)),
    refuses(
      ({ operation, id }) => operation === "deleteWebhook" || (operation === "getWebhook" && id === `${FIRST_OWN + 1}`),
      404,
    ),
  ],
  "refuses deletions, and hides what was to be deleted": [
    lists((rows, _, { calls }) =>
      rows.filter(({ id }) => !calls.some((call) => isCall("deleteWebhook")(call) && call.id === `${id}`)),
    ),
    refuses(isCall("deleteWebhook"), 500),
  ],
  "says that it deletes, and does not": deletesNothing,
  "answers no more": (call, next, { calls }) => {
    if (calls.length > 30) throw new Error("lost");
    return next(call);
  },
};

describe.concurrent("dangerous services", () => {
  test.each(Object.entries(dangerous))(
    "a service that %s touches nothing of others, and what is left is named",
    async (_, faults) => {
      const run = await verified(faults);
      expect(run.foreign).toEqual(run.service.before);
      expectNoTrace(run);
    },
  );
});

describe.concurrent("what cannot be found again", () => {
  test.each<[string, string, number]>([
    ["answers with an id of others", "answers creations with an id of others, and claims that it is the new one", 1],
    ["loses the answers", "loses the answers to creations, and does not list them", 1],
    ["creates twice", "creates each subscription twice", 1],
    ["creates what it refuses", "creates, and answers with status 422", 1],
    ["shows no list", "shows no list once something was created", 1],
    ["says that it deletes, and does not", "says that it deletes, and does not", LIMIT.usual],
    ["shows other values", "shows other values at the path of a new subscription", LIMIT.usual],
  ])("nothing more is created where a service %s", async (_, name, most) => {
    const { service } = await verified(dangerous[name] ?? [], {}, name.includes("others") ? FOREIGN : 0);
    const sent = new Set(service.sent("createWebhook").map((call) => call.sent.address));
    expect(sent.size).toBeGreaterThan(0);
    expect(sent.size).toBeLessThanOrEqual(most);
  });
});

describe.concurrent("cleaning up", () => {
  const isDeletion = isCall("deleteWebhook");
  test.each<[string, Fault]>([
    ["answers get with 404", refuses(({ operation }) => operation === "getWebhook", 404)],
    [
      "fails at one of the deletions",
      refuses((call, { calls }) => isDeletion(call) && calls.filter(isDeletion).length === 5, 500),
    ],
    [
      "is restarted while the run cleans up",
      (call, next, { calls }) => {
        const deletions = calls.filter(isDeletion).length;
        if (deletions > 3 && calls.length % 5 > 2) throw new Error("lost");
        return next(call);
      },
    ],
    [
      "puts a creation in the place of one with the same topic",
      (call, next, service) => {
        const earlier = service.rows.find(({ topic }) => isCall("createWebhook")(call) && topic === call.sent.topic);
        if (!earlier) return next(call);
        service.change(changing(earlier.id, call.sent));
        return success(call, { webhook: { ...earlier, ...call.sent } });
      },
    ],
  ])("nothing is left at a service that %s", async (_, fault) => {
    const { left, foreign, service, output } = await verified(fault);
    expect([left, foreign]).toEqual([[], service.before]);
    expect(output).not.toContain("left at the service");
  });

  test("the run gives up, and says so, when a service answers no more", async () => {
    const { output, service } = await verified(dangerous["answers no more"] ?? []);
    expect(output).toContain("stopped early: the service does not answer any more");
    expect(service.calls.length).toBeLessThan(50);
  });

  test("the mark of what may be left is named where the list can no longer be read", async () => {
    const { output, run } = await verified(dangerous["shows no list once something was created"] ?? []);
    expect(output).toContain(`whatever has verification=${run.subscriptions.mark} in its address`);
  });
});

const withoutIds = (["createWebhook", "listWebhooks", "getWebhook"] as const).map((operation) =>
  shows(operation, (row) => ({ uid: row.id, ...(!isTheirs(row.id) && { id: undefined }) })),
);

describe.concurrent("creations without an id", () => {
  test.each<[string, Fault[]]>([
    ["the id has another name, also in the list", withoutIds],
    ["the answer has no subscription", [...withoutIds, changes("createWebhook", ({ body }) => delete body.webhook)]],
  ])("after one creation without an id, the run ends and names what is left: %s", async (_, faults) => {
    const { service, left, output, code, foreign } = await verified(faults);
    expect(service.sent("createWebhook")).toHaveLength(1);
    expect(left).toHaveLength(1);
    expect(output).toContain(`topic "${left[0].topic}", address "${left[0].address}"`);
    expect([code, foreign]).toEqual([1, service.before]);
  });
});

/** Counts what was deleted of others as if it were still there. */
const countsAll: Fault = async (call, next, { rows }) => {
  const reply = await next(call);
  const gone = FOREIGN - rows.filter(({ id }) => isTheirs(id)).length;
  if (reply.body.pagination) reply.body.pagination.total += gone;
  return reply;
};

/** What services do to others, unasked, and how many requests the run then sends at most. */
const harmful: Record<string, [faults: Fault | Fault[], most: Record<string, number>]> = {
  "deletes another subscription": [
    receives("deleteWebhook", () => ({ id: "1001" })),
    { deleteWebhook: 1, exchangeAccessToken: 0 },
  ],
  "deletes another, too, from the third deletion on": [
    also("deleteWebhook", (service) => {
      const deletions = service.sent("deleteWebhook").length;
      if (deletions > 2) service.change(without(1000 + deletions));
    }),
    { deleteWebhook: 3, exchangeAccessToken: 0 },
  ],
  "updates all": [
    also("updateWebhook", (service, { sent }) => service.change((row) => ({ ...row, format: sent.format ?? "json" }))),
    { updateWebhook: 1, deliverWebhook: 0, exchangeAccessToken: 0 },
  ],
  "deletes another at each creation": [
    also("createWebhook", (service) => service.change(without(1001))),
    { createWebhook: 1, updateWebhook: 0, exchangeAccessToken: 0 },
  ],
  "deletes another when it delivers, and still counts it": [
    [also("deliverWebhook", (service) => service.change(without(1002))), countsAll],
    { deliverWebhook: 1, exchangeAccessToken: 0 },
  ],
  "creates another one anew when it delivers": [
    also("deliverWebhook", (service) => service.change(changing(1002, { created_at: "2030-01-01T00:00:00+00:00" }))),
    { deliverWebhook: 1, exchangeAccessToken: 0 },
  ],
  "changes another when a token is exchanged": [
    also("exchangeAccessToken", (service) => service.change(changing(1001, { format: "xml" }))),
    {},
  ],
};

describe.concurrent("harm", () => {
  test.each(Object.entries(harmful))(
    "harm ends all that writes, and fails the run, where a service %s",
    async (_, [faults, most]) => {
      const run = await verified(faults);
      const { code, output, service, foreign, left } = run;
      const isSame = (row: Json) => foreign.some((other) => JSON.stringify(other) === JSON.stringify(row));
      const harmed = service.before.filter((row) => !isSame(row));
      expect(harmed.length).toBeGreaterThan(0);
      for (const { id } of harmed)
        expect(output).toMatch(new RegExp(`Harm: [^]*foreign webhook "${id}" is (missing|changed)`));
      expect(code).toBe(1);
      for (const [operation, count] of Object.entries(most))
        expect(service.sent(operation).length, operation).toBeLessThanOrEqual(count);
      if (most["deleteWebhook"] === undefined) expect(left).toEqual([]);
      for (const { id } of left) expect(output).toContain(`webhook "${id}", topic`);
    },
  );
});

test("an update that returns what the run has not created is harm, although no list shows it, and is the last", async () => {
  const hides = lists((rows) => rows.filter(({ id }) => id !== 1001));
  const updatesHidden: Fault = (call, next, service) => {
    if (!isCall("updateWebhook")(call)) return next(call);
    service.change(changing(1001, call.sent));
    return success(call, { webhook: service.rows.find(({ id }) => id === 1001) });
  };
  const { output, code, service, left } = await verified([updatesHidden, hides]);
  expect(output).toContain('Harm: foreign webhook "1001" is what updateWebhook returns');
  expect([service.sent("updateWebhook").length, service.sent("exchangeAccessToken"), left, code]).toEqual([
    1,
    [],
    [],
    1,
  ]);
});

describe("updates and deliveries", () => {
  const stripped = ({ address }: Json) => ({ address: address.split("?")[0] });
  test.each<[string, Fault]>([
    ["the service keeps", stores("createWebhook", stripped)],
    ["its list shows", shows("listWebhooks", stripped)],
  ])(
    "no update and no delivery is sent while a foreign subscription has the address, in the form that %s",
    async (_, fault) => {
      const address = "https://lantern-books.example/hooks/orders/1";
      const { service, foreign, output } = await verified(fault, { address });
      expect([service.sent("updateWebhook"), service.sent("deliverWebhook")]).toEqual([[], []]);
      expect(foreign).toEqual(service.before);
      expect(output).toContain("choose another one with --address");
    },
  );

  test("no update and no delivery is sent while others create subscriptions: the service may find the newest one", async () => {
    const updatesNewest: Fault = (call, next, service) => {
      if (!isCall("updateWebhook")(call)) return next(call);
      const newest = service.rows.toSorted((one, other) => other.id - one.id)[0];
      service.change(changing(newest.id, call.sent));
      return success(call, { webhook: { ...newest, ...call.sent } });
    };
    const othersCreate = once(isCall("getWebhook"), async (call, next) => {
      await next(byOthers(call, theirs));
      return next(call);
    });
    const { service, left, output } = await verified([updatesNewest, othersCreate]);
    expect(left).toMatchObject([{ ...theirs, format: "json" }]);
    expect([service.sent("updateWebhook"), service.sent("deliverWebhook")]).toEqual([[], []]);
    expect(output).toContain("others create subscriptions");
  });
});

async function createdBy(run: Run): Promise<Own> {
  const { own } = await run.create();
  if (!own) throw new Error("nothing was created");
  return own;
}

test("an update is refused that names the topic or the address of others", async () => {
  const service = new Service([]);
  const run = await startedAt(service);
  const own = await createdBy(run);
  const [{ topic, address }] = service.before;
  await expect(run.update(own, { topic })).rejects.toThrow("a foreign subscription has the same topic");
  await expect(run.update(own, { address })).rejects.toThrow("a foreign subscription has the same address");
  expect(service.sent("updateWebhook")).toEqual([]);
});

test("a request without a topic is not sent once others have created a subscription, even if there was none", async () => {
  const service = new Service([], 0);
  const run = await startedAt(service);
  const call = { operation: "createWebhook", id: "", query: new URLSearchParams(), sent: theirs, token: TOKEN };
  await service.ask(call);
  await expect(run.create({ topic: undefined })).rejects.toThrow("sent only while others have no subscriptions");
  expect(service.sent("createWebhook")).toEqual([]);
});

test("what a creation has left that was put off, and never repeated, is named", async () => {
  const createsAndPutsOff = changes("createWebhook", (reply) => Object.assign(reply, { status: 503, body: {} }));
  const run = await startedAt(new Service([createsAndPutsOff]), { wait: async () => run.stop("that is enough") });
  await expect(run.create()).rejects.toThrow("that is enough");
  run.phase = run.cleaning;
  expect(await run.cleanUp()).toEqual([expect.stringContaining("no creation has returned it, so look whose it is")]);
});

test.each(["updateWebhook", "deliverWebhook"] as const)("%s is followed by a comparison", async (operation) => {
  const service = new Service([also(operation, (harmed) => harmed.change(without(1001)))]);
  const run = await startedAt(service);
  const own = await createdBy(run);
  const sent = operation === "updateWebhook" ? run.update(own) : run.deliver(own);
  await expect(sent).rejects.toThrow(`foreign webhook "1001" is missing, after ${operation}`);
});

test("a foreign subscription that is first changed and then deleted is reported twice, and nothing more is deleted", async () => {
  const harms = [
    also("createWebhook", (service) => service.change(changing(1001, { format: "xml" }))),
    also("deleteWebhook", (service) => service.change(without(1001))),
  ];
  const { output, service } = await verified(harms);
  expect(output).toContain('foreign webhook "1001" is missing, after deleteWebhook');
  expect(service.sent("deleteWebhook")).toHaveLength(1);
});

test("nothing is created while a subscription of others, made during the run, has the topic", async () => {
  const copies = once(isCall("getWebhook"), async (call, next) => {
    await next(byOthers(call, { ...theirs, topic: unusedTopic }));
    return next(call);
  });
  const { service, output } = await verified(copies, { topic: unusedTopic });
  const copied = service.calls.findIndex(isCall("getWebhook"));
  expect(service.calls.slice(copied).filter(isCall("createWebhook"))).toEqual([]);
  expect(output).toContain(`others use the topic ${unusedTopic}`);
});

test("the access token is not exchanged while something of the run is left: the exchange may end the token", async () => {
  const service = new Service([]);
  const run = await startedAt(service);
  await run.create();
  await expect(run.exchange()).rejects.toThrow("the access token is still needed");
  expect(service.sent("exchangeAccessToken")).toEqual([]);
});

describe("waits that the service asks for", () => {
  const later = { status: 503, headers: { "Retry-After": "0" }, body: {} };

  test("a deletion is not repeated after a wait if its id may belong to others by then", async () => {
    const sold = once(isCall("deleteWebhook"), (call, _, service) => {
      service.change(changing(Number(call.id), theirs));
      return later;
    });
    const { service } = await verified(sold);
    const [first, ...others] = service.sent("deleteWebhook");
    expect(first).toBeDefined();
    expect(others.filter(({ id }) => id === first?.id)).toEqual([]);
  });

  test("an update is not repeated after a wait if it may reach others by then", async () => {
    const copied = once(isCall("updateWebhook"), async (call, next) => {
      await next(byOthers(call, { ...theirs, topic: call.sent.topic }));
      return later;
    });
    const { service } = await verified(copied);
    const [first, ...others] = service.sent("updateWebhook");
    expect(first).toBeDefined();
    expect(others.filter(({ sent }) => sent.topic === first?.sent.topic)).toEqual([]);
  });
});

test("a delivery reaches nobody but the run, also where a service delivers to all that have what was sent", async () => {
  const reached: unknown[] = [];
  const { service } = await verified((call, next, { rows }) => {
    if (!isCall("deliverWebhook")(call)) return next(call);
    const { topic, address } = call.sent;
    const has = (row: Json) => [undefined, row.topic].includes(topic) && [undefined, row.address].includes(address);
    reached.push(...rows.filter(has).map((row) => row.address));
    return success(call, { webhook: rows.find(has) });
  });
  expect(reached.length).toBeGreaterThan(0);
  expect(service.before.filter(({ address }) => reached.includes(address))).toEqual([]);
});

test("one subscription is created, and named, where the service does not keep the mark", async () => {
  const cuts = stores("createWebhook", ({ address }) => ({ address: address.split("?")[0] }));
  const { service, left, output, code } = await verified(cuts, { topic: unusedTopic });
  expect([service.sent("createWebhook").length, left.length, code]).toEqual([1, 1, 1]);
  expect(output).toContain(`webhook "${left[0].id}", topic`);
  expect(service.sent("deleteWebhook")).toEqual([]);
});

test("a foreign subscription is never named as one to delete, although an update has put the mark into it", async () => {
  const reaches = also("updateWebhook", (service, { sent }) => service.change(changing(1001, sent)));
  const { output, code } = await verified(reaches);
  expect(output).toContain('Harm: foreign webhook "1001" is changed');
  expect(output).not.toContain('webhook "1001", topic');
  expect(code).toBe(1);
});

test("more subscriptions than a page holds are all compared", async () => {
  const last = 1001 + LIMIT.most;
  const fault = also("createWebhook", (service) => service.change(without(last)));
  const { output } = await verified(fault, {}, LIMIT.most + 10);
  expect(output).toContain(`foreign webhook "${last}" is missing, after createWebhook`);
});

describe("mocks", () => {
  test.each([
    ["of a subscription that it lists", 0],
    ["of a new subscription", 1],
  ])("a server that always answers with examples, %s, is taken for a mock: one creation is sent", async (_, added) => {
    const examples: Json = structuredClone(responseExamples);
    const ids = examples.listWebhooks.webhooks.map(({ id }: Json) => id);
    examples.createWebhook.webhook.id = Math.max(...ids) + added;
    const forgets: Fault = (call) =>
      call.token === TOKEN ? success(call, structuredClone(examples[call.operation])) : { status: 401, body: {} };
    const { code, output, service, failed } = await verified(forgets);
    expect(output).toContain("stopped early: this looks like a mock: it forgets what it is sent");
    expect([service.calls.filter(({ sent }) => sent).length, failed, code]).toEqual([1, [], 3]);
  });
});
