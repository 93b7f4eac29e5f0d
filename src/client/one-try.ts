import { isObject, jsonIn } from "../json.js";
import { ServiceConnectionError } from "./errors.js";
import type { Exchange } from "./exchange.js";
import { isUnsent } from "./network-errors.js";
import type { Send } from "./options.js";
import { takeMoreFrames } from "./stack.js";

/** Sends a request once by `fetch`, and reads the complete answer. */
export function oneTry(fetch: Send): Exchange {
  // A `fetch` that a test makes up may return one response for every try.
  const texts = new WeakMap<object, Promise<string>>();
  return async (request, signal) => {
    // Nothing is sent once the try has ended.
    signal.throwIfAborted();
    const { method, url, headers, body } = request;
    let response: unknown;
    try {
      // Not as a method of anything: a page's own `fetch` refuses that.
      response = await fetch(url, { method, headers, body: body || null, signal, redirect: "manual" });
    } catch (error) {
      throw new ServiceConnectionError("The service did not answer", request, error, !isUnsent(error));
    }
    checkResponse(response);
    const known = texts.get(response);
    if (response.bodyUsed && !known) throw noResponse(" whose body is still unread");
    try {
      const reading = known ?? textOf(response);
      texts.set(response, reading);
      const text = await reading;
      if (isCut(response, text)) throw new TypeError("the connection broke off");
      return { response, text };
    } catch (error) {
      throw new ServiceConnectionError("The answer is incomplete", request, error);
    }
  };
}

/** Reads a body, without the byte order mark that node-fetch leaves in it. */
async function textOf(response: Response): Promise<string> {
  const text = await response.text();
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

/**
 * Responses of other libraries, and those that tests make up, are of other types than the platform's.
 *
 * @throws TypeError when one lacks what the client reads.
 */
function checkResponse(response: unknown): asserts response is Response {
  if (!isObject(response)) throw noResponse();
  const { status, headers, text } = response;
  const hasParts = status !== undefined && isObject(headers) && "get" in headers && typeof text === "function";
  if (!hasParts) throw noResponse(", with status, headers.get() and text()");
}

/** The error for a `fetch` of the user's that returns something else. */
function noResponse(what = ""): TypeError {
  const restore = takeMoreFrames();
  const error = new TypeError(`fetch must return a Response${what}`);
  restore();
  return error;
}

/** Whether JSON breaks off where fetch takes a part for all: of a compressed answer, and before a connection ends. */
function isCut({ headers }: Response, text: string): boolean {
  const mayBeCut = headers.get("Content-Encoding") || /close/i.test(headers.get("Connection") ?? "");
  const isJson = /^\s*[[{]/.test(text);
  return Boolean(mayBeCut) && isJson && jsonIn(text) === text;
}
