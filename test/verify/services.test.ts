import { describe, expect, test, vi } from "vitest";
import { operations } from "../../generated/contract.js";
import { uncheckedOf } from "../../src/verify/checks.js";
import { obstacleOf } from "../../src/verify/run.js";
import { type Options, Run } from "../../src/verify/safety.js";
import { CREATED, LIMIT, orders, products, unusedTopic } from "../sandbox/transports.js";
import {
  also,
  type Call,
  changes,
  cuts,
  deletesNothing,
  type Fault,
  FIRST_OWN,
  follows,
  isCall,
  type Json,
  lists,
  queries,
  receives,
  refuses,
  shows,
  slice,
  stores,
  success,
  TOKEN,
  verified,
} from "./service.js";

// What verify finds, and what it does not accuse a service of.

const isNew = (row: Json) => /verification=/i.test(row.address);
const inZone = (time: string, hours: number, later = 0) =>
  `${new Date(Date.parse(time) + later + hours * 3_600_000).toISOString().slice(0, 19)}+0${hours}:00`;
const status = (operation: Parameters<typeof changes>[0], code: number) =>
  changes(operation, (reply) => Object.assign(reply, { status: code }));
const typed = (operation: Parameters<typeof changes>[0], type: string) =>
  changes(operation, (reply) => Object.assign(reply, { headers: { "Content-Type": type } }));
const open = (operation: Parameters<typeof receives>[0]) =>
  receives(operation, ({ token }) => ({ token: token ?? TOKEN }));
const sortBy = (call: Call) => call.query.get("sort_by");

/** Does what requests without a token ask for, behind a refusal. */
const secretly = (operation: string): Fault => {
  return async (call, next) => {
    if (call.operation === operation && call.token === null) await next({ ...call, token: TOKEN });
    return next(call);
  };
};

/** Answers reads as they were answered first, until a call clears all that it knows. */
const caches = (operation: string, ...clearing: string[]): Fault => {
  const answers = new Map<string, Json>();
  return async (call, next) => {
    if (clearing.includes(call.operation)) answers.clear();
    if (call.operation !== operation) return next(call);
    const read = `${call.id} ${call.query}`;
    const known = structuredClone(answers.get(read));
    if (known) return known;
    const reply = await next(call);
    if (reply.status < 300) answers.set(read, structuredClone(reply));
    return reply;
  };
};

/** All subscriptions of the run were created in the same second. */
const inOneSecond = stores("createWebhook", () => ({ created_at: "2026-03-02T08:20:00+00:00" }));

type Broken = readonly [service: string, faults: Fault | Fault[], check: string | RegExp, message: RegExp];

/** Services that contradict the contract: the check that fails first, and what it says. */
const broken: Broken[] = [
  [
    "lists 20 at most",
    queries((query) => query.set("limit", `${Math.min(20, Number(query.get("limit") ?? 20))}`)),
    /all that exists/,
    /does not show all subscriptions: another page or order shows more/,
  ],
  [
    "has no pagination",
    changes("listWebhooks", ({ body }) => delete body.pagination),
    /all that exists/,
    /pagination is required/,
  ],
  ["answers another content type", typed("getWebhook", "text/html"), /shown as it was/, /content type is "text\/html"/],
  ["creates with another status", status("createWebhook", CREATED + 1), /are enough/, /status is 201, not 200/],
  [
    "writes Z where an offset belongs",
    shows("createWebhook", { created_at: "2026-03-02T08:15:00Z" }),
    /are enough/,
    /created_at must look like/,
  ],
  [
    "has another default format",
    receives("createWebhook", ({ sent }) => ({ sent: sent && { format: "xml", ...sent } })),
    /are enough/,
    /format is "xml", not "json"/,
  ],
  [
    "shows an id as text",
    shows("getWebhook", ({ id }) => ({ id: `${id}` })),
    /shown as it was/,
    /id must be an integer, and is "\d+"/,
  ],
  [
    "answers each creation with the first one",
    shows("createWebhook", { id: FIRST_OWN }),
    /second one has an id of its own/,
    /in the list, and no creation has returned it/,
  ],
  [
    "loses xml at a creation",
    receives("createWebhook", ({ sent }) => ({ sent: sent && { ...sent, format: "json" } })),
    /format xml is kept$/,
    /format is "json", not "xml"/,
  ],
  [
    "refuses xml at a creation",
    refuses(({ operation, sent }) => operation === "createWebhook" && sent.format === "xml"),
    /format xml is kept$/,
    /createWebhook refuses xml: 422 {"error":"no"}/,
  ],
  [
    "keeps any format",
    [
      receives("createWebhook", ({ sent }) => ({
        sent: sent && { ...sent, format: sent.format === "xml" ? "xml" : "json" },
      })),
      changes(
        "createWebhook",
        ({ body }, { sent }) => sent.format && Object.assign(body.webhook, { format: sent.format }),
      ),
    ],
    /does not list is not kept/,
    /format must be json or xml, and is "no-json"/,
  ],
  [
    "refuses a secret",
    refuses(({ operation, sent }) => operation === "createWebhook" && sent.secret),
    /secret is accepted/,
    /refuses secret/,
  ],
  [
    "lists another format",
    shows("listWebhooks", (row) => (isNew(row) ? { format: "xml" } : {})),
    /list shows each/,
    /format is "xml", not "json"/,
  ],
  [
    "does not list what was created",
    lists((rows) => rows.filter((row) => !isNew(row))),
    /are enough/,
    /is not in the list/,
  ],
  [
    "lists twice what was updated",
    lists((rows, _, { calls }) =>
      rows.flatMap((row) =>
        calls.some((call) => isCall("updateWebhook")(call) && call.sent.address === row.address) ? [row, row] : [row],
      ),
    ),
    /format xml is kept, as get/,
    /shows webhook "\d+" 2 times/,
  ],
  [
    "shows another time of creation",
    shows("getWebhook", ({ created_at }) => ({ created_at: inZone(created_at, 0, 2000) })),
    /shown as it was/,
    /created_at is /,
  ],
  [
    "shows something for an unknown id",
    receives("getWebhook", ({ id }) => ({ id: id.replace(/^no-.*/, "1001") })),
    /id that no subscription has/,
    /for an unknown id/,
  ],
  ["has no update", status("updateWebhook", 405), /format xml is kept, as get/, /status is 405/],
  [
    "updates nothing",
    (call, next, { rows }) =>
      isCall("updateWebhook")(call)
        ? success(call, { webhook: { ...rows.find(({ address }) => address === call.sent.address), ...call.sent } })
        : next(call),
    /format xml is kept, as get/,
    /getWebhook: format is "json", not "xml"/,
  ],
  [
    "gets from a cache that no update clears",
    caches("getWebhook", "deleteWebhook"),
    /format xml is kept, as get/,
    /getWebhook: format is "json", not "xml"/,
  ],
  [
    "delivers without an id",
    changes("deliverWebhook", ({ body }) => delete body.webhook.id),
    /delivery of json/,
    /id is required/,
  ],
  ["finds nothing to delete", refuses(isCall("deleteWebhook"), 404), /is not kept|success is true/, /status is 404/],
  [
    "says that a deletion has failed",
    changes("deleteWebhook", ({ body }) => Object.assign(body, { success: false })),
    /success is true/,
    /success is false/,
  ],
  ["deletes nothing", deletesNothing, /success is true/, /still in the list/],
  [
    "gets null for what was deleted",
    async (call, next) => {
      const reply = await next(call);
      const isGone = call.operation === "getWebhook" && reply.status === 404 && !call.id.startsWith("no-");
      return isGone ? success(call, { webhook: null }) : reply;
    },
    /success is true/,
    /still shows/,
  ],
  [
    "deletes all of the run that have the topic",
    async (call, next, service) => {
      const topic = isCall("deleteWebhook")(call) && service.rows.find(({ id }) => String(id) === call.id)?.topic;
      const reply = await next(call);
      service.change((row) => (row.topic === topic ? undefined : row));
      return reply;
    },
    /success is true/,
    /is not in the list/,
  ],
  [
    "has another default limit",
    queries((query) => query.set("limit", query.get("limit") ?? `${LIMIT.usual + 3}`)),
    /without limit/,
    new RegExp(`${LIMIT.usual + 3} subscriptions, not ${LIMIT.usual}`),
  ],
  [
    "ignores the page",
    queries((query) => query.get("limit") !== `${LIMIT.most}` && query.set("page", "1")),
    /without limit/,
    /page=2: it has/,
  ],
  [
    "ignores the limit where no order is named",
    queries((query) => query.has("sort_by") || query.delete("limit")),
    /limit and page choose/,
    /limit=1&page=2: it has \d+ subscriptions, not 1$/,
  ],
  [
    "has an empty last page",
    cuts((rows, page, limit) => (page > 4 && page * limit >= rows.length ? [] : slice(rows, page, limit))),
    /last page holds/,
    /it has 0 subscriptions/,
  ],
  [
    "begins pages one early",
    [
      cuts((rows, page, limit) =>
        page > 1 && page * limit < rows.length && limit > 2
          ? rows.slice((page - 1) * limit - 1, page * limit - 1)
          : slice(rows, page, limit),
      ),
      inOneSecond,
    ],
    /all pages together/,
    /on none/,
  ],
  [
    "reduces the maximum",
    queries((query) => Number(query.get("limit")) > 250 && query.set("limit", "250")),
    /is the maximum/,
    /is reduced: per_page is 250/,
  ],
  [
    "has a higher maximum",
    [
      queries((query) => query.get("limit") === `${LIMIT.most + 1}` && query.set("limit", `${LIMIT.most}`)),
      lists((rows) => rows),
    ],
    /is the maximum/,
    /limit=10001 is accepted/,
  ],
  [
    "fails at sort_by alone",
    refuses(({ query }) => query.has("sort_by") && !query.has("sort_order"), 500),
    /without sort_order/,
    /status is 500/,
  ],
  [
    "ignores sort_order",
    queries((query) => query.delete("sort_order")),
    /sort_by=created_at sorts/,
    /sort_order=desc shows/,
  ],
  [
    "loses the order on the second page",
    [
      cuts((rows, page, limit, { query }) =>
        page > 1 && query.get("sort_order") === "desc"
          ? slice(rows.toReversed(), page, limit)
          : slice(rows, page, limit),
      ),
    ],
    /all pages together|sort_by=created_at/,
    /on none|shows/,
  ],
  [
    "sorts by updated_at as it was",
    [
      queries((query) => query.get("sort_by") === "updated_at" && query.set("sort_by", "created_at")),
      stores("updateWebhook", () => ({ updated_at: "2030-01-01T00:00:00+00:00" })),
    ],
    /sort_by=updated_at/,
    /shows/,
  ],
  [
    "sorts by the topic where the address was asked for",
    queries((query) => query.get("sort_by") === "address" && query.set("sort_by", "topic")),
    /sort_by=address/,
    /shows/,
  ],
  [
    "loses subscriptions when it sorts",
    lists((rows, call) => (sortBy(call) === "topic" ? rows.slice(0, 7) : rows)),
    /sort_by=topic/,
    /shows 7 of/,
  ],
  ...(["updateWebhook", "getWebhook", "deliverWebhook", "deleteWebhook", "createWebhook", "listWebhooks"] as const).map(
    (operation): Broken => [
      `does not ask ${operation} for a token`,
      open(operation),
      `${operation} requires an access token`,
      new RegExp(`${operation} succeeds without an access token`),
    ],
  ),
  [
    "lists from a cache that does not look at the token",
    caches("listWebhooks", "createWebhook", "updateWebhook", "deliverWebhook", "deleteWebhook"),
    "listWebhooks requires an access token",
    /succeeds without/,
  ],
  ...(
    [
      ["updateWebhook", /format is "xml", not "json"/],
      ["createWebhook", /no creation has returned it/],
      ["deleteWebhook", /is not in the list/],
    ] as const
  ).map(
    ([operation, message]): Broken => [
      `carries out ${operation} without a token, behind a refusal`,
      secretly(operation),
      `${operation} requires an access token`,
      message,
    ],
  ),
  [
    "exchanges another key",
    changes("exchangeAccessToken", (reply) => Object.assign(reply, { body: { token: {} } })),
    /oauth record/,
    /oauth is required/,
  ],
  ["exchanges without a token", open("exchangeAccessToken"), "it requires an access token", /succeeds without/],
];

describe.concurrent("services with a breach", () => {
  test.each(broken)("a breach is found in a service that %s", async (_, faults, check, message) => {
    const { code, output, failed, messages, left, service, foreign } = await verified(faults);
    expect(failed[0]).toMatch(check);
    expect(messages[0]).toMatch(/^Breach: /);
    expect(messages[0]).toMatch(message);
    expect([code, foreign]).toEqual([1, service.before]);
    for (const { id } of left) expect(output).toContain(`webhook "${id}", topic`);
  });

  test.each([
    [
      "creates without a topic",
      receives("createWebhook", ({ sent }) => ({ sent: sent && { topic: unusedTopic, ...sent } })),
      ["nothing is created without topic, which is required"],
    ],
    [
      "delivers without a topic or an address",
      ((call, next, { rows }) =>
        isCall("deliverWebhook")(call) ? success(call, { webhook: rows[0] }) : next(call)) as Fault,
      [
        "nothing is delivered without topic, which is required",
        "nothing is delivered without address, which is required",
      ],
    ],
  ] as const)("%s, and has no foreign subscriptions", async (_, fault, checks) => {
    const { failed } = await verified(fault, {}, 0);
    expect(failed).toEqual(checks);
  });
});

const isCreation = isCall("createWebhook");

/** Shows ids above 2^53, which a `number` would round, in place of those that the sandbox has. */
const withLongIds: Fault = async (call, next) => {
  const first = 9_007_199_254_740_993_000n;
  const reply = await next({ ...call, id: /^\d+$/.test(call.id) ? String(BigInt(call.id) - first) : call.id });
  return {
    ...reply,
    body: JSON.stringify(reply.body).replaceAll(/"id":(\d+)/g, (_, id) => `"id":${first + BigInt(id)}`),
  };
};

/** Reads show what was written only once the run has waited. */
function lags(): Fault {
  let shown: Json[] | undefined;
  let waits = 0;
  return async (call, next, service) => {
    if (shown === undefined || service.waits > waits) {
      waits = service.waits;
      shown = structuredClone(service.rows);
    }
    const rows = shown;
    const found = rows.find(({ id }) => String(id) === call.id);
    if (call.operation === "getWebhook" && call.token === TOKEN)
      return found ? success(call, { webhook: found }) : next({ ...call, id: "0" });
    return lists((all) =>
      all
        .flatMap(({ id }) => rows.find((row) => row.id === id) ?? [])
        .concat(rows.filter(({ id }) => !all.some((row) => row.id === id))),
    )(call, next, service);
  };
}

const shortTimes = ({ created_at, updated_at }: Json) => {
  const cut = (time: string) => time.replace(/:\d\d(?=(Z|[+-]\d\d:\d\d)$)/, "");
  return { created_at: cut(created_at), updated_at: cut(updated_at) };
};

let turn = 0;
const mixed = (rows: Json[]) => {
  turn++;
  return rows.toSorted((one, other) => ((one.id * turn) % 31) - ((other.id * turn) % 31));
};

const updatesAllOfTheTopic: Fault = (call, next, service) => {
  if (!isCall("updateWebhook")(call)) return next(call);
  const isMeant = (row: Json) => row.topic === call.sent.topic;
  const changed = (row: Json) => ({ ...row, format: call.sent.format ?? "json" });
  service.change((row) => (isMeant(row) ? changed(row) : row));
  return success(call, { webhook: service.rows.find(isMeant) });
};

const updatesNewest: Fault = (call, next, service) => {
  if (!isCall("updateWebhook")(call)) return next(call);
  const newest = service.rows.toSorted((one, other) => other.id - one.id)[0];
  const webhook = { ...newest, format: "json", ...call.sent };
  service.change((row) => (row.id === newest.id ? webhook : row));
  return success(call, { webhook });
};

const endsToken = (): Fault => {
  let isEnded = false;
  return async (call, next) => {
    if (isEnded) return { status: 401, body: {} };
    const reply = await next(call);
    isEnded = call.operation === "exchangeAccessToken" && reply.status === 200;
    return reply;
  };
};

/** Asks once to wait. */
const once429 = (): Fault => {
  let count = 0;
  return refuses((call) => isCreation(call) && count++ === 2, 429, { "Retry-After": "1" });
};

/** Services that follow the contract, in a way that may look like a breach; and a line that the output then has. */
const lawful: [
  service: string,
  faults: Fault | Fault[],
  line?: string | undefined,
  options?: Partial<Options>,
  seed?: number,
][] = [
  ["is the sandbox", follows, "How the subscription to update is identified: by its topic and address"],
  ["has no subscriptions", follows, undefined, {}, 0],
  ["has ids above 2^53", withLongIds],
  [
    "always says in per_page how many a page holds by default",
    changes("listWebhooks", ({ body }) => Object.assign(body.pagination, { per_page: LIMIT.usual })),
    `per_page is ${LIMIT.usual}, where the contract assumes`,
  ],
  [
    "counts its pages from 0",
    changes("listWebhooks", ({ body }) => body.pagination.current_page--),
    "What the four fields of `pagination` mean",
  ],
  [
    "writes timestamps without seconds",
    (["createWebhook", "listWebhooks", "getWebhook", "updateWebhook", "deliverWebhook"] as const).map((operation) =>
      shows(operation, shortTimes),
    ),
    'created_at is "20',
  ],
  ["has reads that lag behind its writes", lags(), "reads lag behind writes"],
  [
    "keeps an address in another form of the same URL",
    stores("createWebhook", ({ address }) => ({
      address: address.replace(/^https:..[^/]+/, "HTTPS://SERVICE-admin-verify.example:443"),
    })),
    undefined,
  ],
  [
    "writes times in another zone each time, rounded",
    shows("listWebhooks", ({ created_at }) => ({ created_at: inZone(created_at, 1 + (++turn % 7)) })),
  ],
  [
    "orders subscriptions of the same time in another way each time",
    [lists((rows, call) => (sortBy(call) ? rows : mixed(rows))), inOneSecond],
  ],
  [
    "changes several of the run's own subscriptions at an update",
    updatesAllOfTheTopic,
    "an update changes several of this run's own subscriptions",
  ],
  ["updates the newest subscription", updatesNewest, "another one of this run is updated"],
  [
    "keeps the format at an update without one",
    async (call, next, { rows }) => {
      const before = rows.find(({ address }) => address === call.sent?.address);
      return next(isCall("updateWebhook")(call) ? { ...call, sent: { format: before?.format, ...call.sent } } : call);
    },
    "no: the format stays",
  ],
  [
    "has foreign subscriptions with addresses and topics in a form of their own",
    shows("listWebhooks", (row) =>
      row.id === 1001 ? { topic: "orders/items/create", address: "https://bücher.example/a b" } : {},
    ),
    'Which topics are allowed: topic is "orders/items/create"',
  ],
  ["asks once to wait", once429(), "Which rate limits apply"],
  [
    "knows its own topics, of which the user names one",
    refuses(({ operation, sent }) => operation === "createWebhook" && /-/.test(sent.topic)),
    undefined,
    { topic: unusedTopic },
  ],
  [
    "allows one subscription for a topic",
    refuses((call, { rows }) => isCreation(call) && rows.some(({ topic }) => topic === call.sent.topic), 409),
  ],
  [
    "finds nothing to update",
    refuses(({ operation }) => operation === "updateWebhook", 404),
    "an update by topic and address is refused: 404",
  ],
  ["sorts by created_at alone", refuses((call) => (sortBy(call) ?? "created_at") !== "created_at", 400)],
  ["accepts ten subscriptions", refuses((call, { rows }) => isCreation(call) && rows.length >= 10), undefined, {}, 0],
  [
    "accepts any token",
    (call, next) => next({ ...call, token: call.token && TOKEN }),
    "a made-up access token is accepted",
  ],
  ["requires a body to exchange a token", refuses(({ operation }) => operation === "exchangeAccessToken", 400)],
  ["ends the access token with the exchange", endsToken(), "after an exchange, the access token is refused: 401"],
  [
    "shows the last subscriptions again after the last page",
    cuts((rows, page, limit) =>
      page > 0 && (page - 1) * limit >= rows.length ? rows.slice(-limit) : slice(rows, page, limit),
    ),
    "What a page after the last one holds",
  ],
  [
    "refuses with the status of a success and a list of errors",
    async (call, next) => {
      const reply = await next(call);
      return reply.status >= 400 ? success(call, { errors: ["no"] }) : reply;
    },
  ],
  [
    "gets subscriptions of others during the run",
    also("createWebhook", async (service, call) => {
      if (service.waits === 0) await service.ask({ ...call, sent: { ...products, address: orders.address } });
    }),
  ],
];

describe.concurrent("services without a breach", () => {
  test.each(lawful)("no breach is found in a service that %s", async (_, faults, line, options, seed) => {
    const { code, messages, left, output, service, foreign } = await verified(faults, options, seed);
    expect([messages, code, left.filter(isNew)]).toEqual([[], 0, []]);
    expect(foreign).toEqual(service.before);
    if (line !== undefined) expect(output).toContain(line);
  });
});

test.each<[string, Fault]>([
  ["addresses in small letters", stores("createWebhook", ({ address }) => ({ address: address.toLowerCase() }))],
  ["addresses without their query", stores("createWebhook", ({ address }) => ({ address: address.split("?")[0] }))],
  ["each id as text", changes("getWebhook", ({ body }) => Object.assign(body.webhook, { id: `${body.webhook.id}` }))],
  [
    "no list, but something else",
    (call, next) => (call.operation === "listWebhooks" ? success(call, { status: "ok" }) : next(call)),
  ],
])("a service that shows %s fails once, with one cause, and a line that repeats the request", async (_, fault) => {
  const { failed, output, left } = await verified(fault);
  expect([failed.length, left]).toEqual([1, []]);
  expect(output.match(/^ +✖/gm)).toHaveLength(1);
  expect(output).toMatch(
    /Repeat it: curl -i -X (GET|POST) 'http:.*' -H "X-Service-Access-Token: \$SERVICE_ACCESS_TOKEN"/,
  );
});

test("a service that cannot be reached because of its certificate, or a proxy, names the setting of Node.js", async () => {
  const failing = (code: string) => async () => {
    throw Object.assign(new TypeError("fetch failed"), { cause: Object.assign(new Error("no way"), { code }) });
  };
  const reach = (code: string) =>
    obstacleOf(new Run({ server: "https://x.example", token: "t", address: "", deliver: false, fetch: failing(code) }));
  vi.stubEnv("HTTPS_PROXY", "");
  vi.stubEnv("HTTP_PROXY", "http://proxy.example");
  expect(await reach("DEPTH_ZERO_SELF_SIGNED_CERT")).toContain("NODE_EXTRA_CA_CERTS");
  expect(await reach("ECONNREFUSED")).toMatch(
    /^cannot be reached: no way\. Node.js reads HTTP_PROXY only with NODE_USE_ENV_PROXY=1/,
  );
  vi.unstubAllEnvs();
});

test("each operation of the contract is checked, and a new one is named as not checked", () => {
  expect(uncheckedOf([...Object.keys(operations), "restoreWebhook"])).toEqual(["restoreWebhook"]);
});
