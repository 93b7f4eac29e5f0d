import { accessToken, basePath, responseExamples } from "../../generated/contract.js";
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

/** The paths of the contract, as service.http takes them. */
export const LIST = "/api/admin/26.0/webhooks";
export const ONE = "/api/admin/26.0/webhooks/{id}";

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
  const isList = request.method === "GET" && new URL(request.url ?? "", nowhere.url).pathname === WEBHOOKS;
  const body = request.method === "DELETE" ? responseExamples.deleteWebhook : found;
  answer(200, isList ? pageWith([item]) : body)(response, request);
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
export async function failureOf(promise: PromiseLike<unknown>): Promise<Error> {
  const failure: unknown = await Promise.resolve(promise).then(
    () => new Error("Did not reject"),
    (reason: unknown) => reason,
  );
  if (!(failure instanceof Error) || failure.message === "Did not reject") throw failure;
  return failure;
}
