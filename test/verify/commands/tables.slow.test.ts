import { describe, expect, test } from "vitest";
import { operations } from "../../../generated/contract.js";
import { CREATED, LIMIT, orders, products, unusedTopic } from "../../sandbox/transports.js";
import {
  alongside,
  answering,
  asking,
  caching,
  cutting,
  deletingNothing,
  isCall,
  lagging,
  listing,
  madeUp,
  open,
  querying,
  refusing,
  replying,
  secretly,
  showing,
  slice,
  storing,
  typed,
  waiting,
  withBody,
} from "../faults.js";
import {
  type Call,
  type Circumstances,
  type Fault,
  isTopicListed,
  type Json,
  refusal,
  type Service,
  success,
  walker,
} from "../service.js";

const { walk } = walker();

/** Shows ids above 2^53, which a `number` would round, in place of those that the sandbox has. */
const withLongIds: Fault = async (call, next) => {
  const first = 9_007_199_254_740_993_000n;
  const reply = await next({ ...call, id: call.id && String(BigInt(call.id) - first) });
  const body = JSON.stringify(reply.body).replaceAll(/"id":(\d+)/g, (_, id) => `"id":${first + BigInt(id)}`);
  return { ...reply, body };
};

const isCreation = isCall("createWebhook");
/** A success of a creation that the contract does not have. */
const OTHER = CREATED + 1;
const otherStatus = answering("createWebhook", (_body, _call, reply) =>
  Object.assign(reply, { status: OTHER, body: "" }),
);
const refusingCreations = (matches: (sent: Json) => unknown) =>
  refusing((call) => isCreation(call) && matches(call.sent));

/** Updates the subscription that was created last. */
const updatingNewest: Fault = async (call, next, service) => {
  if (!isCall("updateWebhook")(call)) return next(call);
  const newest = service.rows.toSorted((one, other) => other.id - one.id)[0];
  const webhook = { ...newest, format: "json", ...call.sent };
  service.change((row) => (row.id === newest.id ? webhook : row));
  return success(call, { webhook });
};

let isTokenEnded = false;
const endingToken: Fault = async (call, next) => {
  if (isTokenEnded) return refusal(401);
  const reply = await next(call);
  isTokenEnded = call.operation === "exchangeAccessToken" && reply.status === operations.exchangeAccessToken.status;
  return reply;
};

let turn = 0;
const mixed = (rows: Json[]) =>
  rows
    .toSorted((one, other) => ((one.id * ++turn) % 31) - ((other.id * turn) % 31))
    .toSorted((one, other) => one.format.localeCompare(other.format));

const inZone = (time: string, hours: number, later = 0) =>
  `${new Date(Date.parse(time) + later + hours * 3_600_000).toISOString().slice(0, 19)}+0${hours}:00`;

const sortingByCapitals = listing((rows, { query }) => {
  const field = query.get("sort_by") ?? "";
  if (!/topic|address/.test(field) || query.get("sort_order") === "desc") return rows;
  return rows.toSorted((one, other) => (one[field].toUpperCase() < other[field].toUpperCase() ? -1 : 1));
});

const othersCreate: Fault = async (call, next, service) => {
  const sent = { topic: products.topic, address: "https://others.example/" };
  await service.ask({ ...call, operation: "createWebhook", sent });
  return next(call);
};

let hasCome = false;
/** Others create one once the walk has read all, and before it reads page 2. */
const othersCreateOnce: Fault = (call, next, service) => {
  if (hasCome || call.query.get("page") !== "2" || call.query.has("limit")) return next(call);
  hasCome = true;
  return othersCreate(call, next, service);
};

const refusingPages = replying(
  (reply, call) => reply.body.webhooks?.length === 0 && call.query.get("page") !== "1" && success(call, { ok: false }),
);

const countingDeliveries = (): Fault[] => {
  let deliveries = 0;
  return [alongside("deliverWebhook", () => deliveries++), showing("listWebhooks", () => ({ deliveries }))];
};

/** Services that follow the document, in a way that may look like a breach. */
const lawful: [name: string, faults: Fault | Fault[], circumstances?: Circumstances][] = [
  ["has no subscription", [], { seed: 0 }],
  ["adds other fields", [showing("getWebhook", { nickname: "Lamp" }), withBody("listWebhooks", { links: {} })]],
  ["has ids above 2^53", withLongIds],
  ["lags behind its writes", lagging(300), { flags: ["--settle", "0.6"] }],
  ["names its content type in another case", typed("getWebhook", "Application/JSON;charset=UTF-8")],
  [
    "writes times in another zone each time, rounded",
    showing("listWebhooks", ({ created_at }) => ({ created_at: inZone(created_at, 1 + (++turn % 7)) })),
  ],
  [
    "keeps an address in another form of the same URL",
    storing("createWebhook", ({ address }) => ({
      address: address.replace(/^https:..[^/]+/, "HTTPS://SERVICE-admin-verify.example:443"),
    })),
  ],
  [
    "orders rows that tie in another way each time",
    [
      storing("createWebhook", () => ({ created_at: "2026-03-02T08:20:00+00:00" })),
      listing((rows, { query }) => (query.get("sort_by") ? rows : mixed(rows))),
    ],
  ],
  ["sorts texts as if they were upper case", sortingByCapitals],
  [
    "refuses to sort by other fields than created_at",
    refusing(({ query }) => (query.get("sort_by") ?? "created_at") !== "created_at", 400),
  ],
  [
    "takes a limit above the maximum as the maximum",
    querying((query) => Number(query.get("limit")) > LIMIT.most && query.set("limit", `${LIMIT.most}`)),
  ],
  [
    "refuses a page after the last one",
    [
      cutting(slice),
      replying((reply) => reply.body.pagination?.current_page > reply.body.pagination?.total_pages && refusal(404)),
    ],
  ],
  [
    "refuses with the status of a success and a list of errors",
    replying((reply, call) => reply.status >= 400 && success(call, { errors: ["no"] })),
  ],
  [
    "answers get with an error, and the status of a success, for what was deleted",
    replying((reply, call) => reply.status === 404 && success(call, { error: "not found" })),
  ],
  ["allows 15 subscriptions", refusing((call, { rows }) => isCreation(call) && rows.length >= 15), { seed: 0 }],
  [
    "has a closed list of topics, of which the user chooses one",
    refusingCreations(({ topic }) => !/^\w+\/\w+$/.test(topic)),
    { flags: ["--topic", unusedTopic, "--deliver"] },
  ],
  [
    "allows one subscription for a topic",
    refusing((call, { rows }) => isCreation(call) && rows.some(({ topic }) => topic === call.sent.topic), 409),
  ],
  ["ends the token with the exchange", endingToken],
  ["requires a payload of the exchange", refusing(isCall("exchangeAccessToken"), 400)],
  ["knows no event and no app_id", refusingCreations((sent) => "event" in sent || "app_id" in sent)],
  ["updates the newest subscription", updatingNewest],
  ["finds nothing to update", refusing(isCall("updateWebhook"), 404)],
  [
    "asks to wait a second",
    [waiting(1), refusing((call, { calls }) => isCreation(call) && calls.filter(isCreation).length === 2, 429)],
  ],
  ["refuses a page after the last one with the status of a success", refusingPages],
  ["counts deliveries in a field that the contract does not have", countingDeliveries()],
  ["accepts a made-up token", madeUp],
  ["gets subscriptions of others during the walk", othersCreate],
  ["gets one of others between two pages", othersCreateOnce],
  ["has more subscriptions than the largest page holds", [], { seed: 12_000 }],
];

describe("a service follows the document although it", () => {
  test.each(lawful)("%s", async (_, faults, circumstances) => {
    const walked = await walk(faults, circumstances);
    expect([walked.failed, walked.code]).toEqual([[], 0]);
    expect(walked.others).toEqual(walked.before);
    expect(walked.deletedOfOthers).toEqual([]);
    expect(walked.left.filter(({ address }) => address.includes("verification"))).toEqual([]);
  });
});

const closingTopics = refusingCreations(({ topic }) => ![orders.topic, products.topic].includes(topic));

/** Services in which the walk can create nothing, and the reason that it gives. */
const closed: [name: string, faults: Fault | Fault[], reason: string, circumstances?: Circumstances][] = [
  ["creates nothing now", refusing(isCreation, 503), "createWebhook is refused with status 503"],
  [
    "lets the token only read",
    refusing(({ operation }) => !/^(list|get)/.test(operation), 403),
    "does the access token have the scope for it?",
  ],
  ["asks for an hour of patience", [waiting(3600), refusing(isCreation, 429)], "is refused with status 429"],
  ["knows only its own topics", closingTopics, "choose other values with --topic or --address"],
  [
    "knows only its own topics, of which the user has named one that is in use",
    closingTopics,
    `others use the topic "${products.topic}": choose another one with --topic`,
    { flags: ["--topic", products.topic] },
  ],
  [
    "knows only its own topics, and not that of the user",
    closingTopics,
    "createWebhook is refused with status 422",
    { flags: ["--topic", unusedTopic] },
  ],
];

describe("no breach is found, little is checked, and the exit code is 3, where a service", () => {
  test.each(closed)("%s", async (_, faults, reason, circumstances) => {
    const { failed, code, output, others, before, sent, left } = await walk(faults, circumstances);
    expect([failed, code, others, left]).toEqual([[], 3, before, []]);
    expect(output).toMatch(/﹣ something could be created .* # nothing was, so that most is not checked: .+/);
    expect(output).toContain(reason);
    // One was refused, and none that is like it is sent again.
    expect(new Set(sent("createWebhook").map((call) => call.sent.address)).size).toBeLessThanOrEqual(1);
  });
});

const withoutToken = (operation: string) => (call: Call) => call.operation === operation && call.token === null;
const without = (operation: string, name: string) => (call: Call) =>
  isCall(operation)(call) && call.sent[name] === undefined;

/** Why a test was skipped. */
const reasonIn = (output: string, title: string) => new RegExp(`﹣ ${title} \\(.+?\\) # (.+)`).exec(output)?.[1];

/** Tests that expect a refusal, the requests that should be refused, and a status that does not show whether they are. */
const unclear: [title: string, matches: (call: Call, service: Service) => boolean, status: number][] = [
  ["updateWebhook requires an access token", withoutToken("updateWebhook"), 429],
  ["listWebhooks requires an access token", withoutToken("listWebhooks"), 503],
  ["deleteWebhook requires an access token", withoutToken("deleteWebhook"), 500],
  ["it requires an access token", withoutToken("exchangeAccessToken"), 302],
  ["with a token that nobody has", ({ token }) => token?.startsWith("made-up") === true, 502],
  ["nothing is done without address, which is required", without("deliverWebhook", "address"), 403],
  [
    `no higher limit counts: at most ${LIMIT.most} are returned`,
    ({ query }) => query.get("limit") === `${LIMIT.most + 1}`,
    500,
  ],
  [
    "the last page holds the rest, and the one after it nothing",
    ({ query }, { rows }) => {
      const [limit, page] = [Number(query.get("limit")), Number(query.get("page"))];
      return page > 1 && limit < LIMIT.usual && (page - 1) * limit >= rows.length;
    },
    503,
  ],
];

describe("a refusal is not taken as proven", () => {
  test.each(unclear)("where the answer is lost: %s", async (title, matches) => {
    const losing: Fault = (call, next, service) => {
      if (matches(call, service)) throw new Error("lost");
      return next(call);
    };
    const { output, failed } = await walk(losing, { seed: 0 });
    expect(reasonIn(output, title)).toMatch(
      /^\w+ was not answered, so nobody knows whether it was refused: other side closed$/,
    );
    expect(failed).toEqual([]);
  });

  test.each(unclear)("where the answer says nothing of it: %s", async (title, matches, status) => {
    const unclearly: Fault = (call, next, service) => (matches(call, service) ? refusal(status) : next(call));
    const { output, failed } = await walk(unclearly, { seed: 0 });
    const reason = `^\\w+ is answered with status ${status}.*, which says nothing about what was sent$`;
    expect(reasonIn(output, title)).toMatch(new RegExp(reason));
    expect(failed).toEqual([]);
  });
});

/** Whether a list is asked for after a call of an operation. */
const listAfter =
  (operation: string) =>
  (call: Call, { calls }: Service) =>
    isCall("listWebhooks")(call) && calls.some(isCall(operation));
const isWhole = ({ query }: Call) => query.get("limit") === `${LIMIT.most}`;

/** Tests that need the list, and the calls of the list that are refused. */
const unread: [title: string, matches: (call: Call, service: Service) => boolean][] = [
  [
    "all pages together hold each subscription once",
    (call, { calls }) =>
      isWhole(call) && calls.some((each) => each.query.get("sort_order") === "desc" && !isWhole(each)),
  ],
  ["the format xml is kept, as get and the list show", listAfter("updateWebhook")],
  ["sort_by=topic sorts, in both directions", ({ query }) => query.get("sort_by") === "topic"],
  ["a delivery changes no subscription", listAfter("deliverWebhook")],
  ["nothing of the walk is left", listAfter("updateWebhook")],
  ["it changes no foreign subscription", listAfter("exchangeAccessToken")],
];

test.each(unread)("%s: nobody knows, where the list is refused", async (title, matches) => {
  const { output, failed } = await walk(refusing(matches, 429));
  expect(reasonIn(output, title)).toMatch(/^listWebhooks is refused with status 429/);
  expect(output).not.toContain("Warning");
  expect(failed).toEqual([]);
});

test("a breach is told by the exit code also where nothing could be created", async () => {
  const { failed, code } = await walk([refusing(isCreation), showing("exchangeAccessToken", { id: "7" })]);
  expect([failed, code]).toEqual([["it returns the oauth record"], 1]);
});

test("30,000 subscriptions take about 140 requests", { timeout: 300_000 }, async () => {
  const walked = await walk([], { seed: 30_000 });
  expect([walked.code, walked.others, walked.left]).toEqual([0, walked.before, []]);
  const skipped = [...walked.output.matchAll(/^ +﹣ .+ # (.+)$/gm)].map(([, reason]) => reason);
  const byList = [
    "nothing would tell the subscription from foreign ones",
    "all subscriptions of the walk have the same",
  ];
  const reasons = ["it is sent only where no foreign subscription exists", ...(isTopicListed ? byList : [])];
  expect([...new Set(skipped)]).toEqual(reasons.map((reason) => expect.stringContaining(reason)));
  expect(walked.service.calls.length).toBeLessThanOrEqual(150);
});

test("the first deletion shows harm to one of more subscriptions than a page holds, and is the last", async () => {
  const deletingFirst: Fault = (call, next) => next(isCall("deleteWebhook")(call) ? { ...call, id: "1001" } : call);
  const { code, output, sent } = await walk(deletingFirst, { seed: 12_000 });
  expect(output).toContain('Harm: foreign webhook "1001" is missing');
  expect([code, sent("deleteWebhook").length]).toEqual([1, 1]);
});

test("nothing is written, and each test says why, where the list may be cut off after the largest page", async () => {
  const { code, output, service } = await walk(
    listing((rows) => rows.slice(0, LIMIT.most)),
    { seed: 12_000 },
  );
  expect(output).toMatch(/﹣ all that .* # not all of the list can be read, so nobody would see what others lose/);
  expect(output).toMatch(/﹣ everything foreign .* # the walk has written nothing/);
  expect(service.calls.filter(({ operation }) => operation !== "listWebhooks")).toEqual([]);
  expect(code).toBe(3);
});

const status = (operation: string, code: number) =>
  answering(operation, (_body, _call, reply) => Object.assign(reply, { status: code }));

const filling = (operation: string, name: string, value: string) =>
  asking(operation, ({ sent }) => ({ sent: { [name]: value, ...sent } }));

const twiceAfter = (operation: string): Fault => {
  const addresses = new Set<string>();
  const doubled = listing((rows) => rows.flatMap((row) => (addresses.has(row.address) ? [row, row] : [row])));
  return (call, next, service) => {
    if (isCall(operation)(call)) addresses.add(call.sent.address);
    return doubled(call, next, service);
  };
};

/** Services that contradict the document, by the test that must fail first, and what it then says. */
const broken: Record<string, Record<string, Fault | Fault[]>> = {
  "all that exists can be read: it is foreign": {
    "a list that fails": status("listWebhooks", 500),
    "a refused maximum": refusing(({ query }) => query.get("limit") === `${LIMIT.most}`, 400),
    "a list without pagination": answering("listWebhooks", (body) => delete body.pagination),
    "a list as HTML": typed("listWebhooks", "text/html"),
    "a cap at the default": querying(
      (query) => Number(query.get("limit")) > LIMIT.usual && query.set("limit", `${LIMIT.usual}`),
    ),
    "rows without an id": showing("listWebhooks", { id: null }),
  },
  "a topic and an address are enough, and the format is json": {
    "a creation with another status": status("createWebhook", OTHER),
    "a creation with another status and no body": otherStatus,
    "Z where an offset belongs": showing("createWebhook", { created_at: "2026-03-02T08:15:00Z" }),
    "an address in small letters": storing("createWebhook", ({ address }) => ({ address: address.toLowerCase() })),
    "xml by default": storing("createWebhook", (_, { sent }) => ({ format: sent.format ?? "xml" })),
    "an id of others": showing("createWebhook", { id: 1003 }),
  },
  "a second one of the same topic has an id of its own": { "one id for all": showing("createWebhook", { id: 2000 }) },
  "the list shows each of them once, as it was created": {
    "a new subscription that is not listed": listing((rows) => rows.filter(({ id }) => id < 1025)),
    "a silent cap at 25": cutting((rows, page, limit) => slice(rows, page, Math.min(limit, 25))),
    "another format in the list": showing("listWebhooks", ({ id }) => (id > 1024 ? { format: "xml" } : {})),
  },
  "the format xml is kept": {
    "a refused creation with xml": refusing(({ sent }) => sent?.format === "xml"),
    "json in place of xml": storing("createWebhook", () => ({ format: "json" })),
  },
  "secret is accepted, and changes nothing else": {
    "a refused secret": refusingCreations((sent) => "secret" in sent),
  },
  "a subscription of each format is as its creation has shown it": {
    "a forgotten subscription": status("getWebhook", 404),
    "another created_at": showing("getWebhook", { created_at: "2020-03-02T08:15:00+02:00" }),
    "a created_at that is two seconds later": showing("getWebhook", ({ created_at }) => ({
      created_at: inZone(created_at, 0, 2000),
    })),
  },
  "success is true, and the subscription is gone, and nothing else": {
    "a deletion that finds nothing": refusing(isCall("deleteWebhook"), 404),
    "a deletion that says that it failed": withBody("deleteWebhook", { success: false }),
    "a deletion that deletes nothing": deletingNothing,
    "a list from a cache": caching(({ operation }) => operation === "listWebhooks", "createWebhook", "updateWebhook"),
    "a deletion of all that have the topic": async (call, next, service) => {
      const topic = isCall("deleteWebhook")(call) && service.rows.find(({ id }) => String(id) === call.id)?.topic;
      const reply = await next(call);
      service.change((row) => (row.topic === topic ? undefined : row));
      return reply;
    },
    "null after a deletion": replying(
      ({ status }, call) => call.operation === "getWebhook" && status === 404 && success(call, { webhook: null }),
    ),
  },
  [`without limit and page, it is page 1 of ${LIMIT.usual} subscriptions`]: {
    "a default limit of 50": querying((query) => query.set("limit", query.get("limit") ?? "50")),
    "pages of the default limit that overlap": cutting((rows, page, limit, { query }) =>
      query.has("limit") ? slice(rows, page, limit) : rows.slice(page - 1, page - 1 + limit),
    ),
  },
  "limit and page cut the list into pages": {
    "a limit of 1 that counts as none": querying((query) => query.get("limit") === "1" && query.delete("limit")),
    "an unsorted third page": cutting((rows, page, limit) =>
      page === 3 ? slice(rows, page, limit).reverse() : slice(rows, page, limit),
    ),
    "pages that are empty from the fifth on": cutting((rows, page, limit) =>
      page < 5 ? slice(rows, page, limit) : [],
    ),
  },
  "all pages together hold each subscription once": {
    "pages that overlap by one row, where all creations fall into one second": [
      ...["createWebhook", "listWebhooks", "getWebhook", "updateWebhook"].map((operation) =>
        showing(operation, { created_at: "2026-03-02T08:20:00+00:00" }),
      ),
      cutting((rows, page, limit) => {
        const isBetween = page > 1 && page * limit < rows.length && limit > 2;
        return isBetween ? rows.slice((page - 1) * limit - 1, page * limit - 1) : slice(rows, page, limit);
      }),
    ],
    "an order that is lost on page 2": cutting((rows, page, limit, { query }) =>
      page > 1 && query.get("sort_order") === "desc" ? slice(rows.toReversed(), page, limit) : slice(rows, page, limit),
    ),
  },
  "the last page holds the rest, and the one after it nothing": {
    "an empty last page": cutting((rows, page, limit) =>
      page > 4 && page * limit >= rows.length ? [] : slice(rows, page, limit),
    ),
    "the last rows again after the last page": cutting((rows, page, limit) =>
      (page - 1) * limit >= rows.length ? rows.slice(-limit) : slice(rows, page, limit),
    ),
    "null in place of an empty page": answering(
      "listWebhooks",
      (body) => body.webhooks.length === 0 && Object.assign(body, { webhooks: null }),
    ),
  },
  "sort_by=created_at sorts, in both directions": {
    "an ignored sort_order": querying((query) => query.delete("sort_order")),
  },
  "limit and page count also where no order is named": {
    "a limit that is ignored without sort_by": querying((query) => query.has("sort_by") || query.delete("limit")),
    "a page that is ignored without sort_by": querying((query) => query.has("sort_by") || query.delete("page")),
  },
  "the format xml is kept, as get and the list show": {
    "a missing update": status("updateWebhook", 405),
    "a refused update with xml": refusing((call) => isCall("updateWebhook")(call) && call.sent.format === "xml"),
    "a get from a cache": caching(({ operation }) => operation === "getWebhook", "deleteWebhook"),
    "an update that changes nothing": asking("updateWebhook", ({ sent }) => ({
      sent: sent && { ...sent, format: undefined },
    })),
    "an update that is answered, and not kept": [
      asking("updateWebhook", ({ sent }) => ({ sent: { ...sent, format: "json" } })),
      showing("updateWebhook", { format: "xml" }),
    ].reverse(),
    "rows that come twice once they were updated": twiceAfter("updateWebhook"),
  },
  "a format that is left out is json": {
    "an update that keeps the format": asking("updateWebhook", ({ sent }) => ({ sent: { format: "xml", ...sent } })),
  },
  [`limit=${LIMIT.most} is accepted, and not reduced`]: {
    "a cap at 250": querying((query) => Number(query.get("limit")) > 250 && query.set("limit", "250")),
  },
  [`no higher limit counts: at most ${LIMIT.most} are returned`]: {
    "a higher limit": [
      listing((rows) => rows),
      querying((query) => query.get("limit") === `${LIMIT.most + 1}` && query.set("limit", `${LIMIT.most}`)),
    ],
  },
  "sort_by may come without sort_order": {
    "a sort_by that fails alone": refusing(({ query }) => query.has("sort_by") && !query.has("sort_order"), 500),
  },
  "sort_by=updated_at sorts, in both directions": {
    "an order by what updated_at was": [
      showing("updateWebhook", { updated_at: "2030-01-01T00:00:00+00:00" }),
      storing("updateWebhook", () => ({ updated_at: "2030-01-01T00:00:00+00:00" })),
      querying((query) => query.get("sort_by") === "updated_at" && query.set("sort_by", "created_at")),
    ],
  },
  "sort_by=topic sorts, in both directions": {
    // Where all topics are the same, no order shows.
    ...(!isTopicListed && {
      "an ignored topic": querying((query) => query.get("sort_by") === "topic" && query.delete("sort_by")),
    }),
    "an order that loses rows": listing((rows, { query }) =>
      query.get("sort_by") === "topic" ? rows.slice(0, 7) : rows,
    ),
  },
  "a delivery of json is answered with a subscription": {
    "a delivery without an id": answering("deliverWebhook", ({ webhook }) => delete webhook.id),
  },
  "a delivery of xml is answered with a subscription": {
    "a refused delivery of xml": refusing((call) => isCall("deliverWebhook")(call) && call.sent.format === "xml"),
  },
  "a delivery changes no subscription": {
    "rows that come twice once they were delivered": twiceAfter("deliverWebhook"),
  },
  "updateWebhook requires an access token": {
    "an open update": open("updateWebhook"),
    "an update in secret": secretly("updateWebhook"),
  },
  "listWebhooks requires an access token": {
    "a cache that does not look at the token": caching(({ token, query }) => token === null && query.size > 0),
  },
  "createWebhook requires an access token": { "a creation in secret": secretly("createWebhook") },
  "deliverWebhook requires an access token": { "an open trigger": open("deliverWebhook") },
  "deleteWebhook requires an access token": {
    "an open deletion": open("deleteWebhook"),
    "a deletion in secret": secretly("deleteWebhook"),
  },
  "it returns the oauth record": {
    "a time with an offset": showing("exchangeAccessToken", { created_at: "2026-03-02T08:15:00+00:00" }),
  },
  "it requires an access token": { "an open exchange": open("exchangeAccessToken") },
};

// Where foreign subscriptions exist, a creation without its topic is not sent: it might reach one of them.
test("a creation without a topic fails where no foreign subscription exists", async () => {
  const { code, failed, left } = await walk([filling("createWebhook", "topic", unusedTopic)], { seed: 0 });
  expect([failed[0], code, left]).toEqual(["nothing is done without topic, which is required", 1, []]);
});

describe.each(Object.entries(broken))("%s: this fails for", (title, services) => {
  test.each(Object.entries(services))("%s", async (_, faults) => {
    const { code, failed, output, before, others } = await walk(faults);
    expect([failed[0], code]).toEqual([title, 1]);
    expect(output).toContain("[Breach: ");
    expect(others).toEqual(before);
  });
});

test.each([
  ["a format", "the format xml is kept", storing("createWebhook", () => ({ format: "json" }))],
  [
    "an address",
    "a topic and an address are enough, and the format is json",
    storing("createWebhook", ({ address }) => ({ address: `${address}#`.toLowerCase() })),
  ],
])("%s that is not kept is told once, not by every test that sees it", async (_, title, fault) => {
  const { failed, output } = await walk(fault);
  expect(failed).toEqual([title]);
  expect(output.match(/^ +\[Breach: /gm)).toHaveLength(2);
});

test("a creation that puts its subscription in the place of another one is told once, and nothing is left", async () => {
  const replacing: Fault = async (call, next, service) => {
    const first = service.rows.find(({ address }) => address.includes("verification="));
    if (!first || !isCreation(call) || service.calls.filter(isCreation).length !== 2) return next(call);
    const webhook = { ...first, ...call.sent };
    service.change((row) => (row.id === first.id ? webhook : row));
    return success(call, { webhook });
  };
  const { failed, left, others, before } = await walk(replacing);
  expect(failed).toEqual(["a second one of the same topic has an id of its own"]);
  expect([left, others]).toEqual([[], before]);
});

test("a creation with another status is told as that, and not as a subscription that nobody has created", async () => {
  const { output, code } = await walk(otherStatus);
  expect(output).toContain(`[Breach: createWebhook answers with status ${OTHER}, and the document with ${CREATED}]`);
  expect(output).not.toContain("is in the list, and no creation has returned it");
  expect(code).toBe(1);
});

test("a change of a foreign subscription in a field outside the contract, after a write, is worth a warning", async () => {
  const { output, failed } = await walk(countingDeliveries());
  const warnings = output.match(/Warning: A field that the contract does not have: .+/g);
  expect(warnings).toEqual([
    "Warning: A field that the contract does not have: after deliverWebhook, deliveries of foreign webhooks has changed",
  ]);
  expect(failed).toEqual([]);
});

test("with --strict, such a change after a deletion fails a test, and is not taken for harm: nothing is left", async () => {
  let deletions = 0;
  const counting = [alongside("deleteWebhook", () => deletions++), showing("listWebhooks", () => ({ deletions }))];
  const { output, code, left, others, before } = await walk(counting, { flags: ["--strict"] });
  expect(output).toContain(
    "after deleteWebhook, deletions of foreign webhooks has changed (a warning without --strict)",
  );
  expect(output).not.toContain("Harm");
  expect([code, left, others]).toEqual([1, [], before]);
});

test("one wrong form is told once, not by every test that sees it", async () => {
  const created_at = "2026-03-02T08:15:00Z";
  const everywhere = ["createWebhook", "listWebhooks", "getWebhook", "updateWebhook", "deliverWebhook"];
  const { failed } = await walk(everywhere.map((operation) => showing(operation, { created_at })));
  expect(failed).toEqual(["all that exists can be read: it is foreign"]);
});
