import { isObject, jsonIn } from "../json.js";
import { ServiceConnectionError } from "./errors.js";
import type { Exchange } from "./exchange.js";
import { isUnsent } from "./network-errors.js";
import type { Send } from "./options.js";

/**
 * Sends a request once, and reads the complete answer.
 *
 * @param given - Sends it instead of the global `fetch`, which is looked up for each try, since other libraries replace it.
 */
export function oneTry(settings: { readonly fetch?: Send | undefined }): Exchange {
  // A `fetch` that a test makes up may return one response for every try.
  const texts = new WeakMap<object, Promise<string>>();
  return async (request, signal) => {
    // Nothing is sent once the try has ended.
    signal.throwIfAborted();
    const { method, url, headers, body } = request;
    // A variable, since a page's own `fetch` refuses to be called as a method of anything.
    const fetch = settings.fetch ?? globalThis.fetch;
    let response: unknown;
    try {
      response = await fetch(url, { method, headers, body: body || null, signal, redirect: "manual" });
    } catch (error) {
      throw new ServiceConnectionError("The service did not answer", request, error, !isUnsent(error));
    }
    if (!isReadable(response) || (response.bodyUsed && !texts.has(response)))
      throw new TypeError("fetch must return an unread Response");
    let failure: unknown;
    try {
      const reading = texts.get(response) ?? response.text();
      texts.set(response, reading);
      // node-fetch leaves the byte order mark in it.
      const text = (await reading).replace(/^\uFEFF/, "");
      if (!isCut(response, text)) return { response, text };
    } catch (error) {
      failure = error;
    }
    throw new ServiceConnectionError("The answer is incomplete", request, failure);
  };
}

/** Whether a response has what the client reads. Other libraries and tests have types of their own. */
function isReadable(response: unknown): response is Response {
  return isObject(response) && "text" in response && isObject(response["headers"]) && "get" in response["headers"];
}

/** Whether JSON breaks off where fetch takes a part for all: of a compressed answer, and before a connection ends. */
function isCut({ headers }: Response, text: string): boolean {
  const mayBeCut = headers.get("Content-Encoding") || /close/i.test(headers.get("Connection") ?? "");
  const isJson = /^\s*[[{]/.test(text);
  return Boolean(mayBeCut) && isJson && jsonIn(text) === text;
}
