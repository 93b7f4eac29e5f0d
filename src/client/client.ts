import { createMethods, type Methods } from "../../generated/client.js";
import { createCall } from "./call.js";
import { createHttp, type HttpClient } from "./http.js";
import type { ServiceClientOptions } from "./options.js";
import { createListMaker } from "./pages.js";
import { createRequester } from "./request.js";

/** A client of the Service API: one method for each operation of the contract, grouped by tag. */
export interface ServiceClient extends Methods {
  /** Calls operations by path, and adds middleware. A response that is not a success becomes its `error`. */
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
