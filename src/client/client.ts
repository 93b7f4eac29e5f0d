import { createMethods, facts, type HttpClient, type Methods } from "../../generated/client.js";
import type { paths } from "../../generated/openapi-types.js";
import { createCallPath } from "./call-path.js";
import { createHttp } from "./http.js";
import { createOpenapiFetch } from "./openapi-fetch.js";
import type { ServiceClientOptions } from "./options.js";
import type { CallPath } from "./path-client.js";

/** A client of the Service API: the methods of the contract, by its tags. */
export interface ServiceClient extends Methods {
  readonly http: HttpClient;
}

/**
 * Makes a client of the Service API.
 *
 * @throws TypeError when an option cannot be used.
 * @example
 * const service = createServiceClient({ baseUrl: "https://service.example", accessToken });
 * const webhook = await service.webhooks.get(1001);
 */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const openapiFetch = createOpenapiFetch();
  const callPath = createCallPath(options, facts, openapiFetch);
  // The types of openapi-fetch follow the path. What a call does is the same for every path.
  return { http: createHttp(callPath, openapiFetch), ...createMethods(callPath as CallPath<paths>) };
}
