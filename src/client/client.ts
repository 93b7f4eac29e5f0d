import { createMethods, type Methods } from "../../generated/client.js";
import { createCall } from "./call.js";
import { createHttp, type HttpClient } from "./http.js";
import type { ServiceClientOptions } from "./options.js";
import { createListMaker } from "./pages.js";
import { createRequester } from "./request.js";

/** A client of the Service API: the methods of the contract, by its tags. */
export interface ServiceClient extends Methods {
  /** Calls paths of the contract, and adds middleware. After a failure, `error` is what a method would throw. */
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
  const requester = createRequester(options);
  return {
    http: createHttp(requester),
    ...createMethods(createCall(requester.request), createListMaker(requester.request)),
  };
}
