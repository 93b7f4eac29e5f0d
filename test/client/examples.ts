import { accessToken, operations, requestExamples, responseExamples, routes } from "../../generated/contract.js";
import {
  type Call,
  type CallOptions,
  createServiceClient,
  type ServiceClient,
  type ServiceClientOptions,
} from "../../src/client/index.js";
import { answer, type Fault } from "../servers/fault.js";
import type { Item, Webhooks } from "../worlds/webhooks.js";

/** The contract's example of an answer: a copy, which a test may change. */
export function answerOf(id: string): Item {
  return structuredClone(Object(responseExamples[id]));
}

/** The answer to a read of one item, in its envelope. */
export const found = answerOf("getWebhook");

/** The item in it. */
export const item: Item = Object(found["webhook"]);

/** The fields that a new item has in the contract's example. */
export const input: Item = Object(requestExamples["createWebhook"]).webhook;

/** A page of a list of five items, two on each page. */
export function pageWith(items: readonly Item[], position: Item = {}): Item {
  return { webhooks: items, pagination: { current_page: 1, per_page: 2, total: 5, total_pages: 3, ...position } };
}

/** Answers every request as the contract says, with its example. */
export const ok: Fault = (response, request) => {
  const { pathname } = new URL(request.url ?? "", nowhere.url);
  const [id = ""] =
    routes.find(([one, path]) => operations[one]?.method === request.method && new RegExp(path).test(pathname)) ?? [];
  answer(id === "" ? 404 : 200, responseExamples[id] ?? "")(response, request);
};

/** A secret that no error may show. */
export const token = "token-0123456789";

/** The access token that a request carries. */
export function tokenIn(headers: Readonly<Record<string, string | string[] | undefined>>): string | undefined {
  return headers[accessToken.header.toLowerCase()]?.slice(accessToken.prefix.length).toString();
}

/** Where no server is: for calls that send nothing, or send it with a `fetch` of their own. */
export const nowhere = { url: "https://service.example" };

/** A client of a server of the tests. */
export function serviceOf(server: { url: string }, options: Partial<ServiceClientOptions> = {}): ServiceClient {
  return createServiceClient({ baseUrl: server.url, accessToken: token, ...options });
}

/** The methods of a client, which take anything. */
export interface Methods extends Webhooks {
  exchange(options?: (CallOptions & { body?: unknown }) | null): Call<Item>;
}

/** Its methods. */
export function clientOf(...given: Parameters<typeof serviceOf>): Methods {
  const { webhooks, oauth } = Object(serviceOf(...given));
  return { ...webhooks, exchange: oauth.exchangeAccessToken };
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
