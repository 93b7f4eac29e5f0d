import type { VerifyOptions } from "../../src/verify/flags.js";
import type { Item } from "../worlds/webhooks.js";
import { asked, fields, goneAs, headers, lagging, listing, on, query, refusing, storing, withIds } from "./layers.js";
import { aboutItem, type Call, type Fault, idOf, itemsIn, refusal, success, TOKEN } from "./service.js";

/** A service that follows the document in a way that looks like a breach. */
export type Conforming = readonly [title: string, circumstances: Circumstances, ...faults: Fault[]];

/** How the walk is called, and what else is there. */
export interface Circumstances {
  options?: Partial<VerifyOptions>;
  seed?: number;
  /** What the result must say that it did not check. */
  notChecked?: RegExp;
}

/** More than a `number` can hold without rounding. */
const FIRST_ID = 9_007_199_254_740_993_000n;

const isCreate = ({ role }: Call) => role === "create";
const topicOf = ({ sent }: Call) => String(sent["topic"]);
const addressOf = ({ sent }: Call) => String(sent["address"]);

/** Refuses creations as soon as there are so many of the token. */
function quota(most: number): Fault {
  return async (call, next, service) =>
    isCreate(call) && call.token === TOKEN && (await service.rows()).length >= most
      ? refusal(422, { error: "quota exceeded" })
      : next(call);
}

/** Refuses a creation with a value that another subscription has. */
function taken(field: string): Fault {
  return async (call, next, service) =>
    isCreate(call) && call.token === TOKEN && (await service.rows()).some((row) => row[field] === call.sent[field])
      ? refusal(409)
      : next(call);
}

/** Updates the subscription that was created last. */
function updatingNewest(): Fault {
  return async (call, next, service) => {
    const { topic, address, format = "json" } = call.sent;
    const isValid = topic !== undefined && address !== undefined && (format === "json" || format === "xml");
    if (call.role !== "update" || call.token !== TOKEN || !isValid) return next(call);
    const row = (await service.rows()).toSorted((one, other) => Number(other["id"]) - Number(one["id"]))[0] ?? {};
    const changes = { format: "json", ...call.sent };
    service.patch(idOf(row), changes);
    return success({ webhook: { ...row, ...changes } });
  };
}

/** A token is refused once it has been exchanged. */
export function endingToken(): Fault {
  let isEnded = false;
  return async (call, next) => {
    if (isEnded) return refusal(401);
    const reply = await next(call);
    isEnded = call.role === "exchange" && reply.status === 200;
    return reply;
  };
}

/** Sorts texts as if all their letters were upper or lower case, as databases do. */
function sortedBy(fold: (text: string) => string): Fault {
  const folded = (row: Item, field: string) => fold(String(row[field]));
  return listing((rows, { query: asked }) => {
    const field = asked.get("sort_by") ?? "";
    if (field !== "topic" && field !== "address") return rows;
    const sign = asked.get("sort_order") === "desc" ? -1 : 1;
    return rows.toSorted((one, other) => (folded(one, field) < folded(other, field) ? -sign : sign));
  });
}

/** Topics whose order depends on how a service compares letters. */
const underscored = fields("list", ({ id, topic }) => ({
  topic: Number(id) > 1024 ? topic : `a${["_b", "Ab", "ab", "zb"][Number(id) % 4]}/c`,
}));

const SCOPES = /scope/;
const TOPIC = /--topic/;
const ADDRESS = /--address/;

/** Services that follow the document. */
export const conformingServices: readonly Conforming[] = [
  ["it has no subscription", { seed: 0 }],
  [
    "rows that tie come in another order with every request",
    {},
    storing(() => ({ created_at: "2026-03-02T10:20:00+02:00" })),
    tyingAnyhow("created_at"),
  ],
  ["its rows tie, and come in another order, unless a request names an order", {}, tyingAnyhow("format", true)],
  [
    "it adds other fields",
    {},
    on("list", ({ body }) => Object.assign(Object(body), { nickname: "Lamp" })),
    fields("list", { nickname: "Lamp" }),
    fields("create", { nickname: "Lamp" }),
    fields("get", { nickname: "Torch" }),
  ],
  ["it sorts texts in upper case", {}, sortedBy((text) => text.toUpperCase()), underscored],
  ["it sorts texts in lower case", {}, sortedBy((text) => text.toLowerCase()), underscored],
  [
    "it delivers only to a subscription",
    {},
    async (call, next, service) =>
      call.role !== "trigger" || (await service.rows()).some((row) => addressOf(call) === row["address"])
        ? next(call)
        : refusal(404, { error: "no subscription" }),
  ],
  ["its content type is in another case", {}, headers("get", { "content-type": "Application/JSON;charset=UTF-8" })],
  [
    "its ids are greater than 2^53",
    {},
    withIds(
      (id) => FIRST_ID + BigInt(id),
      (shown) => String(BigInt(shown) - FIRST_ID),
    ),
  ],
  ["its reads lag behind its writes", { options: { settle: 2_000 } }, lagging(300)],
  [
    "its timestamps have fractions and negative offsets",
    {},
    storing(() => ({
      created_at: `${new Date(Date.now() - 5 * 3_600_000).toISOString().slice(0, 19)}.123456-05:00`,
    })),
  ],
  [
    "it refuses with other statuses, in plain text",
    {},
    async (call, next) => {
      const reply = await next(call);
      return reply.status < 400 ? reply : { status: 400, headers: {}, body: "No." };
    },
  ],
  [
    "it refuses with status 200 and a body that is no success",
    {},
    (call, next) => (call.token === TOKEN ? next(call) : refusal(200)),
  ],
  [
    "it treats a limit above the maximum as the maximum",
    {},
    query((asked) => Number(asked.get("limit")) > 10_000 && asked.set("limit", String(10_000))),
  ],
  [
    "it refuses a page after the last one",
    {},
    async (call, next) => {
      const reply = await next(call);
      const { current_page = 1, total_pages = 1 } = Object(Object(reply.body).pagination);
      return current_page > total_pages ? refusal(404) : reply;
    },
  ],
  ["it creates nothing now", { notChecked: /create, listed, .*: status 503/ }, refusing(isCreate, 503)],
  [
    "its token exchange requires a payload",
    { notChecked: /exchange: .*--exchange-body/ },
    refusing(({ role, body }) => role === "exchange" && !body, 400),
  ],
  [
    "it keeps an address in another form of the same URL",
    {},
    storing(({ address }) => ({
      address: String(address).replace(
        "https://service-admin-verify.example",
        "HTTPS://SERVICE-Admin-Verify.example:443",
      ),
    })),
  ],
  ["its list writes times in another zone each time", {}, fields("list", inAnotherZone())],
  ["its list rounds times to seconds", {}, fields("list", ({ created_at }) => ({ created_at: rounded(created_at) }))],
  [
    "it ignores an unknown format",
    {},
    asked("create", (call) =>
      ["json", "xml", undefined].includes(call.sent["format"] as never)
        ? call
        : { ...call, body: JSON.stringify({ webhook: { ...call.sent, format: "json" } }) },
    ),
  ],
  [
    "it sorts by another field unless it is told",
    {},
    listing((rows, { query: by }) =>
      by.has("sort_by")
        ? rows
        : rows.toSorted((one, other) => ((Number(one["id"]) * 7919) % 31) - ((Number(other["id"]) * 7919) % 31)),
    ),
  ],
  [
    "its list of topics is closed",
    { notChecked: TOPIC },
    refusing((call) => isCreate(call) && !/^\w+\/\w+$/.test(topicOf(call)), 422, {
      topic: ["is not included in the list"],
    }),
  ],
  [
    "its list of topics is closed, and the user chooses one",
    { options: { fields: { topic: "carts/update" } } },
    refusing((call) => isCreate(call) && !/^\w+\/\w+$/.test(topicOf(call)), 422),
  ],
  [
    "addresses must resolve",
    { notChecked: ADDRESS },
    refusing((call) => isCreate(call) && /\.example\b/.test(addressOf(call)), 422, {
      address: ["does not resolve"],
    }),
  ],
  [
    "it refuses with status 200, and a list of errors",
    {},
    async (call, next) => {
      const reply = await next(call);
      return reply.status === 422 ? { ...reply, status: 200, body: { errors: ["not valid"] } } : reply;
    },
  ],
  ["it answers get for what was deleted with status 200, and an error", {}, goneAs({ error: "not found" })],
  ["an address may have one subscription", {}, taken("address")],
  ["a topic may have one subscription", { notChecked: /create: status 409/ }, taken("topic")],
  ["it has a quota of 15", { seed: 0, notChecked: /listPages: .*quota exceeded.*, for a list of 21 items/ }, quota(15)],
  ["the token may only read", { notChecked: SCOPES }, refusing(({ method }) => method !== "GET", 403)],
  ["its token exchange ends the token", {}, endingToken()],
  [
    "it refuses what the document does not explain",
    { notChecked: /createFields: status 422.*with {"app_id":42}/ },
    refusing(({ sent }) => "event" in sent || "app_id" in sent || "secret" in sent),
  ],
  [
    "it asks for an hour of patience",
    { notChecked: /limits requests, and a walk waits for 60 seconds at most/ },
    (call, next) =>
      isCreate(call) && call.token === TOKEN ? { ...refusal(429), headers: { "Retry-After": "3600" } } : next(call),
  ],
  [
    "others create subscriptions during the walk",
    { notChecked: /^listPages: others changed the list meanwhile$/ },
    async (call, next, service) => {
      await service.asOther("POST", undefined, { topic: "products/update", address: "https://others.example/" });
      return next(call);
    },
  ],
  ["it updates the newest subscription", {}, updatingNewest()],
  ["its update finds nothing", {}, refusing(({ role }) => role === "update", 404)],
  [
    "the next subscription gets a deleted id",
    {},
    recycling(),
    refusing((call) => call.query.get("sort_by") === "id", 400),
  ],
];

/** Writes a time, now in one zone, now in another. */
function inAnotherZone() {
  let turn = 0;
  return ({ created_at }: Item) => {
    if (created_at === undefined) return {};
    const hours = 1 + (turn++ % 7);
    const moment = new Date(Date.parse(String(created_at)) + hours * 3_600_000);
    return { created_at: `${moment.toISOString().slice(0, 19)}+0${hours}:00` };
  };
}

function rounded(time: unknown): string {
  return String(time).replace(/\.\d+/, "");
}

/** Sorts by one field; rows that have the same in it come in another order with every request. */
function tyingAnyhow(field: string, isUsual = false): Fault {
  let turn = 0;
  return listing((rows, { query: by }) => {
    if ((by.get("sort_by") ?? field) !== field || by.has("sort_by") === isUsual) return rows;
    turn++;
    const sign = by.get("sort_order") === "desc" ? -1 : 1;
    const mixed = rows.toSorted(
      (one, other) => ((Number(idOf(one)) * turn) % 31) - ((Number(idOf(other)) * turn) % 31),
    );
    return mixed.toSorted(
      (one, other) => sign * (Date.parse(String(one[field])) - Date.parse(String(other[field])) || 0),
    );
  });
}

/** Ids that are shown: a deleted one is used again. */
function recycling(): Fault {
  const shown = new Map<string, number>();
  const free: number[] = [];
  const rename = (item: Item) => Object.assign(item, { id: shown.get(idOf(item)) ?? item["id"] });
  return async (call, next) => {
    const [stored = call.id] = [...shown].find(([, id]) => String(id) === call.id) ?? [];
    const reply = await next(aboutItem(call, stored));
    const items = itemsIn(call.operation, reply);
    const recycled = call.role === "create" && items[0] ? free.shift() : undefined;
    if (recycled !== undefined && items[0]) shown.set(idOf(items[0]), recycled);
    if (call.role === "delete" && reply.status === 200) free.push(Number(call.id));
    for (const item of items) rename(item);
    return reply;
  };
}
