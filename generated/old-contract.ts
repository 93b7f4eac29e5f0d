// Generated from openapi.yaml by `npm run generate`. Do not edit: change the contract.

/** A field or parameter: its JSON Schema without descriptions, and the contract's example. */
export interface FieldFacts {
  readonly schema: SchemaFacts;
  readonly required: boolean;
  readonly example?: unknown;
}

/** The JSON Schema keywords that the contract uses for single values. */
export interface SchemaFacts {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly SchemaFacts[];
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly maximum?: number;
  readonly minimum?: number;
  readonly format?: string;
}

/** What the contract says about one operation. */
export interface OperationFacts {
  /** HTTP method, in capitals. */
  readonly method: string;
  /** Path with its parameters in braces. */
  readonly path: string;
  readonly tag: string;
  /** The client's method for it: `service.<group>.<name>`. */
  readonly clientMethod: { readonly group: string; readonly name: string };
  readonly summary: string;
  readonly pathParameters: Readonly<Record<string, FieldFacts>>;
  readonly queryParameters: Readonly<Record<string, FieldFacts>>;
  readonly body?: BodyFacts;
  readonly response: ResponseFacts;
  readonly callbacks: readonly CallbackFacts[];
}

export interface BodyFacts {
  readonly required: boolean;
  /** Key of the envelope around all fields; absent if there is none. */
  readonly key?: string;
  readonly fields: Readonly<Record<string, FieldFacts>>;
}

export interface ResponseFacts {
  /** Key of the envelope around the resource or the list; absent if there is none. */
  readonly key?: string;
  /** Key of the pagination object, if the answer is a page. */
  readonly pagination?: string;
  /** Name of the resource in the answer, a key of `resources`. */
  readonly resource?: string;
}

/** A request that an operation makes the service send. */
export interface CallbackFacts {
  /** JSON pointer to its address in the body of the request that triggers it. */
  readonly address: string;
  readonly method: string;
  readonly mediaTypes: readonly string[];
}

/** Name of the API. */
export const title = "Service API" as const;

/** Prefix of every path. */
export const basePath = "/api/admin/26.0" as const;

/** Default base URL in the contract: where the mock listens. */
export const defaultServer = "http://127.0.0.1:4010" as const;

/** Request header that carries the access token. */
export const accessTokenHeader = "X-Service-Access-Token" as const;

/** Names of the fields whose values are secrets. */
export const secretFields = ["secret", "client_secret", "code"] as const;

/** Every operation, by id. */
export const operations = {
  exchangeAccessToken: {
    method: "POST",
    path: "/api/admin/26.0/oauth/access_token",
    tag: "OAuth",
    clientMethod: { group: "oauth", name: "exchangeAccessToken" },
    summary: "Exchange access token",
    pathParameters: {},
    queryParameters: {},
    body: { required: false, fields: {} },
    response: { key: "oauth", resource: "OAuth" },
    callbacks: [],
  },
  listWebhooks: {
    method: "GET",
    path: "/api/admin/26.0/webhooks",
    tag: "Webhooks",
    clientMethod: { group: "webhooks", name: "list" },
    summary: "List webhook subscriptions",
    pathParameters: {},
    queryParameters: {
      limit: { schema: { type: "integer", default: 20, maximum: 10000 }, required: false, example: 20 },
      page: { schema: { type: "integer", default: 1 }, required: false, example: 1 },
      sort_by: { schema: { type: "string" }, required: false, example: "created_at" },
      sort_order: { schema: { type: "string", enum: ["asc", "desc"] }, required: false, example: "desc" },
    },
    response: { key: "webhooks", pagination: "pagination", resource: "Webhook" },
    callbacks: [],
  },
  createWebhook: {
    method: "POST",
    path: "/api/admin/26.0/webhooks",
    tag: "Webhooks",
    clientMethod: { group: "webhooks", name: "create" },
    summary: "Create webhook",
    pathParameters: {},
    queryParameters: {},
    body: {
      required: true,
      key: "webhook",
      fields: {
        topic: { schema: { type: "string" }, required: true, example: "orders/create" },
        address: {
          schema: { type: "string", format: "uri" },
          required: true,
          example: "https://lantern-books.example/hooks/orders",
        },
        format: {
          schema: { type: "string", enum: ["json", "xml"], default: "json" },
          required: false,
          example: "json",
        },
        event: { schema: { type: "string" }, required: false, example: "order_created" },
        app_id: { schema: { type: "integer" }, required: false, example: 42 },
        secret: { schema: { type: "string", format: "password" }, required: false, example: "<SIGNING_SECRET>" },
      },
    },
    response: { key: "webhook", resource: "Webhook" },
    callbacks: [],
  },
  updateWebhook: {
    method: "PUT",
    path: "/api/admin/26.0/webhooks",
    tag: "Webhooks",
    clientMethod: { group: "webhooks", name: "update" },
    summary: "Update webhook",
    pathParameters: {},
    queryParameters: {},
    body: {
      required: true,
      key: "webhook",
      fields: {
        topic: { schema: { type: "string" }, required: true, example: "orders/create" },
        address: {
          schema: { type: "string", format: "uri" },
          required: true,
          example: "https://lantern-books.example/hooks/orders",
        },
        format: {
          schema: { type: "string", enum: ["json", "xml"], default: "json" },
          required: false,
          example: "json",
        },
      },
    },
    response: { key: "webhook", resource: "Webhook" },
    callbacks: [],
  },
  getWebhook: {
    method: "GET",
    path: "/api/admin/26.0/webhooks/{id}",
    tag: "Webhooks",
    clientMethod: { group: "webhooks", name: "get" },
    summary: "Get webhook",
    pathParameters: {
      id: { schema: { anyOf: [{ type: "integer" }, { type: "string" }] }, required: true, example: 1001 },
    },
    queryParameters: {},
    response: { key: "webhook", resource: "Webhook" },
    callbacks: [],
  },
  deleteWebhook: {
    method: "DELETE",
    path: "/api/admin/26.0/webhooks/{id}",
    tag: "Webhooks",
    clientMethod: { group: "webhooks", name: "delete" },
    summary: "Delete webhook",
    pathParameters: {
      id: { schema: { anyOf: [{ type: "integer" }, { type: "string" }] }, required: true, example: 1001 },
    },
    queryParameters: {},
    response: { resource: "DeletionResult" },
    callbacks: [],
  },
  deliverWebhook: {
    method: "POST",
    path: "/api/admin/26.0/internal/webhooks/deliver",
    tag: "Webhooks",
    clientMethod: { group: "webhooks", name: "deliver" },
    summary: "Trigger internal webhook",
    pathParameters: {},
    queryParameters: {},
    body: {
      required: true,
      key: "webhook",
      fields: {
        topic: { schema: { type: "string" }, required: true, example: "orders/create" },
        address: {
          schema: { type: "string", format: "uri" },
          required: true,
          example: "https://lantern-books.example/hooks/orders",
        },
        format: {
          schema: { type: "string", enum: ["json", "xml"], default: "json" },
          required: false,
          example: "json",
        },
      },
    },
    response: { key: "webhook", resource: "Webhook" },
    callbacks: [{ address: "/webhook/address", method: "POST", mediaTypes: ["application/json", "application/xml"] }],
  },
} as const satisfies Record<string, OperationFacts>;

/** Id of an operation. */
export type OperationId = keyof typeof operations;

/** The fields of each schema, by name. */
export const resources = {
  OAuth: {
    id: { schema: { type: "integer" }, required: true, example: 7 },
    client_id: { schema: { type: "string" }, required: true, example: "lantern-books" },
    client_secret: { schema: { type: "string", format: "password" }, required: true, example: "<CLIENT_SECRET>" },
    code: { schema: { type: "string", format: "password" }, required: true, example: "<CODE>" },
    created_at: { schema: { type: "string", format: "date-time" }, required: true, example: "2026-03-02T08:15:00Z" },
    updated_at: { schema: { type: "string", format: "date-time" }, required: true, example: "2026-03-02T08:15:00Z" },
  },
  Webhook: {
    id: { schema: { type: "integer" }, required: true, example: 1001 },
    address: {
      schema: { type: "string", format: "uri" },
      required: true,
      example: "https://lantern-books.example/hooks/orders",
    },
    topic: { schema: { type: "string" }, required: true, example: "orders/create" },
    format: { schema: { type: "string", enum: ["json", "xml"], default: "json" }, required: true, example: "json" },
    created_at: { schema: { type: "string" }, required: true, example: "2026-03-02T10:20:00+02:00" },
    updated_at: { schema: { type: "string" }, required: true, example: "2026-03-02T10:20:00+02:00" },
  },
  Pagination: {
    current_page: { schema: { type: "integer" }, required: true, example: 1 },
    per_page: { schema: { type: "integer" }, required: true, example: 20 },
    total: { schema: { type: "integer" }, required: true, example: 2 },
    total_pages: { schema: { type: "integer" }, required: true, example: 1 },
  },
  DeletionResult: {
    success: { schema: { type: "boolean" }, required: true, example: true },
    message: { schema: { type: "string" }, required: true, example: "The webhook was deleted." },
  },
} as const satisfies Record<string, Record<string, FieldFacts>>;

/** The contract's first example of each request body, by operation. */
export const requestExamples = {
  createWebhook: { webhook: { topic: "orders/create", address: "https://lantern-books.example/hooks/orders" } },
  updateWebhook: { webhook: { topic: "orders/create", address: "https://lantern-books.example/hooks/orders" } },
  deliverWebhook: { webhook: { topic: "orders/create", address: "https://lantern-books.example/hooks/orders" } },
} as const;

/** The contract's first example of each answer, by operation. */
export const responseExamples = {
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
      id: 1001,
      address: "https://lantern-books.example/hooks/orders",
      topic: "orders/create",
      format: "json",
      created_at: "2026-03-02T10:20:00+02:00",
      updated_at: "2026-03-02T10:20:00+02:00",
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
} as const;
