import { describe, expect, inject, test } from "vitest";
import { operations, responseExamples } from "../../generated/contract.js";
import { startSandbox } from "../../src/sandbox/server/index.js";
import { run } from "../servers/command.js";
import {
  alongside,
  answering,
  deletingNothing,
  isCall,
  lagging,
  listing,
  querying,
  refusing,
  secretly,
  showing,
  storing,
} from "./faults.js";
import { type Call, type Fault, type Json, refusal, TOKEN, type Walked, walker } from "./service.js";

const tests = walker();
const { walk, command } = tests;

const isTheirs = (id: unknown) => Number(id) <= 1024;
const theirs = { topic: "products/update", address: "https://others.example/hooks" };
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
  "answers creations with an id that no path can hold": showing("createWebhook", { id: "\ud800" }),
  "answers creations with an id of others, and claims that it is the new one": [
    showing("createWebhook", { id: 1003 }),
    async (call, next, service) => {
      const reply = await next(call);
      const isClaimed = isCall("getWebhook")(call) && call.id === "1003";
      return isClaimed ? { ...reply, body: { webhook: { ...reply.body.webhook, ...lastSent(service) } } } : reply;
    },
  ],
  "leads the paths of new subscriptions to another one": misleading,
  "returns one subscription at a time": querying((query) => query.set("limit", "1")),
  "loses the answers to creations": answering("createWebhook", () => {
    throw new Error("lost");
  }),
  "creates, and answers with status 422": answering("createWebhook", (_body, _call, reply) =>
    Object.assign(reply, { status: 422 }),
  ),
  "creates, and answers with status 500": answering("createWebhook", (_body, _call, reply) =>
    Object.assign(reply, refusal(500)),
  ),
  "creates each subscription twice": alongside("createWebhook", (service, call) => service.ask(call)),
  "refuses a creation without a token, but does it": secretly("createWebhook"),
  "creates by update": (call, next) => next(isCall("updateWebhook")(call) ? byOthers(call, call.sent) : call),
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
  "cannot show its list": refusing(({ operation }) => operation === "listWebhooks", 500),
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
      "answers get without an envelope",
      answering("getWebhook", (body, _, reply) => Object.assign(reply, { body: body.webhook })),
    ],
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

const withoutIds = (id: object) =>
  ["createWebhook", "listWebhooks", "getWebhook"].map((operation) =>
    showing(operation, (row) => ({ uid: row.id, ...id, ...(row.id <= 1024 && { id: row.id }) })),
  );

describe.concurrent("after a creation without an id nothing more is created, and what is left is named, where it", () => {
  test.each<[string, Fault[]]>([
    ["has another name, also in the list", withoutIds({ id: undefined })],
    ["is null, also in the list", withoutIds({ id: null })],
    ["is only in the list", [showing("createWebhook", { id: undefined })]],
    [
      "is missing with the whole subscription",
      [answering("createWebhook", (body) => delete body.webhook), ...withoutIds({ id: undefined })],
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
/** Harms others some ms after a creation. */
function harmingLate(ms: number): Fault {
  let due = Number.POSITIVE_INFINITY;
  return (call, next, service) => {
    if (isCall("createWebhook")(call)) due = Date.now() + ms;
    else if (due <= Date.now()) service.change(without(1001));
    return next(call);
  };
}

/** Counts what was deleted of others as if it were still there. */
const countingAll: Fault = async (call, next, { rows }) => {
  const reply = await next(call);
  const known = 24 - rows.filter(({ id }) => isTheirs(id)).length;
  if (reply.body.pagination) reply.body.pagination.total += known;
  return reply;
};

/** What services do to others, unasked, and how many requests the walk then sends at most. */
const harmful: Record<string, [fault: Fault | Fault[], most: Record<string, number>, flags?: string[]]> = {
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
  "deletes another a while after a creation": [harmingLate(200), { updateWebhook: 0 }, ["--settle", "0.4"]],
};

describe.concurrent("harm is told, ends all that writes, and fails the walk, where a service", () => {
  test.each(Object.entries(harmful))("%s", async (_, [fault, most, flags = ["--deliver"]]) => {
    const walked = await walk(fault, { flags });
    const { code, output, before, others } = walked;
    const isSame = (row: Json) => others.some((other) => JSON.stringify(other) === JSON.stringify(row));
    const harmed = before.filter((row) => !isSame(row));
    expect(harmed.length).toBeGreaterThan(0);
    for (const { id } of harmed)
      expect(output).toMatch(new RegExp(`Harm: [^]*webhook "${id}" of others is (missing|changed)`));
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
  return { status: 200, body: { webhook: { ...found, ...call.sent } } };
};

test("no update is sent while another subscription has the address, in the form that the service keeps", async () => {
  const stripping = storing("createWebhook", ({ address }) => ({ address: address.split("?")[0] }));
  const flags = ["--address", "https://lantern-books.example/hooks/orders/1"];
  const walked = await walk([updatingByAddress, stripping], { flags });
  expect(walked.others).toEqual(walked.before);
  expect(walked.sent("updateWebhook")).toEqual([]);
  expect(walked.output).toContain("choose another one with --address");
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

test("a topic that others use is never sent", async () => {
  const walked = await walk([], { flags: ["--topic", "Orders/create"] });
  expect(walked.service.calls.filter(({ sent }) => sent)).toEqual([]);
  expect(walked.output).toContain("choose another one with --topic");
});

describe.concurrent("a walk that is interrupted deletes what it has created, and fails", () => {
  test.each([
    [4, "SIGINT"],
    [14, "SIGHUP"],
    [55, "SIGTERM"],
  ] as const)("after %i requests, by %s", async (requests, signal) => {
    const walked = await walk([], { signals: [[requests, signal]] });
    expect([walked.code, walked.left, walked.others]).toEqual([1, [], walked.before]);
    expect(walked.output).toContain("the walk was interrupted");
    expect(walked.output).toContain("✔ nothing of the walk is left");
  });

  test("right after a creation that reads do not show yet", async () => {
    const { code, left } = await walk([lagging(300)], { flags: ["--settle", "0.6"], signals: [[2, "SIGINT"]] });
    expect([code, left]).toEqual([1, []]);
  });

  test("twice: it then stops at once, and names all that it has created", async () => {
    const stuck: Fault = (call, next, { calls }) => {
      return calls.length > 20 && call.operation === "getWebhook" ? new Promise(() => {}) : next(call);
    };
    const walked = await walk(stuck, {
      signals: [
        [20, "SIGINT"],
        [21, "SIGTERM"],
      ],
    });
    expect(walked.code).toBe(1);
    expect(walked.left.length).toBeGreaterThan(1);
    expectNoTrace(walked);
  });
});

test("the sandbox follows the document, memory included, and nothing is left in it", async () => {
  await using sandbox = await startSandbox({ port: 0, seed: 25 });
  const { code, output } = await command(["--server", sandbox.url, "--deliver"], { token: TOKEN });
  expect(output).toContain("ℹ fail 0");
  expect([code, sandbox.webhooks.length]).toEqual([0, 25]);
});

test("a walk whose output is not read to its end deletes what it has created", async () => {
  await using sandbox = await startSandbox({ port: 0, seed: 25 });
  const flags = `--server ${sandbox.url} --junit ${tests.folder}/report.xml`;
  const { output } = await run(`SERVICE_ACCESS_TOKEN=any node ${tests.folder}/command.js ${flags} | head -1`);
  expect(output).toBe("▶ 4.2 List webhook subscriptions\n");
  expect(sandbox.webhooks).toHaveLength(25);
});

test("an update that returns what the walk has not created is harm, although no list shows it, and is the last", async () => {
  const hiding = listing((rows) => rows.filter(({ id }) => id !== 1001));
  const updatingHidden: Fault = (call, next, service) => {
    if (!isCall("updateWebhook")(call)) return next(call);
    service.change(changing(1001, call.sent));
    return { status: 200, body: { webhook: service.rows.find(({ id }) => id === 1001) } };
  };
  const walked = await walk([hiding, updatingHidden]);
  expect(walked.output).toContain('Harm: webhook "1001" is what updateWebhook returns');
  expect(walked.code).toBe(1);
  expect(walked.sent("updateWebhook")).toHaveLength(1);
  expect(walked.sent("exchangeAccessToken")).toEqual([]);
  expect(walked.left).toEqual([]);
});

test("nothing is written where not all of the list can be read, since nobody would see what others lose", async () => {
  const oneMore = answering("listWebhooks", ({ pagination }) => pagination.total++);
  const walked = await walk([oneMore, alongside("createWebhook", (service) => service.change(without(1001)))]);
  expect(walked.output).toContain("not all of the list can be read, so nobody would see what others lose");
  expect([walked.sent("createWebhook"), walked.others]).toEqual([[], walked.before]);
});

describe.concurrent("--stateless sends no example to a server that", () => {
  const remembers = "the server remembers what it is sent: leave out --stateless";
  const example = { topic: "orders/create", address: "https://example.com/hooks" };
  test.each<[string, Fault[], string, number]>([
    ["shows what it was sent", [], remembers, 1],
    ["only lists what it was sent", [showing("createWebhook", example)], remembers, 1],
    ["keeps it in other words", [storing("createWebhook", () => example)], remembers, 1],
    ["refuses the creation", [refusing(isCall("createWebhook"))], "createWebhook is refused with status 422", 0],
  ])("%s", async (_, faults, sentence, code) => {
    const flags = ["--stateless", "--deliver", "--address", "https://own.example/x"];
    const walked = await walk(faults, { flags });
    expect(walked.output).toContain(sentence);
    expect([walked.code, walked.others]).toEqual([code, walked.before]);
    expect(walked.left.filter((row) => row.address.includes("verification="))).toEqual([]);
    const created = walked.sent("createWebhook").map((call) => call.sent.address);
    expect(created).toEqual([expect.stringContaining("https://own.example/x?for=Verify&verification=")]);
    const own = walked.service.calls.filter(isCall("deleteWebhook")).filter(({ id }) => id !== "1025");
    expect([own, walked.sent("updateWebhook"), walked.sent("exchangeAccessToken")]).toEqual([[], [], []]);
  });
});

describe("answers in the form of the document are found", () => {
  const answered = (output: string) =>
    [...output.matchAll(/✔ (\w+) is answered as the document describes/g)].map(([, id]) => id);

  test("of the mock", async () => {
    const flags = ["--server", inject("mockUrl"), "--stateless", "--deliver"];
    const { code, output } = await command(flags, { token: TOKEN });
    expect(answered(output)).toEqual(Object.keys(operations));
    expect(code).toBe(0);
  });

  test("of a mock that invents how many subscriptions there are", async () => {
    const examples: Json = responseExamples;
    const forgetful: Fault = ({ token, operation }) =>
      token === TOKEN ? { status: 200, body: structuredClone(examples[operation]) } : refusal(401);
    const oneMore = answering("listWebhooks", ({ pagination }) => pagination.total++);
    const { code, output } = await walk([oneMore, forgetful], { flags: ["--stateless", "--deliver"] });
    expect(answered(output)).toEqual(Object.keys(operations));
    expect(code).toBe(0);
  });
});
