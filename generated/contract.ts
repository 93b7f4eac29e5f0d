// Generated from openapi.yaml by `npm run generate`. Do not edit: change the contract.

import type { components, operations as Operations } from "./openapi-types.js";

/** Id of an operation that a client can call. */
export type OperationId = keyof OperationTypes;

/** The schemas of the contract, by name. */
export type Schemas = components["schemas"];

/** What the contract says about one operation. */
export interface Operation {
  readonly id: OperationId;
  /** HTTP method, in capitals. */
  readonly method: string;
  /** Path with its parameters in braces. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** Absent if it takes no body. */
  readonly body?: {
    readonly required: boolean;
    /** Names of the fields in its envelope, or of its own if it has none. */
    readonly fields: readonly string[];
  };
  /** HTTP status of the success. */
  readonly status: number;
  /** Every response that the contract declares, by status as it writes it: `404`, `4XX` or `default`. */
  readonly responses: Readonly<Record<string, DeclaredResponse>>;
  /** Whether it can be called without an access token. */
  readonly isPublic: boolean;
}

/** A response that the contract declares. */
export interface DeclaredResponse {
  /** Media type of its body; absent if it has none. */
  readonly type?: string;
  /** The contract's example of each header, as text. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The body of a failure, if it has one: the name of its schema, and the contract's first example. */
  readonly failure?: { readonly schema: FailureName; readonly example: object };
}

/** The body of a failure that the contract declares; `never` if it declares none. */
export type FailureBody = Schemas[FailureName];

/** A parameter of an operation. The header of the access token is none. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  /** What code that behaves reads of its schema: the checks hold the rest. */
  readonly schema: { readonly default?: unknown; readonly maximum?: number };
}

type Json<Response> = Response extends { content: { "application/json": infer Body } } ? Body : unknown;

/** JSON body of a request. */
export type RequestBody<Id extends OperationId> = Json<Operations[Id]["requestBody"]>;

/** JSON body of a success. */
export type ResponseBody<Id extends OperationId> = Json<
  Operations[Id]["responses"][OperationTypes[Id]["status"] & keyof Operations[Id]["responses"]]
>;

type Sent<Id extends OperationId> = Operations[Id]["parameters"] extends { query?: infer Query }
  ? NonNullable<Query>
  : never;

/** The query of a checked request: what has a default is there. */
export type Query<Id extends OperationId> = Sent<Id> & {
  readonly [Name in OperationTypes[Id]["defaulted"] & keyof Sent<Id>]: Exclude<Sent<Id>[Name], undefined>;
};

/** Some fields of a value, at every depth. */
type Parts<Value> = Value extends object
  ? { readonly [Name in keyof Value]?: Parts<Exclude<Value[Name], undefined>> }
  : Value;

/** The query parameters that have a default, and the status of the success, by operation. */
export interface OperationTypes {
  exchangeAccessToken: { defaulted: never; status: 200 };
  listWebhooks: { defaulted: "limit" | "page"; status: 200 };
  createWebhook: { defaulted: never; status: 200 };
  updateWebhook: { defaulted: never; status: 200 };
  getWebhook: { defaulted: never; status: 200 };
  deleteWebhook: { defaulted: never; status: 200 };
  deliverWebhook: { defaulted: never; status: 200 };
}

/** Name of the schema of a failure that the contract declares; `never` if it declares none. */
export type FailureName = never;

/** Name of the API. */
export const title: string = "Service API";

/** The beginning that all paths share. */
export const basePath: string = "/api/admin/26.0";

/** Base URL of the mock and the sandbox, by default. */
export const defaultServer: string = "http://127.0.0.1:4010";

/** Where that listens. */
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
    responses: { "200": { type: "application/json" } },
    isPublic: false,
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
    responses: { "200": { type: "application/json" } },
    isPublic: false,
  },
  createWebhook: {
    id: "createWebhook",
    method: "POST",
    path: "/api/admin/26.0/webhooks",
    parameters: [],
    body: { required: true, fields: ["topic", "address", "format", "event", "app_id", "secret"] },
    status: 200,
    responses: { "200": { type: "application/json" } },
    isPublic: false,
  },
  updateWebhook: {
    id: "updateWebhook",
    method: "PUT",
    path: "/api/admin/26.0/webhooks",
    parameters: [],
    body: { required: true, fields: ["topic", "address", "format"] },
    status: 200,
    responses: { "200": { type: "application/json" } },
    isPublic: false,
  },
  getWebhook: {
    id: "getWebhook",
    method: "GET",
    path: "/api/admin/26.0/webhooks/{id}",
    parameters: [{ name: "id", in: "path", schema: {} }],
    status: 200,
    responses: { "200": { type: "application/json" } },
    isPublic: false,
  },
  deleteWebhook: {
    id: "deleteWebhook",
    method: "DELETE",
    path: "/api/admin/26.0/webhooks/{id}",
    parameters: [{ name: "id", in: "path", schema: {} }],
    status: 200,
    responses: { "200": { type: "application/json" } },
    isPublic: false,
  },
  deliverWebhook: {
    id: "deliverWebhook",
    method: "POST",
    path: "/api/admin/26.0/internal/webhooks/deliver",
    parameters: [],
    body: { required: true, fields: ["topic", "address", "format"] },
    status: 200,
    responses: { "200": { type: "application/json" } },
    isPublic: false,
  },
};

/** The defaults of the fields of each request body, by operation. */
export const requestDefaults: { readonly [Id in OperationId]?: Parts<RequestBody<Id>> } = {
  createWebhook: { webhook: { format: "json" } },
  updateWebhook: { webhook: { format: "json" } },
  deliverWebhook: { webhook: { format: "json" } },
};

/** The texts that a field of a request body is limited to, by operation and field. */
export const requestChoices: { readonly [Id in OperationId]?: Readonly<Record<string, readonly string[]>> } = {
  createWebhook: { format: ["json", "xml"] },
  updateWebhook: { format: ["json", "xml"] },
  deliverWebhook: { format: ["json", "xml"] },
};

/** The contract's first example of each request body, by operation. */
export const requestExamples: { readonly [Id in OperationId]?: RequestBody<Id> } = {
  createWebhook: { webhook: { topic: "customers/create", address: "https://lantern-books.example/hooks/customers" } },
  updateWebhook: {
    webhook: { topic: "orders/create", address: "https://lantern-books.example/hooks/orders", format: "json" },
  },
  deliverWebhook: {
    webhook: { topic: "orders/create", address: "https://lantern-books.example/hooks/orders", format: "json" },
  },
};

/** The contract's first example of each answer, by operation; `null` if it has no body. */
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
