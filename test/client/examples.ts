import { fetch as undiciFetch } from "undici";
import { createServiceClient, type ServiceClient, type ServiceClientOptions } from "../../src/client/index.js";
import { at, readContract } from "../contract/contract.js";

const contract = readContract();

/** Value of an example of the contract, as it goes over the wire. */
export function example(name: string) {
  return Object(at(contract, `/components/examples/${name}/value`));
}

/** The subscription of the examples, in its envelope. */
export const found = example("Webhook");

/** A secret that no error may show. */
export const token = "token-0123456789";

/** `CLIENT_FETCH=undici` runs the tests with the fetch of the package undici, whose classes are not Node's own. */
const fetchOption = process.env["CLIENT_FETCH"] === "undici" ? { fetch: undiciFetch } : {};

/** A client of a server of the tests. */
export function clientOf(server: { url: string }, options: Partial<ServiceClientOptions> = {}): ServiceClient {
  // @ts-expect-error: undici has types of its own for the same things
  return createServiceClient({ baseUrl: server.url, accessToken: token, ...fetchOption, ...options });
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
