// Generated from openapi.yaml by `npm run generate`. Do not edit: change the contract.

import type { AccessToken, Collection, DeclaredError, Details, Operation } from "../src/contract-types.js";

/** Name of the API. */
export const title: string = "Service API";

/** The beginning that all paths share. */
export const basePath: string = "/api/admin/26.0";

/** Base URL of the mock and the sandbox, by default. */
export const defaultServer: string = "http://127.0.0.1:4010";

/** Where that listens. */
export const listensOn: { readonly host: string; readonly port: number } = { host: "127.0.0.1", port: 4010 };

/** How a request carries the access token. */
export const accessToken: AccessToken = { header: "X-Service-Access-Token", prefix: "" };

/** Whether an operation requires an access token. */
export type RequiresToken = true;

/** Names of the fields whose values are secrets. */
export const secretFields: readonly string[] = ["secret", "client_secret", "code"];

/** Those of requests, and the names of headers that hold secrets. */
export const sentSecrets: readonly string[] = ["secret"];

/** Every operation, by id. */
export const operations: Readonly<Record<string, Operation>> = {
  exchangeAccessToken: {
    id: "exchangeAccessToken",
    method: "POST",
    path: "/api/admin/26.0/oauth/access_token",
    parameters: [],
    body: { required: false, fields: {} },
    answer: { status: 200, keys: ["oauth"] },
  },
  listWebhooks: {
    id: "listWebhooks",
    method: "GET",
    path: "/api/admin/26.0/webhooks",
    parameters: [
      { name: "limit", in: "query", schema: { type: "integer", default: 20, maximum: 10000 }, required: false },
      { name: "page", in: "query", schema: { type: "integer", default: 1 }, required: false },
      { name: "sort_by", in: "query", schema: { type: "string" }, required: false },
      { name: "sort_order", in: "query", schema: { type: "string", enum: ["asc", "desc"] }, required: false },
    ],
    answer: { status: 200, keys: ["webhooks"], pagination: "pagination", holds: "list" },
  },
  createWebhook: {
    id: "createWebhook",
    method: "POST",
    path: "/api/admin/26.0/webhooks",
    parameters: [],
    body: {
      required: true,
      key: "webhook",
      fields: {
        topic: { schema: { type: "string" }, required: true },
        address: { schema: { type: "string", format: "uri" }, required: true },
        format: { schema: { type: "string", enum: ["json", "xml"], default: "json" }, required: false },
        event: { schema: { type: "string" }, required: false },
        app_id: { schema: { type: "integer" }, required: false },
        secret: { schema: { type: "string", format: "password" }, required: false },
      },
    },
    answer: { status: 200, keys: ["webhook"], holds: "item" },
  },
  updateWebhook: {
    id: "updateWebhook",
    method: "PUT",
    path: "/api/admin/26.0/webhooks",
    parameters: [],
    body: {
      required: true,
      key: "webhook",
      fields: {
        topic: { schema: { type: "string" }, required: true },
        address: { schema: { type: "string", format: "uri" }, required: true },
        format: { schema: { type: "string", enum: ["json", "xml"], default: "json" }, required: false },
      },
    },
    answer: { status: 200, keys: ["webhook"], holds: "item" },
  },
  getWebhook: {
    id: "getWebhook",
    method: "GET",
    path: "/api/admin/26.0/webhooks/{id}",
    parameters: [{ name: "id", in: "path", schema: { type: ["integer", "string"] }, required: true }],
    answer: { status: 200, keys: ["webhook"], holds: "item" },
  },
  deleteWebhook: {
    id: "deleteWebhook",
    method: "DELETE",
    path: "/api/admin/26.0/webhooks/{id}",
    parameters: [{ name: "id", in: "path", schema: { type: ["integer", "string"] }, required: true }],
    answer: { status: 200, keys: [] },
  },
  deliverWebhook: {
    id: "deliverWebhook",
    method: "POST",
    path: "/api/admin/26.0/internal/webhooks/deliver",
    parameters: [],
    body: {
      required: true,
      key: "webhook",
      fields: {
        topic: { schema: { type: "string" }, required: true },
        address: { schema: { type: "string", format: "uri" }, required: true },
        format: { schema: { type: "string", enum: ["json", "xml"], default: "json" }, required: false },
      },
    },
    answer: { status: 200, keys: ["webhook"], holds: "item" },
    callbacks: [{ address: "/webhook/address", method: "POST", mediaTypes: ["application/json", "application/xml"] }],
  },
};

/** Every operation with the pattern of its path, in the order in which a path is looked up. */
export const routes: readonly (readonly [id: string, pattern: string])[] = [
  ["deliverWebhook", "^/api/admin/26\\.0/internal/webhooks/deliver$"],
  ["exchangeAccessToken", "^/api/admin/26\\.0/oauth/access_token$"],
  ["listWebhooks", "^/api/admin/26\\.0/webhooks$"],
  ["createWebhook", "^/api/admin/26\\.0/webhooks$"],
  ["updateWebhook", "^/api/admin/26\\.0/webhooks$"],
  ["getWebhook", "^/api/admin/26\\.0/webhooks/([^/]+)$"],
  ["deleteWebhook", "^/api/admin/26\\.0/webhooks/([^/]+)$"],
];

/** Every collection, in the order of the contract. */
export const collections: readonly Collection[] = [
  {
    name: "webhooks",
    path: "/api/admin/26.0/webhooks",
    idField: "id",
    idParameter: "id",
    fields: {
      id: { schema: { type: "integer" }, required: true },
      address: { schema: { type: "string", format: "uri" }, required: true },
      topic: { schema: { type: "string" }, required: true },
      format: { schema: { type: "string", enum: ["json", "xml"], default: "json" }, required: true },
      created_at: { schema: { type: "string" }, required: true },
      updated_at: { schema: { type: "string" }, required: true },
    },
    examples: [
      {
        id: 1001,
        address: "https://lantern-books.example/hooks/orders",
        topic: "orders/create",
        format: "json",
        created_at: "2026-03-02T10:20:00+02:00",
        updated_at: "2026-03-02T10:20:00+02:00",
      },
      {
        id: 1002,
        address: "https://lantern-books.example/hooks/products",
        topic: "products/update",
        format: "xml",
        created_at: "2026-03-03T16:05:00+02:00",
        updated_at: "2026-03-09T11:40:00+02:00",
      },
    ],
    missing: {
      id: 1003,
      address: "https://lantern-books.example/hooks/customers",
      topic: "customers/create",
      format: "json",
      created_at: "2026-03-10T09:30:00+02:00",
      updated_at: "2026-03-10T09:30:00+02:00",
    },
    needed: ["topic", "address"],
    id: { first: 1001 },
    noId: 0,
    times: {
      created_at: { moment: "created", length: 19, zone: "+00:00" },
      updated_at: { moment: "updated", length: 19, zone: "+00:00" },
    },
    parents: [],
    query: { page: "page", size: "limit", sortBy: "sort_by", sortOrder: "sort_order" },
    pageSize: 20,
    list: "listWebhooks",
    create: "createWebhook",
    update: "updateWebhook",
    get: "getWebhook",
    delete: "deleteWebhook",
    triggers: ["deliverWebhook"],
  },
];

/** What the contract shows of each operation, by id. */
export const details: Readonly<Record<string, Details>> = {
  exchangeAccessToken: { parameters: {}, fields: {}, resource: "OAuth" },
  listWebhooks: {
    parameters: { limit: 20, page: 1, sort_by: "created_at", sort_order: "desc" },
    fields: {},
    resource: "Webhook",
  },
  createWebhook: {
    parameters: {},
    fields: {
      topic: "orders/create",
      address: "https://lantern-books.example/hooks/orders",
      format: "json",
      event: "order_created",
      app_id: 42,
      secret: "<SIGNING_SECRET>",
    },
    resource: "Webhook",
  },
  updateWebhook: {
    parameters: {},
    fields: { topic: "orders/create", address: "https://lantern-books.example/hooks/orders", format: "json" },
    resource: "Webhook",
  },
  getWebhook: { parameters: { id: 1001 }, fields: {}, resource: "Webhook" },
  deleteWebhook: { parameters: { id: 1001 }, fields: {}, resource: "DeletionResult" },
  deliverWebhook: {
    parameters: {},
    fields: { topic: "orders/create", address: "https://lantern-books.example/hooks/orders", format: "json" },
    resource: "Webhook",
  },
};

/** The items of each collection, by its name. */
export interface Items {
  webhooks: import("./schema.js").components["schemas"]["Webhook"];
}

/** The operations that take no access token although others do, by method and path. */
export const withoutToken: readonly string[] = [];

/** The client's method for each operation: `service.<group>.<name>`. */
export const clientMethods: Readonly<Record<string, readonly [group: string, name: string]>> = {
  exchangeAccessToken: ["oauth", "exchangeAccessToken"],
  listWebhooks: ["webhooks", "list"],
  createWebhook: ["webhooks", "create"],
  updateWebhook: ["webhooks", "update"],
  getWebhook: ["webhooks", "get"],
  deleteWebhook: ["webhooks", "delete"],
  deliverWebhook: ["webhooks", "deliver"],
};

/** The contract's first example of each request body, by operation. */
export const requestExamples: Readonly<Record<string, unknown>> = {
  createWebhook: { webhook: { topic: "customers/create", address: "https://lantern-books.example/hooks/customers" } },
  updateWebhook: { webhook: { topic: "orders/create", address: "https://lantern-books.example/hooks/orders" } },
  deliverWebhook: { webhook: { topic: "orders/create", address: "https://lantern-books.example/hooks/orders" } },
};

/** The contract's first example of each answer, by operation. */
export const responseExamples: Readonly<Record<string, unknown>> = {
  exchangeAccessToken: {
    oauth: {
      id: 7,
      client_id: "lantern-books",
      client_secret: "<CLIENT_SECRET>",
      code: "<CODE>",
      created_at: "2026-03-02T08:15:00Z",
      updated_at: "2026-03-02T08:15:00Z",
    },
  },
  listWebhooks: {
    webhooks: [
      {
        id: 1001,
        address: "https://lantern-books.example/hooks/orders",
        topic: "orders/create",
        format: "json",
        created_at: "2026-03-02T10:20:00+02:00",
        updated_at: "2026-03-02T10:20:00+02:00",
      },
      {
        id: 1002,
        address: "https://lantern-books.example/hooks/products",
        topic: "products/update",
        format: "xml",
        created_at: "2026-03-03T16:05:00+02:00",
        updated_at: "2026-03-09T11:40:00+02:00",
      },
    ],
    pagination: { current_page: 1, per_page: 20, total: 2, total_pages: 1 },
  },
  createWebhook: {
    webhook: {
      id: 1003,
      address: "https://lantern-books.example/hooks/customers",
      topic: "customers/create",
      format: "json",
      created_at: "2026-03-10T09:30:00+02:00",
      updated_at: "2026-03-10T09:30:00+02:00",
    },
  },
  updateWebhook: {
    webhook: {
      id: 1001,
      address: "https://lantern-books.example/hooks/orders",
      topic: "orders/create",
      format: "json",
      created_at: "2026-03-02T10:20:00+02:00",
      updated_at: "2026-03-02T10:20:00+02:00",
    },
  },
  getWebhook: {
    webhook: {
      id: 1001,
      address: "https://lantern-books.example/hooks/orders",
      topic: "orders/create",
      format: "json",
      created_at: "2026-03-02T10:20:00+02:00",
      updated_at: "2026-03-02T10:20:00+02:00",
    },
  },
  deleteWebhook: { success: true, message: "The webhook was deleted." },
  deliverWebhook: {
    webhook: {
      id: 1001,
      address: "https://lantern-books.example/hooks/orders",
      topic: "orders/create",
      format: "json",
      created_at: "2026-03-02T10:20:00+02:00",
      updated_at: "2026-03-02T10:20:00+02:00",
    },
  },
};

/** The errors that the contract declares with a JSON body, by operation, and by status or its first digit. */
export const declaredErrors: Readonly<Record<string, Readonly<Record<string, DeclaredError>>>> = {};

/** An operation by its id. @throws Error when the contract has none. */
export function operation(id: string): Operation {
  const found = operations[id];
  if (!found) throw new Error(`The contract has no operation ${id}`);
  return found;
}
