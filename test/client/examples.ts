import { accessToken, operation, operations, responseExamples, routes } from "../../generated/contract.js";
import {
  type CallOptions,
  createServiceClient,
  type ServiceClient,
  type ServiceClientOptions,
} from "../../src/client/index.js";
import { answer, type Fault } from "../servers/fault.js";
import { answerOf, ids, methodsOf, type RoleMethods, within } from "../worlds/roles.js";

/** The answer to a read of one item, in its envelope. */
export const found = answerOf("get");

/** The item in it. */
export const item = within("get", found);

/** Answers every request as the contract says, with its example. */
export const ok: Fault = (response, request) => {
  const { pathname } = new URL(request.url ?? "", nowhere.url);
  const [id = ""] =
    routes.find(([one, path]) => operations[one]?.method === request.method && new RegExp(path).test(pathname)) ?? [];
  const success = operations[id]?.answer;
  answer(success?.status ?? 404, responseExamples[id] ?? "")(response, request);
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

/** Its methods, by role. */
export function clientOf(...given: Parameters<typeof serviceOf>): RoleMethods {
  return methodsOf(serviceOf(...given));
}

/** Methods whose calls have options: they come last, whether or not the operation has a query. */
export function withOptions(methods: RoleMethods, options: CallOptions): RoleMethods {
  const calling = Object.entries(methods).map(([role, method]) => [
    role,
    (...args: unknown[]) => method(...args, ...(takesQuery(Reflect.get(ids, role)) ? [{}] : []), options),
  ]);
  return Object.fromEntries(calling);
}

/** Whether a method takes a query before its options. */
export function takesQuery(id: string): boolean {
  return operation(id).parameters.some(({ in: place }) => place === "query");
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
