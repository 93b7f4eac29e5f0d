// Two contracts that share no name and no form with ours, and what contracts are written with.

export const text = { type: "string" };
export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const content = (schema: object, example?: unknown) => ({
  content: { "application/json": { schema, ...(example === undefined ? {} : { example }) } },
});
export const answers = (status: number, schema: object, example?: unknown) => ({
  responses: { [status]: { description: "The answer.", ...content(schema, example) } },
});
export const takes = (schema: object) => ({ requestBody: { required: true, ...content(schema) } });
export const operation = (operationId: string, ...parts: object[]) => {
  return Object.assign({ operationId, summary: operationId, description: `${operationId}.`, tags: ["All"] }, ...parts);
};
export const parameter = (
  place: string,
  name: string,
  schema: object,
  example: unknown,
  required = place === "path",
) => {
  return { name, in: place, required, description: `${name}.`, schema, example };
};
export const object = (required: string[], properties: object) => ({ type: "object", required, properties });
export const document = (paths: object, scheme: object, schemas: object) => ({
  openapi: "3.1.0",
  info: { title: "Foreign API", version: "2.0", summary: "Foreign.", description: "Foreign." },
  servers: [{ url: "http://127.0.0.1:4010" }],
  security: [{ Access: [] }],
  tags: [{ name: "All", description: "All." }],
  paths,
  components: { securitySchemes: { Access: scheme }, schemas },
});

const parcelId = parameter("path", "parcelId", { ...text, pattern: "^PCL-\\d+$" }, "PCL-1009");
const event = parameter("path", "event", { type: "integer", minimum: 1 }, 1);
const parcel = {
  id: "PCL-1009",
  ...{ sender: "ann", status: "sent", lines: [{ id: 5, sku: "lamp", count: 1 }], createdAt: "2026-01-01T00:00:00Z" },
};
const line = { sku: { ...text, examples: ["lamp"] }, count: { type: "integer", minimum: 1, examples: [1] } };
const sentLines = { type: "array", minItems: 1, items: object(["sku", "count"], line) };
const weight = { type: ["number", "null"], exclusiveMinimum: 0 };

/** Text ids, nested lists, header parameters, a bearer token, PATCH, 201, 204, an action, `{ items, meta }`, `oneOf`. */
export const parcels = document(
  {
    "/v2/parcels": {
      get: operation(
        "listParcels",
        {
          parameters: [
            parameter("header", "X-Depot", { ...text, minLength: 2 }, "north", true),
            parameter("query", "status", { ...text, enum: ["new", "sent"] }, "new"),
            parameter("query", "page", { type: "integer" }, 1),
            parameter("query", "page_size", { type: "integer", default: 2 }, 2),
            parameter("query", "sort", text, "-sender"),
            parameter("query", "expand", text, "events"),
          ],
        },
        answers(
          200,
          object(["items", "meta"], {
            items: { type: "array", items: ref("Parcel") },
            meta: object(["total"], {
              ...{ total: { type: "integer" }, page: { type: "integer" }, has_more: { type: "boolean" } },
              ...{ next_cursor: { type: ["string", "null"] } },
            }),
          }),
          { items: [parcel], meta: { total: 1, page: 1, has_more: true, next_cursor: "abc" } },
        ),
      ),
      post: operation(
        "createParcel",
        takes(object(["sender", "lines"], { sender: text, weight, note: text, lines: sentLines })),
        answers(201, ref("Parcel")),
      ),
    },
    "/v2/parcels/{parcelId}": {
      parameters: [parcelId],
      get: operation("getParcel", answers(200, ref("Parcel"))),
      patch: operation(
        "patchParcel",
        takes(object([], { sender: text, weight, note: { type: ["string", "null"] }, status: text })),
        answers(200, ref("Parcel")),
      ),
      put: operation(
        "replaceParcel",
        takes(
          object(["id", "sender"], { id: { ...text, examples: ["PCL-1009"] }, sender: text, note: text, status: text }),
        ),
        answers(200, ref("Parcel")),
      ),
      delete: operation("deleteParcel", { responses: { 204: { description: "Deleted." } } }),
    },
    "/v2/parcels/{parcelId}/pause": {
      parameters: [parcelId],
      post: operation("pauseParcel", answers(200, ref("Parcel"))),
    },
    "/v2/parcels/{parcelId}/events": {
      parameters: [parcelId],
      get: operation("listEvents", answers(200, { type: "array", items: ref("Event") })),
      post: operation("addEvent", takes(object(["kind"], { kind: text })), answers(201, ref("Event"))),
    },
    "/v2/parcels/{parcelId}/events/{event}": {
      parameters: [parcelId, event],
      get: operation("getEvent", answers(200, ref("Event"))),
      delete: operation("deleteEvent", answers(200, ref("Event"))),
    },
    "/v2/payments": {
      get: operation(
        "listPayments",
        answers(200, object(["payments"], { payments: { type: "array", items: ref("Payment") } })),
      ),
      post: operation(
        "pay",
        takes(object(["payment"], { payment: ref("Payment") })),
        answers(200, object(["payment"], { payment: ref("Payment") })),
      ),
    },
    "/v2/ping": {
      get: operation("ping", { security: [] }, answers(200, object([], { ok: { type: "boolean" } }), { ok: true })),
    },
  },
  { type: "http", scheme: "bearer" },
  {
    Parcel: object(["id", "sender", "status", "lines", "createdAt"], {
      id: { ...text, examples: ["PCL-1009"] },
      sender: { ...text, maxLength: 20, examples: ["ann"] },
      status: { ...text, enum: ["new", "sent"], examples: ["sent"] },
      ...{ weight, note: text },
      lines: { type: "array", minItems: 1, items: ref("Line") },
      createdAt: { ...text, format: "date-time", examples: ["2026-01-01T00:00:00Z"] },
      updatedAt: { ...text, pattern: "^\\d{4}-\\d\\d-\\d\\d$", examples: ["2026-01-01"] },
    }),
    Line: object(["id", "sku", "count"], { id: { type: "integer", examples: [5] }, ...line }),
    Event: {
      allOf: [
        object(["id"], {
          id: { type: "integer", examples: [1] },
          created_at: {
            ...text,
            pattern: "^[-\\d]{10}T[:\\d]{8}[+]\\d\\d:\\d\\d$",
            examples: ["2026-01-01T00:00:00+02:00"],
          },
        }),
        object(["kind", "parcelId"], {
          kind: { ...text, examples: ["scan"] },
          parcelId: { ...text, examples: ["PCL-1009"] },
        }),
      ],
    },
    Payment: {
      oneOf: [
        object(["id", "type", "card"], {
          id: { ...text, format: "uuid", readOnly: true },
          type: { const: "card" },
          card: text,
        }),
        object(["id", "type", "iban"], {
          id: { ...text, format: "uuid", readOnly: true },
          type: { const: "bank" },
          iban: text,
        }),
      ],
    },
  },
);

const hook = { id: 41, url: "https://domain.example/hook", event: "made", since: 1_767_225_600 };

/** Bare lists, integer ids, an offset, ids of the caller's choice, deliveries with a payload, an update without an id. */
export const hooks = document(
  {
    "/hooks": {
      get: operation(
        "hooksIndex",
        {
          parameters: [
            parameter("query", "offset", { type: "integer" }, 0),
            parameter("query", "limit", { type: "integer" }, 2),
          ],
        },
        answers(200, { type: "array", items: ref("Hook") }, [hook]),
      ),
      post: operation(
        "hooksNew",
        takes(object(["url", "event"], { url: { ...text, format: "uri" }, event: text })),
        answers(201, ref("Hook")),
        {
          callbacks: {
            welcome: {
              "{$request.body#/url}": {
                post: {
                  requestBody: content(object(["hello"], { hello: text }), { hello: "world" }),
                  responses: { 200: { description: "Received." } },
                },
              },
            },
          },
        },
      ),
      put: operation(
        "hooksPut",
        takes(object(["url"], { url: { ...text, format: "uri" }, event: text })),
        answers(200, ref("Hook")),
      ),
    },
    "/hooks/{hook_id}": {
      parameters: [parameter("path", "hook_id", { type: "integer" }, 41)],
      get: operation("hooksOne", answers(200, ref("Hook"))),
      delete: operation(
        "hooksDrop",
        answers(200, object(["id", "gone"], { id: { type: "integer" }, gone: { type: "boolean" } }), {
          id: 41,
          gone: true,
        }),
      ),
    },
    "/shops/{shop}/orders": {
      parameters: [parameter("path", "shop", text, "north")],
      get: operation(
        "ordersIndex",
        {
          parameters: [
            parameter("query", "cursor", text, "abc"),
            parameter("query", "limit", { type: "integer" }, 2),
            parameter("query", "paid", { type: "boolean" }, true),
          ],
        },
        answers(
          200,
          object(["data", "next_cursor", "count"], {
            ...{ data: { type: "array", items: ref("Order") }, next_cursor: text, count: { type: "integer" } },
            previous_cursor: text,
          }),
        ),
      ),
      post: operation("ordersNew", takes(ref("NewOrder")), { responses: { 202: { description: "Accepted." } } }),
    },
    "/shops/{shop}/orders/{number}": {
      parameters: [
        parameter("path", "shop", text, "north"),
        parameter("path", "number", { type: "number", minimum: 1000 }, 1000),
      ],
      patch: operation("ordersChange", takes(object([], { paid: { type: "boolean" } })), {
        responses: { 204: { description: "Changed." } },
      }),
      get: operation("ordersOne", answers(200, object(["order"], { order: ref("Order"), hint: text }))),
    },
    "/deliveries": {
      get: operation("deliveriesIndex", answers(200, { type: "array", items: ref("Slug") })),
      post: operation("deliveriesNew", takes(ref("Slug")), answers(201, ref("Slug"))),
    },
    "/deliveries/{slug}": {
      parameters: [parameter("path", "slug", text, "first")],
      get: operation("deliveriesOne", answers(200, ref("Slug"))),
    },
  },
  { type: "apiKey", in: "header", name: "X-Key" },
  {
    NewOrder: object(["customer"], {
      customer: object(["name"], { name: text, city: text }),
      paid: { type: "boolean", default: false },
      lines: { type: "array", items: object(["sku"], { sku: text }) },
    }),
    Order: {
      allOf: [
        ref("NewOrder"),
        object(["number", "shop", "state"], {
          number: { type: "number", minimum: 1000, examples: [1000] },
          shop: { ...text, examples: ["north"] },
          state: { const: "open" },
        }),
      ],
    },
    Hook: object(["id", "url", "event"], {
      id: { type: "integer", examples: [41] },
      url: { ...text, format: "uri", examples: ["https://domain.example/hook"] },
      event: { ...text, examples: ["made"] },
      since: { type: "integer", examples: [1_767_225_600] },
    }),
    Slug: object(["slug", "pin"], {
      pin: { ...text, writeOnly: true, format: "password", examples: ["0000"] },
      slug: { ...text, examples: ["first"] },
      created: { type: "integer", examples: [1_767_225_600] },
    }),
  },
);
