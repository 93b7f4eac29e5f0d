import type { Pagination } from "../../src/client/index.js";
import type { Answer, Call, Fault } from "./service.js";

/** A broken service, and where the walk is to catch it. */
export interface BrokenService extends Fault {
  title: string;
  /** Step of the walk. */
  step: string;
  /** How long the walk waits for an answer, in ms. */
  timeout?: number;
  /** What the step checks. */
  check: "status" | "content type" | "schema" | "value" | "order" | "answer";
}

/** Changes the answers of one operation. */
function on(operation: Call["operation"], change: (answer: Answer, call: Call) => void): Pick<Fault, "answer"> {
  return {
    answer(answer, call) {
      if (call.operation === operation && answer.status === 200) change(answer, call);
    },
  };
}

/** Changes fields of the one object in the envelope. */
function fields(operation: Call["operation"], changes: Record<string, unknown>): Pick<Fault, "answer"> {
  return on(operation, (answer) => Object.assign(Object.values(Object(answer.body))[0] ?? {}, changes));
}

/** Changes the pagination object, or the page itself. */
function pages(change: (body: { webhooks: unknown[]; pagination: Pagination }, call: Call) => void) {
  return on("list", (answer, call) => change(Object(answer.body), call));
}

const json = { "Content-Type": "application/json" };

export const brokenServices: BrokenService[] = [
  // Status and content type.
  {
    title: "status 201 for a creation",
    step: "create",
    check: "status",
    ...on("create", (answer) => {
      answer.status = 201;
    }),
  },
  {
    title: "status 202 for a delivery",
    step: "deliver",
    check: "status",
    ...on("deliver", (answer) => {
      answer.status = 202;
    }),
  },
  {
    title: "a redirect",
    step: "getByNumber",
    check: "status",
    ...on("get", (answer) => {
      answer.status = 307;
      answer.headers = { ...json, Location: "/api/admin/26.0/webhooks/1001" };
    }),
  },
  {
    title: "a subscription that is forgotten",
    step: "getByNumber",
    check: "status",
    answer(answer, { operation }) {
      if (operation === "get") answer.status = 404;
    },
  },
  {
    title: "a wrong content type",
    step: "getByNumber",
    check: "content type",
    ...on("get", (answer) => {
      answer.headers = { "Content-Type": "text/json" };
    }),
  },
  {
    title: "no content type",
    step: "delete",
    check: "content type",
    ...on("delete", (answer) => {
      answer.headers = {};
    }),
  },
  {
    title: "HTML from one operation",
    step: "update",
    check: "content type",
    ...on("update", (answer) => {
      answer.headers = { "Content-Type": "text/html" };
      answer.body = "<!doctype html><title>Updated</title>";
    }),
  },

  // Schema.
  {
    title: "a missing field",
    step: "create",
    check: "schema",
    ...fields("create", { updated_at: undefined }),
  },
  { title: "a string id", step: "create", check: "schema", ...fields("create", { id: "1025" }) },
  { title: "an id with a fraction", step: "getByNumber", check: "schema", ...fields("get", { id: 1025.5 }) },
  { title: "a null where a string belongs", step: "exchange", check: "schema", ...fields("exchange", { code: null }) },
  {
    title: "an offset where Z belongs",
    step: "exchange",
    check: "schema",
    ...fields("exchange", { created_at: "2026-03-02T08:15:00+00:00" }),
  },
  {
    title: "Z where an offset belongs",
    step: "create",
    check: "schema",
    ...fields("create", { created_at: "2026-03-02T08:15:00Z" }),
  },
  { title: "an unknown format", step: "update", check: "schema", ...fields("update", { format: "csv" }) },
  {
    title: "a bare object without its envelope",
    step: "create",
    check: "schema",
    ...on("create", (answer) => {
      answer.body = Object(answer.body).webhook;
    }),
  },
  {
    title: "a bare list without its envelope",
    step: "listDefaults",
    check: "schema",
    ...on("list", (answer) => {
      answer.body = Object(answer.body).webhooks;
    }),
  },
  {
    title: "a pagination object in strings",
    step: "listDefaults",
    check: "schema",
    ...pages(({ pagination }) => Object.assign(pagination, { total: String(pagination.total) })),
  },
  {
    title: "an empty body",
    step: "getByNumber",
    check: "schema",
    ...on("get", (answer) => {
      answer.body = "";
    }),
  },

  // What no schema says.
  {
    title: "another address than the one that was sent",
    step: "create",
    check: "value",
    ...fields("create", { address: "https://elsewhere.example/" }),
  },
  { title: "a default format of xml", step: "create", check: "value", ...fields("create", { format: "xml" }) },
  {
    title: "another subscription read back",
    step: "getByNumber",
    check: "value",
    ...fields("get", { id: 1001 }),
  },
  {
    title: "a default limit of 50",
    step: "listDefaults",
    check: "value",
    read: (query) => query.set("limit", query.get("limit") ?? "50"),
  },
  {
    title: "pages that do not add up to the total",
    step: "listDefaults",
    check: "value",
    ...pages(({ pagination }) => Object.assign(pagination, { total_pages: 1 })),
  },
  {
    title: "a list longer than limit",
    step: "listOne",
    check: "value",
    ...pages(({ webhooks }, { query }) => {
      if (query.get("limit") === "1") webhooks.push(...webhooks);
    }),
  },
  { title: "limit ignored", step: "listOne", check: "value", read: (query) => query.delete("limit") },
  {
    title: "one page more than there are",
    step: "listOne",
    check: "value",
    ...pages(({ pagination }, { query }) => {
      if (query.get("limit") === "1") Object.assign(pagination, { total_pages: Number(pagination.total_pages) + 1 });
    }),
  },
  { title: "page ignored", step: "listLastPage", check: "value", read: (query) => query.delete("page") },
  {
    title: "fewer on a page than the maximum of limit",
    step: "listMaximum",
    check: "value",
    read: (query) => query.set("limit", String(Math.min(Number(query.get("limit") ?? 20), 250))),
  },
  {
    title: "an address that is no URL, in the list",
    step: "listMaximum",
    check: "value",
    ...pages(({ webhooks }, { query }) => {
      if (query.get("limit") === "10000") Object.assign(Object(webhooks[0]), { address: "lantern-books" });
    }),
  },
  {
    title: "sort order ignored",
    step: "listNewestFirst",
    check: "order",
    read: (query) => query.delete("sort_order"),
  },
  {
    title: "sort order turned round",
    step: "listOldestFirst",
    check: "order",
    read: (query) => query.set("sort_order", query.get("sort_order") === "asc" ? "desc" : "asc"),
  },
  {
    title: "timestamps sorted as text",
    step: "listOldestFirst",
    check: "order",
    sort: (kept) => kept.toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1)),
  },
  {
    title: "a new subscription that is not listed",
    step: "listNewestFirst",
    check: "value",
    ...pages((body, { query }) => {
      if (query.has("sort_order")) body.webhooks = body.webhooks.filter((webhook) => Object(webhook).id < 1025);
    }),
  },
  {
    title: "a deletion that says it failed",
    step: "delete",
    check: "value",
    ...on("delete", (answer) => Object.assign(Object(answer.body), { success: false })),
  },
  { title: "delete that does not delete", step: "listAfterDelete", check: "value", delete: () => {} },

  // No answer.
  {
    title: "a slow answer",
    step: "update",
    check: "answer",
    timeout: 1_500,
    send: (_, { operation }) => operation === "update",
  },
  {
    title: "a connection that breaks off",
    step: "update",
    check: "answer",
    send(response, { operation }) {
      if (operation === "update") response.destroy();
      return operation === "update";
    },
  },
  {
    title: "JSON that breaks off",
    step: "update",
    check: "answer",
    ...on("update", (answer) => {
      answer.body = '{ "webhook": ';
    }),
  },
];
