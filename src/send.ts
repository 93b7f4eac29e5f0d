import { version } from "../generated/version.js";
import { ServiceConnectionError } from "./errors.js";

/** Sends one request and gives the answer, as `fetch` does. */
export type Send = (request: Request) => Promise<Response>;

/** Name of the request header that carries the access token. */
export const ACCESS_TOKEN = "X-Service-Access-Token";

// Only where the runtime is no browser: there the header would have to be allowed by the service's CORS answer.
const userAgent = "process" in globalThis ? `service-admin-api/${version}` : undefined;

/** Sends requests with the two headers that the contract asks of every operation, and follows no redirect. */
export function createSend(accessToken: () => string | Promise<string>, fetch: Send): Send {
  return async (request) => {
    request.headers.set("Content-Type", "application/json");
    request.headers.set(ACCESS_TOKEN, await accessToken());
    if (userAgent && !request.headers.has("User-Agent")) request.headers.set("User-Agent", userAgent);
    // fetch would carry the access token along to wherever a redirect points.
    const guarded = request.redirect === "manual" ? request : new Request(request, { redirect: "manual" });
    return connected(fetch(guarded), request);
  };
}

/** Tells a network failure from an abort: what `fetch` and the reading of a body throw may be either. */
export async function connected<Value>(exchange: Promise<Value>, request: Request): Promise<Value> {
  try {
    return await exchange;
  } catch (cause) {
    if (request.signal.aborted) throw request.signal.reason;
    throw new ServiceConnectionError("The service could not be reached", request, { cause });
  }
}
