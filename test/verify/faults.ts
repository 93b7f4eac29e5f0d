import type { Pagination, Webhook } from "../../src/client/index.js";
import type { Check } from "../../src/verify/findings.js";
import { type Answer, type Call, type Fault, slice, sort } from "./service.js";

/** A service that is broken, or reads the document in its own way, and where the walk is to notice. */
export interface UnlikeService extends Fault {
  title: string;
  /** Step of the walk. */
  step: string;
  /** What the step checks. */
  check: Check;
  /** What the service keeps of the walk, in ids that it cannot delete; nothing unless it is given. */
  leaves?: boolean;
  /** How long the walk waits for an answer, in ms. */
  timeout?: number;
}

/** Changes the answers of one operation. */
function on(operation: Call["operation"], change: (answer: Answer, call: Call) => unknown): Pick<Fault, "answer"> {
  return {
    answer(answer, call) {
      if (call.operation === operation && answer.status === 200) change(answer, call);
    },
  };
}

/** Answers one operation with a status, and a body if one is given. */
function status(operation: Call["operation"], code: number, body?: unknown): Pick<Fault, "answer"> {
  return on(operation, (answer) => Object.assign(answer, { status: code }, body !== undefined && { body }));
}

/** Changes the headers of one operation. */
function headers(operation: Call["operation"], changed: Record<string, string>): Pick<Fault, "answer"> {
  return on(operation, (answer) => Object.assign(answer, { headers: changed }));
}

/** Changes fields of the one object in the envelope. */
function fields(operation: Call["operation"], changes: Record<string, unknown>): Pick<Fault, "answer"> {
  return on(operation, (answer) => Object.assign(Object.values(Object(answer.body))[0] ?? {}, changes));
}

/** Changes the pagination object, or the page itself. */
export function pages(change: (body: { webhooks: Webhook[]; pagination: Pagination }, call: Call) => unknown) {
  return on("listWebhooks", (answer, call) => change(Object(answer.body), call));
}

/** Lets a request in that the service would refuse, when it is the one meant. */
function lets(meant: (call: Call) => boolean): Pick<Fault, "refuse"> {
  return { refuse: (call) => (meant(call) ? 0 : undefined) };
}

/** Refuses a creation that has a field. */
function refusing(field: "event" | "app_id" | "secret"): Pick<Fault, "refuse"> {
  return { refuse: ({ webhook }) => (field in webhook ? 422 : undefined) };
}

/** Keeps what is created with other fields than it should. */
function making(changes: Partial<Webhook>): Pick<Fault, "create"> {
  return { create: (webhook) => Object.assign(webhook, changes) };
}

/** Has a subscription of its own with these fields. */
function holding(changes: Partial<Webhook>): Pick<Fault, "between"> {
  return { between: ([first]) => first && Object.assign(first, changes) };
}

/** What the schema says of a creation's answer. */
const created = { step: "create", check: "schema" } as const;

const broken: Record<string, Omit<UnlikeService, "title">> = {
  // Status and content type.
  "status 201 for a creation": { step: "create", check: "status", ...status("createWebhook", 201) },
  "status 202 for a delivery": { step: "deliver", check: "status", ...status("deliverWebhook", 202) },
  "a redirect": { step: "get", check: "status", ...status("getWebhook", 307) },
  "a subscription that is forgotten": { step: "get", check: "status", ...status("getWebhook", 404) },
  "status 503 with a text": {
    step: "listed",
    check: "status",
    answer(answer, { operation }) {
      const text = { "Content-Type": "text/plain" };
      if (operation === "listWebhooks") Object.assign(answer, { status: 503, headers: text, body: "Out of service" });
    },
    leaves: true,
  },
  "an update that fails": { step: "update", check: "status", ...status("updateWebhook", 500) },
  "no update at all": { step: "update", check: "status", ...status("updateWebhook", 405) },
  "no exchange at all": { step: "exchange", check: "status", ...status("exchangeAccessToken", 404) },
  "no trigger at all": { step: "deliver", check: "status", ...status("deliverWebhook", 404) },
  "a wrong content type": {
    step: "get",
    check: "content type",
    ...headers("getWebhook", { "Content-Type": "text/json" }),
  },
  "no content type": { step: "delete", check: "content type", ...headers("deleteWebhook", {}) },
  "HTML from one operation": {
    step: "update",
    check: "content type",
    ...headers("updateWebhook", { "Content-Type": "text/html" }),
  },

  // No answer, or no JSON.
  "a slow answer": {
    step: "update",
    check: "answer",
    timeout: 1_500,
    send: (_, { operation }) => operation === "updateWebhook",
  },
  "a connection that breaks off": {
    step: "update",
    check: "answer",
    send(response, { operation }) {
      if (operation === "updateWebhook") response.destroy();
      return operation === "updateWebhook";
    },
  },
  "JSON that breaks off": { step: "update", check: "answer", ...status("updateWebhook", 200, '{ "webhook": ') },
  "an empty body": { step: "get", check: "answer", ...status("getWebhook", 200, "") },

  // Schema.
  "a missing field": { ...created, ...fields("createWebhook", { updated_at: undefined }) },
  "a string id": { ...created, ...fields("createWebhook", { id: "1025" }) },
  "Z where an offset belongs": { ...created, ...fields("createWebhook", { created_at: "2026-03-02T08:15:00Z" }) },
  "an impossible date": { ...created, ...fields("createWebhook", { created_at: "2026-02-30T08:15:00+02:00" }) },
  "an hour that no day has": { ...created, ...fields("createWebhook", { created_at: "2026-02-03T25:15:00+02:00" }) },
  "an offset without a colon": { ...created, ...fields("createWebhook", { created_at: "2026-03-02T08:15:00+0200" }) },
  "a time without its date": { ...created, ...fields("createWebhook", { updated_at: "08:15:00+02:00" }) },
  "a topic without an action": { step: "get", check: "schema", ...fields("getWebhook", { topic: "orders" }) },
  "an id with a fraction": { step: "get", check: "schema", ...fields("getWebhook", { id: 1025.5 }) },
  "a null where a string belongs": {
    step: "exchange",
    check: "schema",
    ...fields("exchangeAccessToken", { code: null }),
  },
  "an offset where Z belongs": {
    step: "exchange",
    check: "schema",
    ...fields("exchangeAccessToken", { created_at: "2026-03-02T08:15:00+00:00" }),
  },
  "an unknown format": { step: "update", check: "schema", ...fields("updateWebhook", { format: "csv" }) },
  "a bare object without its envelope": {
    ...created,
    ...on("createWebhook", (answer) => {
      answer.body = Object(answer.body).webhook;
    }),
  },
  "a bare list without its envelope": {
    step: "listed",
    check: "schema",
    ...on("listWebhooks", (answer) => {
      answer.body = Object(answer.body).webhooks;
    }),
    leaves: true,
  },
  "a pagination object in strings": {
    step: "listed",
    check: "schema",
    ...pages(({ pagination }) => Object.assign(pagination, { total: String(pagination.total) })),
  },
  "an address that is no URL, in the list": {
    step: "listed",
    check: "schema",
    ...pages(({ webhooks }) => Object.assign(webhooks.at(-1) ?? {}, { address: "lantern-books" })),
  },
  "a deletion without its message": {
    step: "delete",
    check: "schema",
    ...on("deleteWebhook", (answer) => Object.assign(answer, { body: { success: true } })),
  },

  // What a creation makes of its fields.
  "another address than the one that was sent": {
    step: "create",
    check: "value",
    ...fields("createWebhook", { address: "https://elsewhere.example/" }),
  },
  "a default format of xml": {
    step: "create",
    check: "value",
    create: (webhook, call) => Object.assign(webhook, { format: call.webhook.format ?? "xml" }),
  },
  "a creation with xml answered with json": {
    step: "createFields",
    check: "value",
    create: (webhook) => Object.assign(webhook, { format: "json" }),
  },
  "event refused": { step: "createFields", check: "status", ...refusing("event") },
  "app_id refused": { step: "createFields", check: "status", ...refusing("app_id") },
  "secret refused": { step: "createFields", check: "status", ...refusing("secret") },
  "one id for all that is created": {
    step: "createFields",
    check: "value",
    create: (webhook) => Object.assign(webhook, { id: 2000 }),
    leaves: true,
  },
  "a creation without its topic": {
    step: "createRefused",
    check: "refusal",
    ...lets(({ operation, webhook }) => operation === "createWebhook" && !webhook.topic),
  },
  "a creation without its address": {
    step: "createRefused",
    check: "refusal",
    ...lets(({ operation, webhook }) => operation === "createWebhook" && !webhook.address),
  },
  "any format": {
    step: "createRefused",
    check: "refusal",
    ...lets(({ operation, webhook }) => operation === "createWebhook" && Boolean(webhook.topic && webhook.address)),
    create: (webhook, call) => Object.assign(webhook, { format: call.webhook.format ?? "json" }),
  },

  // What is read back.
  "another subscription read back": { step: "get", check: "value", ...fields("getWebhook", { id: 1001 }) },
  "another time of creation read back": {
    step: "get",
    check: "value",
    ...fields("getWebhook", { created_at: "2020-03-02T08:15:00+02:00" }),
  },
  "a new subscription that is not listed": {
    step: "listed",
    check: "value",
    ...pages((body) => Object.assign(body, { webhooks: body.webhooks.filter(({ id }) => id < 1025) })),
    leaves: true,
  },
  "a list that shows another topic": {
    step: "listed",
    check: "value",
    ...pages(({ webhooks }) => webhooks.map((webhook) => Object.assign(webhook, { topic: "customers/update" }))),
  },

  // Limits and pages.
  "a default limit of 50": {
    step: "listDefaults",
    check: "value",
    read: ({ query }) => query.set("limit", query.get("limit") ?? "50"),
  },
  "a default limit of 10": {
    step: "listDefaults",
    check: "value",
    read: ({ query }) => query.set("limit", query.get("limit") ?? "10"),
  },
  "a default page of 2": {
    step: "listDefaults",
    check: "value",
    read: ({ query }) => query.set("page", query.get("page") ?? "2"),
  },
  "limit ignored": { step: "listLimit", check: "value", read: ({ query }) => query.delete("limit") },
  "a list longer than limit": {
    step: "listLimit",
    check: "value",
    ...pages(({ webhooks }, { query }) => query.get("limit") === "2" && webhooks.push(...webhooks)),
  },
  "limit capped at 20": {
    step: "listLimit",
    check: "value",
    read: ({ query }) => query.set("limit", String(Math.min(Number(query.get("limit") ?? 20), 20))),
  },
  "limit capped at 250": {
    step: "listMaximum",
    check: "value",
    read: ({ query }) => query.set("limit", String(Math.min(Number(query.get("limit") ?? 20), 250))),
  },
  "limit capped at 25, and not said so": {
    step: "listMaximum",
    check: "value",
    slice: (sorted, page, limit) => slice(sorted, page, Math.min(limit, 25)),
  },
  "limit=10001 accepted": {
    step: "listMaximum",
    check: "refusal",
    ...lets(({ query }) => query.get("limit") === "10001"),
  },
  "page ignored": { step: "listPages", check: "value", read: ({ query }) => query.delete("page") },
  "pages that overlap": {
    step: "listPages",
    check: "value",
    slice: (sorted, page, limit) => sorted.slice((page - 1) * (limit - 1)).slice(0, limit),
  },
  "pages that leave something out": {
    step: "listPages",
    check: "value",
    slice: (sorted, page, limit) => sorted.slice((page - 1) * (limit + 1)).slice(0, limit),
  },
  "pages that are numbered from 0": {
    step: "listed",
    check: "value",
    slice: (sorted, page, limit) => slice(sorted, page + 1, limit),
  },

  // Order.
  "sort order ignored": { step: "listSorted", check: "order", read: ({ query }) => query.delete("sort_order") },
  "sort order turned round": {
    step: "listSorted",
    check: "order",
    read: ({ query }) => query.set("sort_order", query.get("sort_order") === "asc" ? "desc" : "asc"),
  },
  "timestamps sorted as text": {
    step: "listSorted",
    check: "order",
    sort(kept, query) {
      const asText = kept.toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1));
      return query.get("sort_by") === "created_at" && query.get("sort_order") === "asc" ? asText : sort(kept, query);
    },
  },
  "sort_by understood for one field alone": {
    step: "listSorted",
    check: "order",
    read: ({ query }) => query.has("sort_by") && query.set("sort_by", "created_at"),
  },
  "sort_by ignored": { step: "listSorted", check: "order", read: ({ query }) => query.delete("sort_by") },
  "order within the page alone": {
    step: "listSorted",
    check: "order",
    sort: (kept) => [...kept],
    ...pages((body, { query }) => Object.assign(body, { webhooks: sort(body.webhooks, query) })),
  },

  // Access tokens.
  "no access token needed": { step: "authentication", check: "refusal", ...lets(({ token }) => token === undefined) },
  "no access token needed for the exchange": {
    step: "authentication",
    check: "refusal",
    ...lets(({ token, operation }) => token === undefined && operation === "exchangeAccessToken"),
  },
  "no access token needed for a deletion": {
    step: "authentication",
    check: "refusal",
    ...lets(({ token, operation }) => token === undefined && operation === "deleteWebhook"),
  },

  // Deletion.
  "a deletion that says it failed": {
    step: "delete",
    check: "value",
    ...on("deleteWebhook", (answer) => Object.assign(Object(answer.body), { success: false })),
  },
  "a deletion that deletes nothing": { step: "listAfterDelete", check: "value", delete: () => {}, leaves: true },
};

/** Services that contradict the document. */
export const brokenServices = titled(broken);

const departing: Record<string, Omit<UnlikeService, "title">> = {
  "a timestamp without seconds": { ...created, ...making({ created_at: "2026-03-02T08:15+02:00" }) },
  "a leap second": { ...created, ...making({ created_at: "2016-12-31T23:59:60+00:00" }) },
  "a comma before the fraction of a second": {
    ...created,
    ...making({ created_at: "2026-03-02T08:15:00,5+02:00" }),
  },
  "a URL with letters beyond ASCII": {
    step: "listed",
    check: "schema",
    ...holding({ address: "https://bücher.example/höre" }),
  },
  "a topic of three parts": {
    step: "listed",
    check: "schema",
    ...holding({ topic: "orders/items/create" }),
  },
  "pages counted from 0": {
    step: "listDefaults",
    check: "value",
    ...pages(({ pagination }) => Object.assign(pagination, { current_page: pagination.current_page - 1 })),
  },
  "one page more than there are": {
    step: "listDefaults",
    check: "value",
    ...pages(({ pagination }) => Object.assign(pagination, { total_pages: pagination.total_pages + 1 })),
  },
  "a total of the page alone": {
    step: "listPages",
    check: "value",
    ...pages(({ pagination, webhooks }) =>
      Object.assign(pagination, {
        total: webhooks.length,
        total_pages: Math.ceil(webhooks.length / pagination.per_page),
      }),
    ),
  },
  "per_page as the number of results on the page": {
    step: "listMaximum",
    check: "value",
    ...pages(({ pagination, webhooks }) => Object.assign(pagination, { per_page: webhooks.length })),
  },
  "sort_by refused for a field that the document does not name": {
    step: "listSorted",
    check: "refusal",
    refuse: ({ query }) => (["created_at", null].includes(query.get("sort_by")) ? undefined : 400),
  },
  "a made-up access token accepted": {
    step: "authentication",
    check: "refusal",
    refuse: ({ token, operation }) => (token?.startsWith("made-up") && operation === "listWebhooks" ? 0 : undefined),
  },
  "an update that answers with another subscription": {
    step: "update",
    check: "value",
    ...fields("updateWebhook", { id: 1001 }),
  },
  "an update that answers with another topic": {
    step: "update",
    check: "value",
    ...fields("updateWebhook", { topic: "customers/update" }),
  },
  "an update that asks for more": { step: "update", check: "refusal", ...status("updateWebhook", 422) },
  "a trigger that answers with another topic": {
    step: "deliver",
    check: "value",
    ...fields("deliverWebhook", { topic: "customers/update" }),
  },
  "a trigger that takes no envelope": {
    step: "deliver",
    check: "refusal",
    read(call) {
      if (call.operation === "deliverWebhook") call.webhook = JSON.parse(call.body);
    },
  },
};

/** Services that keep the document and depart from a reading of this project. */
export const departingServices = titled(departing);

/** Services that look broken, and about which the document does not let us say so: the reason, and the service. */
export const undecided: [reason: string, title: string, fault: Fault][] = [
  [
    "§4.4: how the subscription to update is identified is not shown",
    "an update that changes nothing",
    {
      read: ({ operation, webhook }) => operation === "updateWebhook" && delete webhook.format,
    },
  ],
  ["§7: error responses are not shown", "a deleted subscription that get still shows", keepingDeleted()],
  [
    "§4.2: the default sort field and order are not shown",
    "another default order for each list",
    {
      sort: (kept, query) =>
        query.has("sort_by") ? sort(kept, query) : kept.toSorted((a, b) => ((a.id * 7919) % 31) - ((b.id * 7919) % 31)),
    },
  ],
  [
    "§7: error responses are not shown",
    "a limit of 10,001 answered with status 500",
    {
      refuse: ({ query }) => (query.get("limit") === "10001" ? 500 : undefined),
    },
  ],
];

function keepingDeleted(): Fault {
  const last = new Map<string, unknown>();
  return {
    answer(answer, { operation, id }) {
      if (operation !== "getWebhook") return;
      if (answer.status === 200) last.set(id, answer.body);
      else if (last.has(id)) {
        Object.assign(answer, { status: 200, headers: { "Content-Type": "application/json" }, body: last.get(id) });
      }
    },
  };
}

function titled(services: Record<string, Omit<UnlikeService, "title">>): UnlikeService[] {
  return Object.entries(services).map(([title, service]) => ({ title, ...service }));
}
