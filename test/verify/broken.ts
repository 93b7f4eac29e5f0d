import type { Check } from "../../src/verify/findings.js";
import {
  afterLooks,
  asked,
  cutting,
  fields,
  filling,
  hasListedFormat,
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
  unwrapped,
} from "./layers.js";
import { type Call, type Fault, type Item, idOf, itemsIn, refusal, sending, TOKEN } from "./service.js";

/** A service that contradicts the document, and the step that must report it. */
export type Broken = readonly [title: string, step: string, check: Check, ...faults: Fault[]];

const sortOf = (rows: Item[], field: string, order: string | null) =>
  rows.toSorted((one, other) => (String(one[field]) < String(other[field]) ? -1 : 1) * (order === "desc" ? -1 : 1));

/** Changes a limit that is larger than another. */
const capped = (most: number) =>
  query((asked) => asked.set("limit", String(Math.min(Number(asked.get("limit") ?? 20), most))));

const created = (changes: Item) => fields("create", changes);

/** Services that contradict the document. Its status, fields and token, for each operation: foreign.test.ts. */
export const brokenServices: readonly Broken[] = [
  // The trigger.
  ["status 202 for a delivery", "deliverWebhook", "status", status("trigger", 202)],
  ["a missing trigger", "deliverWebhook", "status", status("trigger", 404)],
  [
    "a delivery without an id",
    "deliverWebhook",
    "schema",
    on("trigger", ({ body }) => delete Object(body)["webhook"]["id"]),
  ],
  ["an accepted delivery with an unknown format", "deliverWebhook", "refusal", takingAnyFormat("trigger")],
  ["a trigger without an access token", "authentication", "refusal", open("trigger")],

  // Status and content type.
  ["status 201 for a token exchange", "exchange", "status", status("exchange", 201)],
  ["a redirect", "get", "status", status("get", 307)],
  ["a forgotten subscription", "get", "status", status("get", 404)],
  ["status 500 with a text", "list", "status", status("list", 500, "Out of service")],
  ["status 500 for every creation", "create", "status", status("create", 500)],
  [
    "status 500 for a creation that is kept",
    "create",
    "status",
    on("create", (reply) => Object.assign(reply, refusal(500))),
  ],
  ["a missing update", "update", "status", status("update", 405)],
  ["a missing token exchange", "exchange", "status", status("exchange", 404)],
  ["a deletion that finds nothing", "delete", "status", refusing(({ role }) => role === "delete", 404)],
  ["an update for which there is no code", "update", "status", refusing(({ role }) => role === "update", 501)],
  ["a wrong content type", "get", "content type", headers("get", { "Content-Type": "text/json" })],
  ["a missing content type", "delete", "content type", headers("delete", { "Content-Type": "" })],
  ["HTML from one operation", "update", "content type", headers("update", { "Content-Type": "text/html" })],
  [
    "problem+json for a success",
    "create",
    "content type",
    headers("create", { "Content-Type": "application/problem+json" }),
  ],

  // No JSON.
  ["JSON that breaks off", "update", "answer", status("update", 200, '{ "webhook": ')],
  ["an empty body", "get", "answer", status("get", 200, "")],
  [
    "JSON without an end to its depth",
    "get",
    "answer",
    status("get", 200, `${"[".repeat(50_000)}${"]".repeat(50_000)}`),
  ],
  ["an error that words hide in", "get", "status", status("get", 404, { code: "failed" })],
  ["an error with the word steps", "delete", "status", status("delete", 500, { secret: "steps", code: "true" })],

  // Schema.
  ["a string id", "create", "schema", fields("create", ({ id }) => ({ id: String(id) }))],
  ["Z where an offset belongs", "create", "schema", created({ created_at: "2026-03-02T08:15:00Z" })],
  ["an impossible date", "create", "schema", created({ created_at: "2026-02-30T08:15:00+02:00" })],
  ["a time in milliseconds", "create", "schema", created({ updated_at: 1_772_439_300_000 })],
  ["a format of null", "create", "schema", created({ format: null })],
  ["a topic that does not end", "create", "schema", created({ topic: "z".repeat(1_000_000) })],
  ["rows of others without an id", "list", "schema", pages((rows) => rows.map((row) => ({ ...row, id: null })))],
  ["a topic without an action", "get", "schema", fields("get", { topic: "orders" })],
  ["an id with a fraction", "get", "schema", fields("get", { id: 1025.5 })],
  ["a null where a string belongs", "exchange", "schema", fields("exchange", { code: null })],
  [
    "a missing client secret",
    "exchange",
    "schema",
    on("exchange", ({ body }) => delete Object(body).oauth.client_secret),
  ],
  ["an offset where Z belongs", "exchange", "schema", fields("exchange", { created_at: "2026-03-02T08:15:00+00:00" })],
  ["a bare oauth record", "exchange", "schema", unwrapped("exchange", "oauth")],
  ["an unknown format", "update", "schema", fields("update", { format: "csv" })],
  ["a bare object without its envelope", "create", "schema", unwrapped("create", "webhook")],
  ["a bare list without its envelope", "list", "schema", unwrapped("list", "webhooks")],
  [
    "a list under another key",
    "list",
    "schema",
    on("list", (reply) => Object.assign(reply, { body: { data: Object(reply.body)["webhooks"] } })),
  ],
  ["a list without pagination", "list", "schema", on("list", ({ body }) => delete Object(body).pagination)],
  [
    "a pagination object of strings",
    "list",
    "schema",
    pages((_, position) => void Object.assign(position, { total: String(position["total"]) })),
  ],
  [
    "an address that is no URL, in the list",
    "list",
    "schema",
    pages((rows) => rows.map((row) => (idOf(row) === "1003" ? { ...row, address: "lantern-books" } : row))),
    fields("get", ({ id }) => (id === 1003 ? { address: "lantern-books" } : {})),
  ],
  [
    "an empty page of null",
    "listPages",
    "schema",
    on("list", ({ body }) => {
      if (Object(body)["webhooks"].length === 0) Object(body)["webhooks"] = null;
    }),
  ],
  ["a deletion without its message", "delete", "schema", status("delete", 200, { success: true })],
  ["a deletion that says yes", "delete", "schema", status("delete", 200, { success: "yes", message: "Gone" })],

  // The fields of a creation.
  ["another address than the sent one", "create", "value", created({ address: "https://elsewhere.example/" })],
  [
    "an address stored without its query",
    "create",
    "value",
    storing(({ address }) => ({ address: String(address).split("?")[0] })),
  ],
  [
    "an address stored in capitals",
    "create",
    "value",
    storing(({ address }) => ({
      address: String(address).replace("https://service", "https://SERVICE"),
    })),
  ],
  ["another topic than the sent one", "create", "value", storing(() => ({ topic: "products/update" }))],
  ["a default format of xml", "create", "value", storing((_, { sent }) => ({ format: sent["format"] ?? "xml" }))],
  ["json in the answer to a creation with xml", "createFields", "value", storing(() => ({ format: "json" }))],
  [
    "xml that is answered, but not kept",
    "createFields",
    "value",
    fields("get", { format: "json" }),
    fields("list", { format: "json" }),
  ],
  ["a refused format of xml", "createFields", "status", refusing(({ sent }) => sent["format"] === "xml")],
  ["an accepted creation without a topic", "createRefused", "refusal", filling("topic", "carts/update")],
  ["an accepted creation without an address", "createRefused", "refusal", filling("address", "https://none.example/")],
  ["an accepted creation with an unknown format", "createRefused", "refusal", takingAnyFormat("create")],
  ["an accepted update with an unknown format", "update", "refusal", takingAnyFormat("update")],

  // Reads of a new subscription.
  ["the id of another in the answer", "get", "value", fields("get", { id: 1001 })],
  ["another created_at in the answer", "get", "value", fields("get", { created_at: "2020-03-02T08:15:00+02:00" })],
  ["another address in the answer", "get", "value", fields("get", { address: "https://elsewhere.example/" })],
  [
    "the first subscription for every id",
    "get",
    "value",
    asked("get", (call) => ({ ...call, id: "1001", pathname: call.pathname.replace(/[^/]+$/, "1001") })),
  ],
  ["reads that lag behind writes", "get", "status", lagging(afterLooks(8))],
  [
    "a new subscription that is not listed",
    "listed",
    "value",
    listing((rows) => rows.filter((row) => Number(idOf(row)) < 1025)),
  ],
  [
    "xml that the list shows as json",
    "listMaximum",
    "value",
    pages((rows) => rows.map((row) => (Number(idOf(row)) < 1025 ? row : { ...row, format: "json" }))),
  ],
  ["another format in the list", "listed", "value", pages((rows) => rows.map((row) => ({ ...row, format: "xml" })))],
  [
    "another created_at in the list",
    "listed",
    "value",
    pages((rows) => rows.map((row) => ({ ...row, created_at: "2020-03-02T08:15:00+02:00" }))),
  ],

  // Limits and pages.
  ["a default limit of 50", "listDefaults", "value", query((asked) => asked.set("limit", asked.get("limit") ?? "50"))],
  ["a default page of 2", "listDefaults", "value", query((asked) => asked.set("page", asked.get("page") ?? "2"))],
  ["an ignored limit", "listPages", "value", query((asked) => asked.delete("limit"))],
  [
    "a list longer than limit",
    "listPages",
    "value",
    pages((rows, _, call) => (call.query.get("limit") === "2" ? [...rows, ...rows] : rows)),
  ],
  [
    "a list shorter than limit",
    "listPages",
    "value",
    pages((rows, _, call) => (call.query.get("limit") === "2" ? rows.slice(1) : rows)),
  ],
  ["a limit capped at 20", "listPages", "value", capped(20)],
  ["a limit capped at 250", "listMaximum", "value", capped(250)],
  [
    "a limit capped at 25 without a sign of it",
    "listPages",
    "value",
    cutting((rows, page, limit) => slice(rows, page, Math.min(limit, 25))),
  ],
  ["a refused maximum", "list", "status", refusing((call) => Number(call.query.get("limit")) >= 10_000, 400)],
  [
    "an accepted limit=10001",
    "listMaximum",
    "refusal",
    listing((rows) => rows),
    query((asked) => Number(asked.get("limit")) > 10_000 && asked.set("limit", String(10_000))),
  ],
  ["an ignored page", "listPages", "value", query((asked) => asked.delete("page"))],
  [
    "a page that is ignored without sort_by",
    "listPages",
    "value",
    query((asked) => asked.has("sort_by") || asked.delete("page")),
  ],
  [
    "a limit that is ignored without sort_by",
    "listPages",
    "value",
    query((asked) => asked.has("sort_by") || asked.delete("limit")),
  ],
  [
    "pages that are empty from the fifth on",
    "listPages",
    "value",
    cutting((rows, page, limit) => (page < 5 ? slice(rows, page, limit) : [])),
  ],
  [
    "an empty last page",
    "listPages",
    "value",
    cutting((rows, page, limit) => (page > 1 && page * limit >= rows.length ? [] : slice(rows, page, limit))),
  ],
  ["status 500 for a page after the last one", "listPages", "status", refusingAfterLast(500)],
  [
    "the last rows again on a page after the last one",
    "listPages",
    "value",
    cutting((rows, page, limit) => (page * limit < rows.length ? slice(rows, page, limit) : rows.slice(-limit))),
  ],
  [
    "pages that overlap",
    "listPages",
    "value",
    cutting((rows, page, limit) => rows.slice((page - 1) * (limit - 1)).slice(0, limit)),
  ],
  [
    "pages that skip something",
    "listPages",
    "value",
    cutting((rows, page, limit) => rows.slice((page - 1) * (limit + 1)).slice(0, limit)),
  ],
  [
    "pages that are numbered from 0",
    "listDefaults",
    "value",
    cutting((rows, page, limit) => slice(rows, page + 1, limit)),
  ],

  // Order.
  ["an ignored sort_order", "listSorted", "order", query((asked) => asked.delete("sort_order"))],
  [
    "a reversed sort_order",
    "listSorted",
    "order",
    query((asked) => asked.set("sort_order", asked.get("sort_order") === "asc" ? "desc" : "asc")),
  ],
  ["an ignored sort_by", "listSorted", "order", query((asked) => asked.delete("sort_by"))],
  [
    "a sort_by that works for only one field",
    "listSorted",
    "order",
    query((asked) => asked.has("sort_by") && asked.set("sort_by", "created_at")),
  ],
  [
    "ids sorted as text",
    "listSorted",
    "order",
    listing((rows, { query: by }) =>
      by.get("sort_by") === "id" ? sortOf(rows, "id", by.get("sort_order")).toReversed() : rows,
    ),
  ],
  ["another order with every request", "listSorted", "order", rotating()],
  [
    "order only within the page",
    "listSorted",
    "order",
    listing(
      (rows, { query: by }) => sortOf(rows, "id", null).filter(() => by),
      (rows, page, limit, by) => sortOf(slice(rows, page, limit), by.get("sort_by") ?? "id", by.get("sort_order")),
    ),
  ],

  // Access tokens.
  [
    "a part of the list without an access token",
    "authentication",
    "refusal",
    (call, next) => next(call.query.size > 0 && call.token === undefined ? { ...call, token: TOKEN } : call),
  ],
  ["an update without an access token", "authentication", "refusal", open("update")],
  ["a creation that is refused without an access token, but done", "authentication", "refusal", doing("create")],
  ["an update that is refused without an access token, but done", "authentication", "refusal", doing("update")],
  ["a deletion that is refused without an access token, but done", "authentication", "refusal", doing("delete")],
  ["a token exchange without an access token", "exchange", "refusal", open("exchange")],

  // Update and deletion.
  [
    "an update that is answered, but not kept",
    "update",
    "value",
    async (call, next) => {
      const reply = await next(call.role === "update" ? sending(call, { ...call.sent, format: "json" }) : call);
      if (call.role === "update")
        for (const item of itemsIn(call.operation, reply)) item["format"] = call.sent["format"];
      return reply;
    },
  ],
  ["a refused update with xml", "update", "status", refusingXml()],
  [
    "an update that keeps a format that it leaves out",
    "update",
    "value",
    (call, next) => next(call.role === "update" ? sending(call, { format: "xml", ...call.sent }) : call),
  ],
  ["an update that only get shows", "update", "value", listingFirst()],
  [
    "a deletion that says it failed",
    "delete",
    "value",
    on("delete", ({ body }) => Object.assign(Object(body), { success: false })),
  ],
  ["a deletion that deletes nothing", "listAfterDelete", "value", deletingNothing()],
  [
    "a deletion that deletes all of the topic",
    "listAfterDelete",
    "value",
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
  ["one id for every new subscription", "create", "value", fields("create", { id: 2000 })],
  ["ids of others for new subscriptions", "create", "value", fields("create", { id: 1003 })],
];

function rotating(): Fault {
  let turn = 0;
  return listing((rows) => {
    turn++;
    return [...rows.slice(turn % rows.length), ...rows.slice(0, turn % rows.length)];
  });
}

/** Refuses what has no token, but does it. */
function doing(role: Call["role"]): Fault {
  return async (call, next) => {
    if (call.role === role && call.token === undefined) await next({ ...call, token: TOKEN });
    return next(call);
  };
}

/** Refuses a page that has no items. */
function refusingAfterLast(code: number): Fault {
  return async (call, next) => {
    const reply = await next(call);
    return call.query.has("page") && itemsIn(call.operation, reply).length === 0 ? refusal(code) : reply;
  };
}

function refusingXml(): Fault {
  return refusing(({ role, sent }) => role === "update" && sent["format"] === "xml");
}

/** Lists what was updated with the format that it had at first. */
function listingFirst(): Fault {
  const updated = new Set<string>();
  return async (call, next) => {
    const reply = await next(call);
    for (const item of itemsIn(call.operation, reply)) {
      if (call.role === "update") updated.add(idOf(item));
      if (call.role === "list" && updated.has(idOf(item))) item["format"] = "json";
    }
    return reply;
  };
}

function deletingNothing(): Fault {
  return (call, next) =>
    call.role === "delete" && call.token !== undefined
      ? { status: 200, headers: { "Content-Type": "application/json" }, body: { success: true, message: "Gone." } }
      : next(call);
}

/** Accepts a format that is not listed in the requests of one role, and answers with it. */
function takingAnyFormat(role: Call["role"]): Fault {
  return async (call, next) => {
    const { format } = call.sent;
    if (call.role !== role || hasListedFormat(call)) return next(call);
    const reply = await next(sending(call, { ...call.sent, format: "json" }));
    for (const item of itemsIn(call.operation, reply)) Object.assign(item, { format });
    return reply;
  };
}
