// Generated from openapi.yaml by `npm run generate`. Do not edit: change the contract.
import type { components, operations as Operations } from "./openapi-types.js";

/** Id of an operation that a client can call. */
export type OperationId =
  | "exchangeAccessToken"
  | "listWebhooks"
  | "createWebhook"
  | "updateWebhook"
  | "getWebhook"
  | "deleteWebhook"
  | "deliverWebhook";

/** The query parameters that have a default, by operation. */
interface Defaulted {
  exchangeAccessToken: never;
  listWebhooks: "limit" | "page";
  createWebhook: never;
  updateWebhook: never;
  getWebhook: never;
  deleteWebhook: never;
  deliverWebhook: never;
}

/** The schemas of the contract, by name. */
export type Schemas = components["schemas"];

/** What the contract says about one operation. */
export interface Operation {
  readonly id: OperationId;
  /** HTTP method, in capitals. */
  readonly method: string;
  /** Path with its parameters in braces. */
  readonly path: string;
  /** All parameters except the header of the access token. */
  readonly parameters: readonly {
    readonly name: string;
    readonly in: "path" | "query";
    readonly schema: { readonly default?: unknown; readonly maximum?: number };
  }[];
  /** Absent if it takes no body. The fields are those in its envelope. */
  readonly body?: { readonly required: boolean; readonly fields: readonly string[] };
  /** HTTP status of the success. */
  readonly status: number;
  /** The key of the response body that holds the resource; absent if the body itself is the resource. */
  readonly envelope?: string;
}

type Json<Message> = Message extends { content: { "application/json": infer Body } } ? Body : unknown;

/** JSON body of a request. */
export type RequestBody<Id extends OperationId> = Json<Operations[Id]["requestBody"]>;

/** JSON body of a success. */
export type ResponseBody<Id extends OperationId> = Json<Operations[Id]["responses"][keyof Operations[Id]["responses"]]>;

type Sent<Id extends OperationId> = Operations[Id]["parameters"] extends { query?: infer Query }
  ? NonNullable<Query>
  : never;

/** The query of a checked request, in which every parameter with a default has a value. */
export type Query<Id extends OperationId> = Sent<Id> & {
  readonly [Name in Defaulted[Id] & keyof Sent<Id>]: Exclude<Sent<Id>[Name], undefined>;
};

/** Name of the API. */
export const title: string = "Service API";

/** The beginning that all paths share, up to the version. */
export const basePath: string = "/api/admin/26.0";

/** Base URL of the mock and the sandbox, by default. */
export const defaultServer: string = "http://127.0.0.1:4010";

/** Where the mock and the sandbox listen by default. */
export const listensOn: { readonly host: string; readonly port: number } = { host: "127.0.0.1", port: 4010 };

/** The request header of the access token. */
export const accessToken: { readonly header: string } = { header: "X-Service-Access-Token" };

/** Names of the fields whose values are secrets. */
export const secretFields: readonly string[] = ["secret", "client_secret", "code"];

/** The fields of each schema, in the order of the contract. */
export const fields: { readonly [Name in keyof Schemas]: readonly (keyof Schemas[Name])[] } = {
  OAuth: ["id", "client_id", "client_secret", "code", "created_at", "updated_at"],
  Webhook: ["id", "address", "topic", "format", "created_at", "updated_at"],
  Pagination: ["current_page", "per_page", "total", "total_pages"],
  DeletionResult: ["success", "message"],
};

/** Every operation, by id. */
export const operations: { readonly [Id in OperationId]: Operation } = {
  exchangeAccessToken: {
    id: "exchangeAccessToken",
    method: "POST",
    path: "/api/admin/26.0/oauth/access_token",
    parameters: [],
    body: { required: false, fields: [] },
    status: 200,
    envelope: "oauth",
  },
  listWebhooks: {
    id: "listWebhooks",
    method: "GET",
    path: "/api/admin/26.0/webhooks",
    parameters: [
      { name: "limit", in: "query", schema: { default: 20, maximum: 10000 } },
      { name: "page", in: "query", schema: { default: 1 } },
      { name: "sort_by", in: "query", schema: {} },
      { name: "sort_order", in: "query", schema: {} },
    ],
    status: 200,
  },
  createWebhook: {
    id: "createWebhook",
    method: "POST",
    path: "/api/admin/26.0/webhooks",
    parameters: [],
    body: { required: true, fields: ["topic", "address", "format", "event", "app_id", "secret"] },
    status: 200,
    envelope: "webhook",
  },
  updateWebhook: {
    id: "updateWebhook",
    method: "PUT",
    path: "/api/admin/26.0/webhooks",
    parameters: [],
    body: { required: true, fields: ["topic", "address", "format"] },
    status: 200,
    envelope: "webhook",
  },
  getWebhook: {
    id: "getWebhook",
    method: "GET",
    path: "/api/admin/26.0/webhooks/{id}",
    parameters: [{ name: "id", in: "path", schema: {} }],
    status: 200,
    envelope: "webhook",
  },
  deleteWebhook: {
    id: "deleteWebhook",
    method: "DELETE",
    path: "/api/admin/26.0/webhooks/{id}",
    parameters: [{ name: "id", in: "path", schema: {} }],
    status: 200,
  },
  deliverWebhook: {
    id: "deliverWebhook",
    method: "POST",
    path: "/api/admin/26.0/internal/webhooks/deliver",
    parameters: [],
    body: { required: true, fields: ["topic", "address", "format"] },
    status: 200,
    envelope: "webhook",
  },
};

/** The defaults of the fields of each request body, without its envelope. */
export const requestDefaults: { readonly [Id in OperationId]?: Readonly<Record<string, unknown>> } = {
  createWebhook: { format: "json" },
  updateWebhook: { format: "json" },
  deliverWebhook: { format: "json" },
};

/** The strings that a field of a request body is limited to, by operation and field. */
export const requestChoices: { readonly [Id in OperationId]?: Readonly<Record<string, readonly string[]>> } = {
  createWebhook: { format: ["json", "xml"] },
  updateWebhook: { format: ["json", "xml"] },
  deliverWebhook: { format: ["json", "xml"] },
};

/** The contract's first example of each request body. */
export const requestExamples: { readonly [Id in OperationId]?: RequestBody<Id> } = {
  createWebhook: { webhook: { topic: "customers/create", address: "https://lantern-books.example/hooks/customers" } },
  updateWebhook: {
    webhook: { topic: "orders/create", address: "https://lantern-books.example/hooks/orders", format: "json" },
  },
  deliverWebhook: {
    webhook: { topic: "orders/create", address: "https://lantern-books.example/hooks/orders", format: "json" },
  },
};

/** The contract's first example of each response. */
export const responseExamples: { readonly [Id in OperationId]: ResponseBody<Id> } = {
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
