import type { ServiceClientOptions } from "../../src/client/index.js";
import { documented } from "../worlds/documented-world.js";
import type { RoleMethods } from "../worlds/roles.js";
import { token } from "./examples.js";

const { client, contract } = documented.modules;

/** The example of each answer in the contract of the tests, by the id of its operation. */
export const examples = contract.responseExamples;

/**
 * The webhooks of a client with the contract of the tests: for what depends on the HTTP method of a call, or on the fields
 * of its answer.
 */
export function documentedClient(
  server: { url: string },
  options: Partial<ServiceClientOptions>,
): Pick<RoleMethods, "list" | "get" | "update" | "delete"> {
  const service = client.createServiceClient({ baseUrl: server.url, accessToken: token, ...options });
  return Object(Reflect.get(service, "webhooks"));
}
