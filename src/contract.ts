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
  /** How a query writes a list or an object, if not as forms do: the text between the parts, or `deepObject`. */
  readonly style?: string | undefined;
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
  /** Its media type, if it is not `application/json`. */
  readonly mediaType?: string | undefined;
  /** Key of the object that holds the fields of the item; absent if the body holds them itself. */
  readonly key?: string | undefined;
  /** The fields of the item. Empty if the contract does not specify the body, or if it is no object. */
  readonly fields: Fields;
  /** Fields next to the key; absent if it is all that a body can have. The client's methods then take only the item. */
  readonly others?: Fields | undefined;
}

/** A successful answer. */
export interface Answer {
  /** HTTP status. */
  readonly status: number;
  /** Its media type; absent if it has no body. */
  readonly mediaType?: string | undefined;
  /** The headers that it always has, with the contract's examples. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The path that its header `Location` holds, with parameters in braces: that of the item. */
  readonly location?: string | undefined;
  /** The keys that lead to the object or the list in it; none if it is that itself. Absent if it has no body. */
  readonly keys?: readonly string[] | undefined;
  /** Key of the pagination object; absent if there is none. */
  readonly pagination?: string | undefined;
  /** Whether it holds a list, the item of a collection that the request is about, or its id; absent for anything else. */
  readonly holds?: "item" | "list" | "id" | undefined;
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
  /** The fields of an item. */
  readonly fields: Fields;
  /** The items that the contract shows, in full. There is at least one. */
  readonly examples: readonly Readonly<Record<string, unknown>>[];
  /** Objects that fields hold: those of a new item are completed from them. */
  readonly inner?: Readonly<Record<string, unknown>> | undefined;
  /** How a new item is completed, for each kind of item. */
  readonly shapes: readonly ItemShape[];
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
  /** What the query parameters of the list do, by their names. */
  readonly query: {
    readonly page?: string | undefined;
    /** The number of items that are skipped. */
    readonly offset?: string | undefined;
    /** The number of items in a page. */
    readonly size?: string | undefined;
    /** Where a page begins, in a form of the service's own, which the page before it tells. */
    readonly cursor?: string | undefined;
    /** The id of the item before a page. */
    readonly after?: string | undefined;
    readonly sortBy?: string | undefined;
    readonly sortOrder?: string | undefined;
    /** The fields that parameters filter by. */
    readonly filters?: Readonly<Record<string, string>> | undefined;
    /** The values of such a parameter that no item has, such as `all`: they filter nothing. */
    readonly unfiltered?: Readonly<Record<string, readonly unknown[]>> | undefined;
  };
  /** The number of items in a page, unless the query names another one; absent for all of them. */
  readonly pageSize?: number | undefined;
  /** Number of the first page, if it is not 1. */
  readonly firstPage?: number | undefined;
  /** Number of the first item in `offset`, if it is not 0. */
  readonly firstItem?: number | undefined;
  /** What the fields next to the list say about the position of the page. */
  readonly position?: PositionRoles | undefined;
  /** What its headers say about that. */
  readonly headers?: Readonly<Record<string, PositionRole>> | undefined;
  /** Whether only links lead to other pages. */
  readonly hasLinks?: true | undefined;
  /** `GET` on the path: answers with a list. */
  readonly list: string;
  /** `POST` on the path; where there is none, the replacement, which then creates. */
  readonly create: string;
  /** `PUT` on the path: it does not say which item it updates. */
  readonly update?: string | undefined;
  /** `GET` below the path, with an id. */
  readonly get?: string | undefined;
  /** `PUT` below the path, with an id. */
  readonly replace?: string | undefined;
  /** HTTP status of a replacement that creates an item; absent if the item has to exist. */
  readonly upserts?: number | undefined;
  /** `PATCH` below the path, with an id; else `POST` there. */
  readonly patch?: string | undefined;
  /** `DELETE` below the path, with an id. */
  readonly delete?: string | undefined;
  /** What else is done with one item, such as `POST /jobs/{id}/pause`, `GET /jobs/{id}/log`, or a `PATCH` by instructions. */
  readonly actions?: readonly string[] | undefined;
  /** Operations elsewhere that make the service send something, and answer with an item. */
  readonly triggers?: readonly string[] | undefined;
}

/** The fields of an item. */
export interface ItemShape {
  /** All of them, in the order of the contract. */
  readonly names: readonly string[];
  /** What a missing one becomes: the contract's default, or if it is required, the contract's example. */
  readonly missing: Readonly<Record<string, unknown>>;
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
  /** The letters that are written for the digits from 0 to 9; absent if digits are. */
  readonly letters?: string | undefined;
}

/** The form of a time in a field, and which change it tells. */
export interface TimeForm {
  readonly moment: "created" | "updated";
  /** Of a number: how many milliseconds it counts in. */
  readonly unit?: number | undefined;
  /** Of text: how many characters of an ISO 8601 time it has before its zone. */
  readonly length?: number | undefined;
  readonly zone?: string | undefined;
}

/** What fields say about the position of a page in a list, by their names; for an object, what its fields say. */
export interface PositionRoles {
  readonly [field: string]: PositionRole | AtLeast | Elsewhere | PositionRoles;
}

/** What a field says about the position of a page. */
export type PositionRole =
  | ("page" | "size" | "count" | "total" | "pages" | "start")
  | ("hasNext" | "hasPrevious" | "isFirst" | "isLast");

/** A number that is not 0 where there are no items. */
export type AtLeast = [role: "pages", least: number];

/** What leads to another page, and the value that leads nowhere; without that, the field is absent then. */
export type Elsewhere = [to: "next" | "other", nowhere?: null | ""];

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
