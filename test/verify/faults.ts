import type { Pagination, Webhook } from "../../src/client/index.js";
import type { Check } from "../../src/verify/findings.js";
import { type Answer, type Call, type Fault, slice, sort } from "./service.js";

/** A service that is broken, or that reads the document in another way, and the step that must report it. */
export interface DeviatingService extends Fault {
  title: string;
  /** Step of the walk. */
  step: string;
  /** What the step checks. */
  check: Check;
  /** Whether the clean-up may be incomplete, since the service hides or keeps what the walk created. */
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

/** Accepts the requests that match, even if the service would refuse them. */
function accepting(matches: (call: Call) => boolean): Pick<Fault, "refuse"> {
  return { refuse: (call) => (matches(call) ? 0 : undefined) };
}

/** Refuses a creation that has a field. */
function refusing(field: "event" | "app_id" | "secret"): Pick<Fault, "refuse"> {
  return { refuse: ({ webhook }) => (field in webhook ? 422 : undefined) };
}

/** Changes fields of every new subscription. */
function making(changes: Partial<Webhook>): Pick<Fault, "create"> {
  return { create: (webhook) => Object.assign(webhook, changes) };
}

/** Changes fields of a subscription that the walk did not create. */
function holding(changes: Partial<Webhook>): Pick<Fault, "between"> {
  return { between: ([first]) => first && Object.assign(first, changes) };
}

/** The answer to a creation does not match the schema. */
const created = { step: "create", check: "schema" } as const;

const broken: Record<string, Omit<DeviatingService, "title">> = {
  // Status and content type.
  "status 201 for a creation": { step: "create", check: "status", ...status("createWebhook", 201) },
  "status 202 for a delivery": { step: "deliver", check: "status", ...status("deliverWebhook", 202) },
  "a redirect": { step: "get", check: "status", ...status("getWebhook", 307) },
  "a forgotten subscription": { step: "get", check: "status", ...status("getWebhook", 404) },
  "status 503 with a text": {
    step: "listed",
    check: "status",
    answer(answer, { operation }) {
      const text = { "Content-Type": "text/plain" };
      if (operation === "listWebhooks") Object.assign(answer, { status: 503, headers: text, body: "Out of service" });
    },
    leaves: true,
  },
  "a failed update": { step: "update", check: "status", ...status("updateWebhook", 500) },
  "a missing update": { step: "update", check: "status", ...status("updateWebhook", 405) },
  "a missing token exchange": { step: "exchange", check: "status", ...status("exchangeAccessToken", 404) },
  "a missing trigger": { step: "deliver", check: "status", ...status("deliverWebhook", 404) },
  "a wrong content type": {
    step: "get",
    check: "content type",
    ...headers("getWebhook", { "Content-Type": "text/json" }),
  },
  "a missing content type": { step: "delete", check: "content type", ...headers("deleteWebhook", {}) },
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
  "a pagination object of strings": {
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

  // The fields of a creation.
  "another address than the sent one": {
    step: "create",
    check: "value",
    ...fields("createWebhook", { address: "https://elsewhere.example/" }),
  },
  "a default format of xml": {
    step: "create",
    check: "value",
    create: (webhook, call) => Object.assign(webhook, { format: call.webhook.format ?? "xml" }),
  },
  "json in the answer to a creation with xml": {
    step: "createFields",
    check: "value",
    create: (webhook) => Object.assign(webhook, { format: "json" }),
  },
  "a refused event": { step: "createFields", check: "status", ...refusing("event") },
  "a refused app_id": { step: "createFields", check: "status", ...refusing("app_id") },
  "a refused secret": { step: "createFields", check: "status", ...refusing("secret") },
  "one id for every new subscription": {
    step: "createFields",
    check: "value",
    create: (webhook) => Object.assign(webhook, { id: 2000 }),
    leaves: true,
  },
  "an accepted creation without a topic": {
    step: "createRefused",
    check: "refusal",
    ...accepting(({ operation, webhook }) => operation === "createWebhook" && !webhook.topic),
  },
  "an accepted creation without an address": {
    step: "createRefused",
    check: "refusal",
    ...accepting(({ operation, webhook }) => operation === "createWebhook" && !webhook.address),
  },
  "an accepted creation with an unknown format": {
    step: "createRefused",
    check: "refusal",
    ...accepting(
      ({ operation, webhook }) => operation === "createWebhook" && Boolean(webhook.topic && webhook.address),
    ),
    create: (webhook, call) => Object.assign(webhook, { format: call.webhook.format ?? "json" }),
  },

  // Reads of a new subscription.
  "another subscription in the answer": { step: "get", check: "value", ...fields("getWebhook", { id: 1001 }) },
  "another created_at in the answer": {
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
  "another topic in the list": {
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
  "an ignored limit": { step: "listLimit", check: "value", read: ({ query }) => query.delete("limit") },
  "a list longer than limit": {
    step: "listLimit",
    check: "value",
    ...pages(({ webhooks }, { query }) => query.get("limit") === "2" && webhooks.push(...webhooks)),
  },
  "a limit capped at 20": {
    step: "listLimit",
    check: "value",
    read: ({ query }) => query.set("limit", String(Math.min(Number(query.get("limit") ?? 20), 20))),
  },
  "a limit capped at 250": {
    step: "listMaximum",
    check: "value",
    read: ({ query }) => query.set("limit", String(Math.min(Number(query.get("limit") ?? 20), 250))),
  },
  "a limit capped at 25 without a sign of it": {
    step: "listMaximum",
    check: "value",
    slice: (sorted, page, limit) => slice(sorted, page, Math.min(limit, 25)),
  },
  "an accepted limit=10001": {
    step: "listMaximum",
    check: "refusal",
    ...accepting(({ query }) => query.get("limit") === "10001"),
  },
  "an ignored page": { step: "listPages", check: "value", read: ({ query }) => query.delete("page") },
  "pages that overlap": {
    step: "listPages",
    check: "value",
    slice: (sorted, page, limit) => sorted.slice((page - 1) * (limit - 1)).slice(0, limit),
  },
  "pages that skip something": {
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
  "an ignored sort_order": { step: "listSorted", check: "order", read: ({ query }) => query.delete("sort_order") },
  "a reversed sort_order": {
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
  "a sort_by that works for only one field": {
    step: "listSorted",
    check: "order",
    read: ({ query }) => query.has("sort_by") && query.set("sort_by", "created_at"),
  },
  "an ignored sort_by": { step: "listSorted", check: "order", read: ({ query }) => query.delete("sort_by") },
  "order only within the page": {
    step: "listSorted",
    check: "order",
    sort: (kept) => [...kept],
    ...pages((body, { query }) => Object.assign(body, { webhooks: sort(body.webhooks, query) })),
  },

  // Access tokens.
  "access without an access token": {
    step: "authentication",
    check: "refusal",
    ...accepting(({ token }) => token === undefined),
  },
  "a token exchange without an access token": {
    step: "authentication",
    check: "refusal",
    ...accepting(({ token, operation }) => token === undefined && operation === "exchangeAccessToken"),
  },
  "a deletion without an access token": {
    step: "authentication",
    check: "refusal",
    ...accepting(({ token, operation }) => token === undefined && operation === "deleteWebhook"),
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

const departing: Record<string, Omit<DeviatingService, "title">> = {
  "a timestamp without seconds": { ...created, ...making({ created_at: "2026-03-02T08:15+02:00" }) },
  "a leap second": { ...created, ...making({ created_at: "2016-12-31T23:59:60+00:00" }) },
  "a comma before the fraction of a second": {
    ...created,
    ...making({ created_at: "2026-03-02T08:15:00,5+02:00" }),
  },
  "a URL with non-ASCII letters": {
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
  "one page too many in total_pages": {
    step: "listDefaults",
    check: "value",
    ...pages(({ pagination }) => Object.assign(pagination, { total_pages: pagination.total_pages + 1 })),
  },
  "a total of only the page": {
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
  "a refused sort_by for a field that the document does not name": {
    step: "listSorted",
    check: "refusal",
    refuse: ({ query }) => (["created_at", null].includes(query.get("sort_by")) ? undefined : 400),
  },
  "an accepted made-up access token": {
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
  "an update that requires more fields": { step: "update", check: "refusal", ...status("updateWebhook", 422) },
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

/** Services that follow the document but depart from a reading of this project. */
export const departingServices = titled(departing);

/** Services that look broken, but that the document does not rule out: what they do, the reason, and the service. */
export const allowedServices: [title: string, reason: string, fault: Fault][] = [
  [
    "an update that changes nothing",
    "§4.4 does not show how an update finds its subscription",
    {
      read: ({ operation, webhook }) => operation === "updateWebhook" && delete webhook.format,
    },
  ],
  ["a deleted subscription that get still shows", "§7 does not show error responses", keepingDeleted()],
  [
    "another default order for each list",
    "§4.2 does not show the default sort field and order",
    {
      sort: (kept, query) =>
        query.has("sort_by") ? sort(kept, query) : kept.toSorted((a, b) => ((a.id * 7919) % 31) - ((b.id * 7919) % 31)),
    },
  ],
  [
    "status 500 for a limit of 10,001",
    "§7 does not show error responses",
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

function titled(services: Record<string, Omit<DeviatingService, "title">>): DeviatingService[] {
  return Object.entries(services).map(([title, service]) => ({ title, ...service }));
}
