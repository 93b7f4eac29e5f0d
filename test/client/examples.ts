import { accessToken, clientMethods, operation } from "../../generated/contract.js";
import {
  type CallOptions,
  createServiceClient,
  type ServiceClient,
  type ServiceClientOptions,
} from "../../src/client/index.js";
import { at, readContract } from "../contract/contract.js";

const contract = readContract();

/** Value of an example of the contract, as it goes over the wire: a copy, which a test may change. */
export function example(name: string) {
  return structuredClone(Object(at(contract, `/components/examples/${name}/value`)));
}

/** The subscription of the examples, in its envelope. */
export const found = example("Webhook");

/** A secret that no error may show. */
export const token = "token-0123456789";

/** The access token that a request carries. */
export function tokenIn(headers: Readonly<Record<string, string | string[] | undefined>>): string | undefined {
  return headers[accessToken.header.toLowerCase()]?.slice(accessToken.prefix.length).toString();
}

/** Where no server is: for calls that send nothing, or send it with a `fetch` of their own. */
export const nowhere = { url: "https://service.example" };

/** A client of a server of the tests. */
export function clientOf(server: { url: string }, options: Partial<ServiceClientOptions> = {}): ServiceClient {
  return createServiceClient({ baseUrl: server.url, accessToken: token, ...options });
}

/** A client whose calls have options: they come last, whether or not the operation has a query. */
export function withOptions(service: ServiceClient, options: CallOptions): ServiceClient {
  const calling = { ...service };
  for (const [id, [group, name]] of Object.entries(clientMethods)) {
    const methods = Reflect.get(calling, group);
    const call = (...args: unknown[]) => methods[name](...args, ...(takesQuery(id) ? [{}] : []), options);
    Reflect.set(calling, group, { ...methods, [name]: call });
  }
  return calling;
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
