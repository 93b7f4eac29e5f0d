import { answers, document, object, operation, parameter, ref, takes, text } from "../sandbox/foreign-contracts.js";
import { worldOf } from "../worlds/world.js";

const base = "/api/admin/26.0";
const url = { ...text, format: "uri", examples: ["https://lantern-books.example/hooks/orders"] };
const topic = { ...text, pattern: "^[^/]+/[^/]+$", examples: ["orders/create"] };
const format = { ...text, enum: ["json", "xml"], default: "json", examples: ["json"] };
const integer = (example: number) => ({ type: "integer", examples: [example] });
const secret = (example: string) => ({ ...text, format: "password", examples: [example] });
const parameters = { topic, address: url, format };
const id = parameter("path", "id", { anyOf: [integer(1001), text] }, 1001);

/** The times of a record, which end with an offset of this form. */
function times(offset: string, example: string) {
  const time = {
    ...text,
    format: "date-time",
    pattern: `T\\d\\d:\\d\\d:[0-5]\\d(\\.\\d+)?${offset}$`,
    examples: [example],
  };
  return { created_at: time, updated_at: time };
}

const record = (properties: object) => object(Object.keys(properties), properties);
const webhook = (id: number, others: object = {}) => ({
  ...{ id, topic: "orders/create", address: "https://lantern-books.example/hooks/orders", format: "json" },
  ...{ created_at: "2026-03-02T10:20:00+02:00", updated_at: "2026-03-02T10:20:00+02:00" },
  ...others,
});
const one = answers(200, record({ webhook: ref("Webhook") }), { webhook: webhook(1001) });
const body = (others: object = {}) =>
  takes(record({ webhook: object(["topic", "address"], { ...parameters, ...others }) }));
const second = { topic: "products/update", address: "https://lantern-books.example/hooks/products", format: "xml" };

/** The interface document as a contract. What verify says about the document does not depend on openapi.yaml. */
const contract = document(
  {
    [`${base}/oauth/access_token`]: {
      post: operation(
        "exchangeAccessToken",
        { requestBody: { content: { "application/json": { schema: {} } } } },
        answers(200, record({ oauth: ref("OAuth") })),
      ),
    },
    [`${base}/webhooks`]: {
      get: operation(
        "listWebhooks",
        {
          parameters: [
            parameter("query", "limit", { type: "integer", default: 20, maximum: 10_000 }, 20),
            parameter("query", "page", { type: "integer", default: 1 }, 1),
            parameter("query", "sort_by", text, "created_at"),
            parameter("query", "sort_order", { ...text, enum: ["asc", "desc"] }, "desc"),
          ],
        },
        answers(200, record({ webhooks: { type: "array", items: ref("Webhook") }, pagination: ref("Pagination") }), {
          webhooks: [webhook(1001), webhook(1002, second)],
          pagination: { current_page: 1, per_page: 20, total: 2, total_pages: 1 },
        }),
      ),
      post: operation(
        "createWebhook",
        body({
          event: { ...text, examples: ["order_created"] },
          app_id: integer(42),
          secret: secret("<SIGNING_SECRET>"),
        }),
        one,
      ),
      put: operation("updateWebhook", body(), one),
    },
    [`${base}/webhooks/{id}`]: {
      get: operation("getWebhook", { parameters: [id] }, one),
      delete: operation("deleteWebhook", { parameters: [id] }, answers(200, ref("DeletionResult"))),
    },
    [`${base}/internal/webhooks/deliver`]: {
      post: operation("deliverWebhook", body(), one, {
        callbacks: {
          delivery: {
            "{$request.body#/webhook/address}": {
              post: {
                requestBody: { content: { "application/json": { schema: {} }, "application/xml": { schema: {} } } },
                responses: { 200: { description: "Received." } },
              },
            },
          },
        },
      }),
    },
  },
  { type: "apiKey", in: "header", name: "X-Service-Access-Token" },
  {
    OAuth: record({
      ...{ id: integer(7), client_id: { ...text, examples: ["lantern-books"] } },
      ...{ client_secret: secret("<CLIENT_SECRET>"), code: secret("<CODE>") },
      ...times("Z", "2026-03-02T08:15:00Z"),
    }),
    Webhook: record({ id: integer(1001), ...parameters, ...times("[+-]\\d\\d:\\d\\d", "2026-03-02T10:20:00+02:00") }),
    Pagination: record({
      ...{ current_page: integer(1), per_page: integer(20), total: integer(2), total_pages: integer(1) },
    }),
    DeletionResult: record({
      success: { type: "boolean", examples: [true] },
      message: { ...text, examples: ["Gone."] },
    }),
  },
);

contract.info.title = "Service API";

/** What the project would be with that contract. */
export const documented = await worldOf(contract);
