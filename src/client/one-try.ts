import { isObject, jsonIn } from "../json.js";
import { ServiceConnectionError } from "./errors.js";
import type { Exchange } from "./exchange.js";
import { isUnsent } from "./network-errors.js";
import type { Send } from "./options.js";
import { misuse } from "./stack.js";

/** The texts of responses. A `fetch` that a test makes up may return one response for every try, to every client. */
const texts = new WeakMap<object, Promise<string>>();

/**
 * Sends a request once, and reads the complete answer.
 *
 * @param given - Sends it instead of the global `fetch`, which is looked up for each try, since other libraries replace it.
 */
export function oneTry(given?: Send): Exchange {
  return async (request, signal) => {
    // Nothing is sent once the try has ended.
    if (signal.aborted) throw signal.reason;
    const { method, url, headers, body } = request;
    // A variable, since a page's own `fetch` refuses to be called as a method of anything.
    const fetch = given ?? globalThis.fetch;
    if (typeof fetch !== "function") throw misuse("fetch must be a function");
    let response: unknown;
    try {
      response = await fetch(url, { method, headers, body: body || null, signal, redirect: "manual" });
    } catch (error) {
      throw new ServiceConnectionError("The service did not answer", request, error, !isUnsent(error));
    }
    if (!isReadable(response) || (response.bodyUsed && !texts.has(response)))
      throw misuse("fetch must return a Response with status, headers.get(), text() and an unread body");
    try {
      const reading = texts.get(response) ?? response.text();
      texts.set(response, reading);
      // node-fetch leaves the byte order mark in it. In a response that a test makes up, it may be no string.
      const text = String(await reading).replace(/^\uFEFF/, "");
      if (isCut(response, text)) throw new TypeError("the connection broke off");
      return { request, response, body: text };
    } catch (error) {
      throw new ServiceConnectionError("The answer is incomplete", request, error);
    }
  };
}

/** Whether a response has what the client reads. Those of other libraries, and those that tests make up, are of other types. */
function isReadable(response: unknown): response is Response {
  if (!isObject(response)) return false;
  const { status, headers, text } = response;
  return typeof status === "number" && isObject(headers) && "get" in headers && typeof text === "function";
}

/** Whether JSON breaks off where fetch takes a part for all: of a compressed answer, and before a connection ends. */
function isCut({ headers }: Response, text: string): boolean {
  const mayBeCut = headers.get("Content-Encoding") || /close/i.test(headers.get("Connection") ?? "");
  const isJson = /^\s*[[{]/.test(text);
  return Boolean(mayBeCut) && isJson && jsonIn(text) === text;
}
