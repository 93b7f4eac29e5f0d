import type { Middleware } from "openapi-fetch";
import { createMethods, type HttpClient, type Methods } from "../../generated/client.js";
import { createHttp } from "./http.js";
import type { ServiceClientOptions } from "./options.js";
import { createSend } from "./send.js";
import { settingsOf } from "./settings.js";

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
  const middleware: Middleware[] = [];
  const send = createSend(settingsOf(options), middleware);
  return { http: createHttp(send, middleware), ...createMethods(send) };
}
