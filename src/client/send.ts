import { ServiceConnectionError } from "./errors.js";

/** Sends one request and gives the answer, as `fetch` does. */
export type Send = (request: Request, init?: RequestInit) => Promise<Response>;

/** Name of the request header that carries the access token. */
export const ACCESS_TOKEN = "X-Service-Access-Token";

/** Sends requests with the two headers that the contract asks of every operation, and follows no redirect. */
export function createSend(accessToken: () => string | Promise<string>, fetch: Send): Send {
  return async (request, { signal = request.signal } = {}) => {
    request.headers.set("Content-Type", "application/json");
    // A string is not awaited: every await is felt in the time of a call.
    const token = accessToken();
    request.headers.set(ACCESS_TOKEN, typeof token === "string" ? token : await token);
    try {
      // With another redirect mode, fetch would carry the access token along to wherever a redirect points.
      return await fetch(request, { signal, redirect: "manual" });
    } catch (cause) {
      if (signal?.aborted) throw signal.reason;
      throw new ServiceConnectionError("The service did not answer", request, { cause });
    }
  };
}
