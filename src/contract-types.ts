// The types of `generated/contract.ts`, which holds the contract as data. Code that reads it uses roles, such as "the
// list of a collection", and never the names of one contract. This file imports nothing, so that everything may
// import it.

/** A JSON Schema, with any of its keywords. In data, it has no descriptions, examples or patterns. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly [keyword: string]: unknown;
}

/** A field of an object. */
export interface Field {
  readonly schema: Schema;
  readonly required: boolean;
}

/** Fields by name, in the order of the contract. */
export type Fields = Readonly<Record<string, Field>>;

/** A parameter of an operation. The header of the access token is none. */
export interface Parameter extends Field {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  /** Set for one in the query that says nothing about a list: it has no effect on what is remembered. */
  readonly isIdle?: true | undefined;
}

/** What the contract says about one operation. */
export interface Operation {
  /** `operationId` of the contract. */
  readonly id: string;
  /** HTTP method, in capitals. */
  readonly method: string;
  /** Path with its parameters in braces. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** Absent if it takes no body. */
  readonly body?: Body;
  readonly answer: Answer;
  /** Requests that it makes the service send. */
  readonly callbacks?: readonly Callback[] | undefined;
  /** Set if it requires no access token. */
  readonly isPublic?: true | undefined;
}

/** The JSON body of a request. */
export interface Body {
  readonly required: boolean;
  /** Key of the object that holds the fields of the item; absent if the body holds them itself. */
  readonly key?: string | undefined;
  /** The fields of the item. Empty if the contract does not specify the body, or if it is no object. */
  readonly fields: Fields;
  /** Fields next to the key; absent if it is all that a body can have. The client's methods then take only the item. */
  readonly others?: Fields | undefined;
}

/** A successful answer. Its body is JSON. */
export interface Answer {
  /** HTTP status. */
  readonly status: number;
  /** The headers that it always has, with the contract's examples. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The keys that lead to the object or the list in it; none if it is that itself. Absent if it has no body. */
  readonly keys?: readonly string[] | undefined;
  /** Key of the pagination object; absent if there is none. */
  readonly pagination?: string | undefined;
  /** Whether it holds a list, or the item of a collection that the request is about; absent for anything else. */
  readonly holds?: "item" | "list" | undefined;
  /** The fields that it shows of an item, if those are not all. */
  readonly names?: readonly string[] | undefined;
}

/** An error that the contract declares: its media type, and the contract's example of its body. */
export type DeclaredError = readonly [mediaType: string, example: unknown];

/** What the contract shows of an operation, for whoever describes it or makes requests of their own. */
export interface Details {
  /** An example of each parameter, by name. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** An example of each field of its body, by name. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Name of the schema of the item in its answer, or of the items; absent if it has none. */
  readonly resource?: string | undefined;
}

/** A request that an operation makes the service send. */
export interface Callback {
  /** JSON pointer to its address in the body of the request that triggers it. */
  readonly address: string;
  /** HTTP method, in capitals. */
  readonly method: string;
  readonly mediaTypes: readonly string[];
  /** The contract's first example of its JSON body; absent if the contract does not specify one. */
  readonly example?: unknown;
}

/**
 * What the operations on one path list, create, read, change and delete. Each role holds the id of its operation, and is
 * absent if the contract has none.
 */
export interface Collection {
  /** The last word of its path, such as `webhooks`. With `all` before it, if the word means something else in a sandbox. */
  readonly name: string;
  /** Path of list and create. Its parameters name the parent. */
  readonly path: string;
  /** The field of an item that identifies it. */
  readonly idField: string;
  /** The path parameter that holds an item's id; absent if no operation has one. */
  readonly idParameter?: string | undefined;
  /** The fields of an item, in the order of the contract. */
  readonly fields: Fields;
  /** The items that the contract shows, in full. There is at least one. */
  readonly examples: readonly Readonly<Record<string, unknown>>[];
  /** Objects that fields hold: those of a new item are completed from them. */
  readonly inner?: Readonly<Record<string, unknown>> | undefined;
  /** What a missing field becomes: the contract's default, or if it is required, the contract's example. */
  readonly missing: Readonly<Record<string, unknown>>;
  /** The fields that a new item needs from whoever creates it. */
  readonly needed: readonly string[];
  readonly id: IdForm;
  /** An id that stands for none: that of no item, if the contract allows one. */
  readonly noId: number | string;
  /** The fields that hold the time of a change. */
  readonly times: Readonly<Record<string, TimeForm>>;
  /** The parameters in its path, each of which names a parent. */
  readonly parents: readonly string[];
  /** Name of the collection of which an item is the parent; absent if there is none. */
  readonly parent?: string | undefined;
  /** The query parameters of the list that have a meaning, by their names in `conventions.ts`. */
  readonly query: {
    readonly page?: string | undefined;
    /** The number of items in a page. */
    readonly size?: string | undefined;
    readonly sortBy?: string | undefined;
    readonly sortOrder?: string | undefined;
    /** The field that each parameter filters by. */
    readonly filters?: Readonly<Record<string, string>> | undefined;
  };
  /** The number of items in a page, unless the query names another one; absent if the contract does not say it. */
  readonly pageSize?: number | undefined;
  /** `GET` on the path: answers with a list. */
  readonly list: string;
  /** `POST` on the path. */
  readonly create: string;
  /** `PUT` on the path: it does not say which item it updates. */
  readonly update?: string | undefined;
  /** `GET` below the path, with an id. */
  readonly get?: string | undefined;
  /** `PUT` below the path, with an id. */
  readonly replace?: string | undefined;
  /** `PATCH` below the path, with an id. */
  readonly patch?: string | undefined;
  /** `DELETE` below the path, with an id. */
  readonly delete?: string | undefined;
  /** What else is done with one item, such as `POST /jobs/{id}/pause`, and answers with it. */
  readonly actions?: readonly string[] | undefined;
  /** Operations elsewhere that make the service send something, and answer with an item. */
  readonly triggers?: readonly string[] | undefined;
}

/** The form of ids: integers, or text with a number in it. */
export interface IdForm {
  /** The number of the first one. */
  readonly first: number;
  /** Text before the number; absent if ids are integers. */
  readonly before?: string | undefined;
  /** The least number of digits. */
  readonly width?: number | undefined;
  /** Text after the number. */
  readonly after?: string | undefined;
}

/** The form of a time in a field, and which change it tells. */
export interface TimeForm {
  readonly moment: "created" | "updated";
  /** How many characters of an ISO 8601 time it has before its zone. */
  readonly length: number;
  readonly zone: string;
}

/** How a request carries the access token. */
export interface AccessToken {
  /** Request header. */
  readonly header: string;
  /** What comes before the token in that header, such as `Bearer `; empty for an API key. */
  readonly prefix: string;
  /** Set if no operation requires it. */
  readonly isOptional?: true | undefined;
}

/** One thing that a check found wrong. */
export interface Finding {
  /** JSON pointer to the field that is wrong, missing or unknown; empty for the value itself. */
  readonly instancePath: string;
  /** Keyword of the schema that does not hold. */
  readonly keyword: string;
  /** What is wrong, after the name of the field: `must look like orders/create`. */
  readonly message: string;
}

/** Returns whether a value matches its schema. After `false`, `errors` holds all findings. */
export interface Check {
  (value: unknown): boolean;
  errors?: readonly Finding[] | null;
}
