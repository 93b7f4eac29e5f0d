import { accessToken, basePath, operations, responseExamples } from "../../generated/contract.js";
import {
  type Call,
  type CallOptions,
  createServiceClient,
  type List,
  type ServiceClient,
  type ServiceClientOptions,
} from "../../src/client/index.js";
import { answer, type Fault } from "../servers/fault.js";

export const WEBHOOKS = `${basePath}/webhooks`;

/** A webhook, or the fields of one. */
export type Item = Record<string, unknown>;

/** The answer to a read of one webhook, in its envelope: the contract's example. */
export const found = responseExamples.getWebhook;

/** The webhook that every operation of `ok` answers with. */
export const item = found.webhook;

/** The fields of a new webhook. */
export const input = { topic: item.topic, address: item.address };

/** A page of a list of five items, two on each page. */
export function pageWith(items: readonly Item[], position: Item = {}): Item {
  return { webhooks: items, pagination: { current_page: 1, per_page: 2, total: 5, total_pages: 3, ...position } };
}

/** Answers every request for webhooks as the contract says. */
export const ok: Fault = (response, request) => {
  const { method, url = "" } = request;
  const { pathname } = new URL(url, nowhere.url);
  const isList = method === "GET" && pathname === WEBHOOKS;
  const body = method === "DELETE" ? responseExamples.deleteWebhook : found;
  const { status } = method === "POST" ? operations.createWebhook : operations.getWebhook;
  answer(status, isList ? pageWith([item]) : body)(response, request);
};

/** A secret that no error may show. */
export const token = "token-0123456789";

/** The access token that a request carries. */
export function tokenIn(headers: Readonly<Record<string, string | string[] | undefined>>): string | undefined {
  return headers[accessToken.header.toLowerCase()]?.toString();
}

/** Where no server is: for calls that send nothing, or send it with a `fetch` of their own. */
export const nowhere = { url: "https://service.example" };

/** A client of a server of the tests. */
export function serviceOf(server: { url: string }, options: Partial<ServiceClientOptions> = {}): ServiceClient {
  return createServiceClient({ baseUrl: server.url, accessToken: token, ...options });
}

/** The methods of a client, which take anything. */
export interface Methods {
  list(query?: object | null, options?: CallOptions | null): List<Item, Item>;
  create(fields: object, options?: CallOptions | null): Call<Item>;
  get(id: unknown, options?: CallOptions | null): Call<Item>;
  update(fields: object, options?: CallOptions): Call<Item>;
  delete(id: unknown, options?: CallOptions): Call<Item>;
}

/** Its methods. */
export function clientOf(...given: Parameters<typeof serviceOf>): Methods {
  return Object(serviceOf(...given)).webhooks;
}

/** What a promise rejects with. */
export async function failureOf(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
    throw new Error(`Rejected with ${String(error)}, which is no error`);
  }
  throw new Error("Did not reject");
}

/**
 * Everything that a program could print of an error: its text, its JSON, and all that its properties lead to, with those
 * that are hidden, inherited or iterated.
 */
export function printed(error: Error): string {
  return [String(error), JSON.stringify(error), JSON.stringify(Object.entries(error)), ...textsIn(error)].join("\n");
}

function textsIn(value: unknown, seen = new Set<unknown>()): string[] {
  if (Object(value) !== value) return [String(value)];
  if (seen.has(value) || typeof value === "function") return [];
  seen.add(value);
  if (ArrayBuffer.isView(value)) return [new TextDecoder().decode(value)];
  const texts = Symbol.iterator in Object(value) ? [...Object(value)].flatMap((item) => textsIn(item, seen)) : [];
  for (let owner = value; owner && owner !== Object.prototype; owner = Object.getPrototypeOf(owner)) {
    for (const key of Reflect.ownKeys(Object(owner))) {
      texts.push(String(key), ...textsIn(propertyOf(Object(value), key), seen));
    }
  }
  return texts;
}

function propertyOf(object: object, key: PropertyKey): unknown {
  try {
    return Reflect.get(object, key);
  } catch (error) {
    return error;
  }
}
