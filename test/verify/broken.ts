import type { Item } from "../worlds/webhooks.js";
import {
  cutting,
  deletingNothing,
  doing,
  fields,
  filling,
  goneAs,
  headers,
  lagging,
  listing,
  on,
  open,
  pages,
  query,
  refusing,
  slice,
  status,
  storing,
} from "./layers.js";
import { type Call, type Fault, idOf, itemsIn, type Reply, sending, TOKEN } from "./service.js";

/** Services that contradict the document, by the step that must report them, and by what it checks. */
export type Broken = Readonly<Record<string, readonly (readonly [title: string, ...faults: Fault[]])[]>>;

const sortOf = (rows: Item[], field: string, order: string | null) =>
  rows.toSorted((one, other) => (String(one[field]) < String(other[field]) ? -1 : 1) * (order === "desc" ? -1 : 1));

/** Changes a limit that is larger than another. */
const capped = (most: number) =>
  query((asked) => asked.set("limit", String(Math.min(Number(asked.get("limit") ?? 20), most))));

const smallPages = (change: (rows: Item[]) => Item[]) =>
  pages((rows, _, call) => (call.query.get("limit") === "2" ? change(rows) : rows));

const created = (changes: Item) => fields("create", changes);

/** Services that contradict the document. */
export const brokenServices: Broken = {
  "deliverWebhook: status": [
    ["status 202 for a delivery", status("trigger", 202)],
    ["a refused delivery of xml", refusing(({ role, sent }) => role === "trigger" && sent["format"] === "xml")],
  ],
  "deliverWebhook: schema": [
    ["an accepted delivery with an unknown format", takingAny("trigger", "format", "json")],
    ["a delivery without an id", on("trigger", ({ body }) => delete Object(body)["webhook"]["id"])],
  ],
  "deliverWebhook: value": [["rows that come twice once they were delivered", twiceAfter("trigger")]],
  "deliverWebhook: refusal": [
    ["an accepted delivery without an address", filling("trigger", "address", "https://any.example/hooks")],
    [
      "an accepted delivery without an address, answered with an empty one",
      on("trigger", ({ body }, { sent }) => "address" in sent || Object.assign(Object(body).webhook, { address: "" })),
      filling("trigger", "address", "https://any.example/hooks"),
    ],
  ],
  "create: status": [["status 500 for every creation", status("create", 500)]],
  "delete: status": [["a deletion that finds nothing", refusing(({ role }) => role === "delete", 404)]],
  "exchange: status": [["status 201 for a token exchange", status("exchange", 201)]],
  "get: status": [["a forgotten subscription", status("get", 404)]],
  "list: status": [
    ["status 500 with a text", status("list", 500, "Out of service")],
    ["a refused maximum", refusing((call) => Number(call.query.get("limit")) >= 10_000, 400)],
  ],
  "update: status": [
    ["a missing update", status("update", 405)],
    ["a refused update with xml", refusingXml()],
  ],
  "delete: content type": [["a missing content type", headers("delete", { "Content-Type": "" })]],
  "create: content type": [
    ["problem+json for a success", headers("create", { "Content-Type": "application/problem+json" })],
  ],
  "update: answer": [["JSON that breaks off", status("update", 200, '{ "webhook": ')]],
  "create: schema": [
    ["a string id", fields("create", ({ id }) => ({ id: String(id) }))],
    ["Z where an offset belongs", created({ created_at: "2026-03-02T08:15:00Z" })],
  ],
  "list: content type": [["JSON as text/html", headers("list", { "Content-Type": "text/html" })]],
  "list: schema": [
    ["rows of others without an id", fields("list", { id: null })],
    [
      "a bare list without its envelope",
      on("list", (reply) => Object.assign(reply, { body: Object(reply.body)["webhooks"] })),
    ],
    ["a list without pagination", on("list", ({ body }) => delete Object(body).pagination)],
    [
      "an address that is no URL, in the list",
      fields("list", ({ id }) => (id === 1003 ? { address: "lantern-books" } : {})),
    ],
  ],
  "get: schema": [["a topic without an action", fields("get", { topic: "orders" })]],
  "update: schema": [
    ["an unknown format", fields("update", { format: "csv" })],
    ["an accepted update with an unknown format", takingAny("update", "format", "json")],
  ],
  "listPages: schema": [
    [
      "an empty page of null",
      on("list", ({ body }) => {
        if (Object(body)["webhooks"].length === 0) Object(body)["webhooks"] = null;
      }),
    ],
  ],
  "delete: schema": [["a deletion without its message", status("delete", 200, { success: true })]],
  "create: value": [
    ["an address stored without its query", storing(({ address }) => ({ address: String(address).split("?")[0] }))],
    ["another topic than the sent one", storing(() => ({ topic: "products/update" }))],
    ["a default format of xml", storing((_, { sent }) => ({ format: sent["format"] ?? "xml" }))],
    ["one id for every new subscription", fields("create", { id: 2000 })],
    ["ids of others for new subscriptions", fields("create", { id: 1003 })],
    ["an address in small letters", storing(({ address }) => ({ address: String(address).toLowerCase() }))],
    ["an address escaped for HTML", storing(({ address }) => ({ address: String(address).replaceAll("&", "&amp;") }))],
  ],
  "createFields: value": [
    ["json in the answer to a creation with xml", storing(() => ({ format: "json" }))],
    ["xml that the list shows as json", fields("list", ({ id }) => (Number(id) < 1025 ? {} : { format: "json" }))],
    ["xml that is answered, but not kept", fields("get", { format: "json" }), fields("list", { format: "json" })],
  ],
  "createFields: status": [["a refused format of xml", refusing(({ sent }) => sent["format"] === "xml")]],
  "createRefused: refusal": [["an accepted creation without a topic", filling("create", "topic", "carts/update")]],
  "createRefused: schema": [
    ["an accepted creation with an unknown format", takingAny("create", "format", "json")],
    ["an accepted creation with a topic without a slash", takingAny("create", "topic", "orders/create")],
    [
      "an accepted creation with an address that is no URL",
      takingAny("create", "address", "https://any.example/hooks"),
    ],
  ],
  "get: value": [
    ["the id of another in the answer", fields("get", { id: 1001 })],
    ["another created_at in the answer", fields("get", { created_at: "2020-03-02T08:15:00+02:00" })],
  ],
  "listed: value": [
    ["a subscription that is listed twice", listing((rows) => [...rows.slice(0, 3), ...rows.slice(2)])],
    ["a new subscription that is not listed", listing((rows) => rows.filter((row) => Number(idOf(row)) < 1025))],
    ["another format in the list", fields("list", { format: "xml" })],
    ["reads that lag behind writes", lagging(300)],
  ],
  "listAfterDelete: schema": [["null in place of what is deleted", goneAs({ webhook: null })]],
  "listMaximum: value": [
    ["a limit capped at 250", capped(250)],
    [
      "a limit capped at 25 without a sign of it",
      cutting((rows, page, limit) => slice(rows, page, Math.min(limit, 25))),
    ],
  ],
  "listPages: value": [
    ["a default limit of 50", query((asked) => asked.set("limit", asked.get("limit") ?? "50"))],
    ["a list longer than limit", smallPages((rows) => [...rows, ...rows])],
    [
      "pages of the default limit that overlap",
      cutting((rows, page, limit, by) =>
        by.has("limit") ? slice(rows, page, limit) : rows.slice(page - 1).slice(0, limit),
      ),
    ],
    ["a limit of 1 that counts as none", query((asked) => asked.get("limit") === "1" && asked.delete("limit"))],
    ["an ignored page", query((asked) => asked.delete("page"))],
    ["a page that is ignored without sort_by", query((asked) => asked.has("sort_by") || asked.delete("page"))],
    ["a limit that is ignored without sort_by", query((asked) => asked.has("sort_by") || asked.delete("limit"))],
    [
      "pages that are empty from the fifth on",
      cutting((rows, page, limit) => (page < 5 ? slice(rows, page, limit) : [])),
    ],
    [
      "an empty last page",
      cutting((rows, page, limit) => (page > 1 && page * limit >= rows.length ? [] : slice(rows, page, limit))),
    ],
    [
      "the last rows again on a page after the last one",
      cutting((rows, page, limit) => (page * limit < rows.length ? slice(rows, page, limit) : rows.slice(-limit))),
    ],
    [
      "an unsorted third page",
      cutting((rows, page, limit) => (page === 3 ? slice(rows, page, limit).reverse() : slice(rows, page, limit))),
    ],
    ["another order with every request", rotating()],
    ["an ignored sort_order", query((asked) => asked.delete("sort_order"))],
    [
      "order only within the page",
      listing(
        (rows, { query: by }) => sortOf(rows, "id", null).filter(() => by),
        (rows, page, limit, by) => sortOf(slice(rows, page, limit), by.get("sort_by") ?? "id", by.get("sort_order")),
      ),
    ],
    ["pages that overlap", cutting((rows, page, limit) => rows.slice((page - 1) * (limit - 1)).slice(0, limit))],
  ],
  "listMaximum: refusal": [
    [
      "an accepted limit=10001",
      listing((rows) => rows),
      query((asked) => Number(asked.get("limit")) > 10_000 && asked.set("limit", String(10_000))),
    ],
  ],
  "listSorted: status": [
    [
      "a sort_by that fails without sort_order",
      refusing(({ query: by }) => by.has("sort_by") && !by.has("sort_order"), 500),
    ],
  ],
  "listSorted: value": [
    [
      "an order that loses rows",
      listing((rows, { query: by }) => (by.get("sort_by") === "address" ? rows.slice(0, 7) : rows)),
    ],
  ],
  "listSorted: order": [
    ["an ignored sort_by", query((asked) => asked.delete("sort_by"))],
    ["an ignored sort_by=topic", ignoringSort("topic")],
    ["an ignored sort_by=format", ignoringSort("format")],
    [
      "sort_by=updated_at by what it was before a change",
      afterUpdate({ updated_at: "2030-01-01T00:00:00+00:00" }, ["update", "get", "list"]),
      query((asked) => asked.get("sort_by") === "updated_at" && asked.set("sort_by", "created_at")),
    ],
    [
      "ids sorted as text",
      listing((rows, { query: by }) =>
        by.get("sort_by") === "id" ? sortOf(rows, "id", by.get("sort_order")).toReversed() : rows,
      ),
    ],
  ],
  "authentication: refusal": [
    ["a trigger without an access token", open("trigger")],
    [
      "a part of the list without an access token",
      (call, next) => next(call.query.size > 0 && call.token === undefined ? { ...call, token: TOKEN } : call),
    ],
    ["a cache that does not look at the access token", caching(({ token }) => token === undefined)],
    ["a creation that is refused without an access token, but done", doing("create")],
    ["an update without an access token", open("update")],
    ["an update that is refused without an access token, but done", doing("update")],
    ["a deletion that is refused without an access token, but done", doing("delete")],
  ],
  "exchange: refusal": [["a token exchange without an access token", open("exchange")]],
  "update: value": [
    [
      "an update that is answered, but not kept",
      async (call, next) => {
        const reply = await next(call.role === "update" ? sending(call, { ...call.sent, format: "json" }) : call);
        if (call.role === "update")
          for (const item of itemsIn(call.operation, reply)) item["format"] = call.sent["format"];
        return reply;
      },
    ],
    [
      "an update that keeps a format that it leaves out",
      (call, next) => next(call.role === "update" ? sending(call, { format: "xml", ...call.sent }) : call),
    ],
    ["rows that come twice once they were updated", twiceAfter("update")],
    ["a cache of get that an update does not clear", caching(({ role }) => role === "get", ["delete"])],
    ["an update that only get shows", afterUpdate({ format: "json" }, ["list"])],
    [
      "an update that changes nothing, and says so",
      (call, next) => {
        const { format: _, ...sent } = call.sent;
        return next(call.role === "update" ? sending(call, sent) : call);
      },
    ],
  ],
  "delete: value": [
    ["a deletion that says it failed", on("delete", ({ body }) => Object.assign(Object(body), { success: false }))],
  ],
  "listAfterDelete: value": [
    ["a deletion that deletes nothing", deletingNothing],
    ["a cache of lists that a deletion does not clear", caching(({ role }) => role === "list", ["create", "update"])],
    [
      "a deletion that deletes all of the topic",
      async (call, next, service) => {
        const rows = call.role === "delete" ? await service.rows() : [];
        const topic = rows.find((row) => idOf(row) === call.id)?.["topic"];
        const reply = await next(call);
        if (reply.status !== 200) return reply;
        for (const row of rows)
          if (row["topic"] === topic && idOf(row) !== call.id) await service.asOther("DELETE", idOf(row));
        return reply;
      },
    ],
  ],
};

function rotating(): Fault {
  let turn = 0;
  return listing((rows) => {
    turn++;
    return [...rows.slice(turn % rows.length), ...rows.slice(0, turn % rows.length)];
  });
}

/** Takes any text in a field as if it was valid, and answers with it. */
function takingAny(role: Call["role"], field: string, valid: string): Fault {
  return async (call, next) => {
    const value = call.sent[field];
    const reply = await next(call);
    if (call.role !== role || reply.status !== 422 || typeof value !== "string") return reply;
    const done = await next(sending(call, { ...call.sent, [field]: valid }));
    for (const item of itemsIn(call.operation, done)) item[field] = value;
    return done;
  };
}

/** Answers a read as the same read was answered last, for some calls, until a call clears all that it knows. */
function caching(isAnswered: (call: Call) => boolean, clearing: readonly Call["role"][] = []): Fault {
  const answers = new Map<string, Reply>();
  return async (call, next) => {
    if (clearing.includes(call.role)) answers.clear();
    if (call.role !== "list" && call.role !== "get") return next(call);
    const read = `${call.role} ${call.id} ${call.query}`;
    const known = answers.get(read);
    if (known && isAnswered(call)) return known;
    const reply = await next(call);
    if (reply.status === 200) answers.set(read, reply);
    return reply;
  };
}

function refusingXml(): Fault {
  return refusing(({ role, sent }) => role === "update" && sent["format"] === "xml");
}

/** Shows some fields of what was updated with other values, in the answers of some roles. */
function afterUpdate(changes: Item, roles: readonly Call["role"][]): Fault {
  const updated = new Set<string>();
  return async (call, next) => {
    const reply = await next(call);
    for (const item of itemsIn(call.operation, reply)) {
      if (call.role === "update") updated.add(idOf(item));
      if (roles.includes(call.role) && updated.has(idOf(item))) Object.assign(item, changes);
    }
    return reply;
  };
}

/** Lists what an operation was about twice from then on, as a careless join does. */
function twiceAfter(role: Call["role"]): Fault {
  const addresses = new Set<unknown>();
  const doubled = listing((rows) => rows.flatMap((row) => (addresses.has(row["address"]) ? [row, row] : [row])));
  return (call, next, service) => {
    if (call.role === role && call.token === TOKEN) addresses.add(call.sent["address"]);
    return doubled(call, next, service);
  };
}

/** Sorts by one field as by none. */
function ignoringSort(field: string): Fault {
  return query((asked) => asked.get("sort_by") === field && asked.delete("sort_by"));
}
