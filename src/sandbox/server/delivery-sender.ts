import { Buffer } from "node:buffer";
import { lookup } from "node:dns/promises";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { urlOf } from "../../url.js";
import type { DeliveryAnswer, DeliveryMessage, SendDelivery } from "../watch/deliveries.js";
import { type Reach, refusalOf } from "./addresses.js";

/** Sends deliveries over HTTP until it is closed. */
export interface Sender {
  readonly send: SendDelivery;
  /** Aborts the deliveries that are under way. */
  close(): void;
}

/** Header of every delivery: none of them controls a sandbox. */
export const DELIVERY_HEADER = "Sandbox-Delivery";

/** How long an address has to answer, in ms. */
export const TIMEOUT = 10_000;

/** A delivery is not sent. The message says why. */
class NotSent extends Error {
  override readonly name = "NotSent";
}

/** Creates a sender that sends only to the allowed addresses. */
export function createSender(reach: Reach): Sender {
  const closing = new AbortController();
  return {
    send: async (message) => {
      // Read below, it lives as long as the delivery: where nothing else holds it, Node 20 collects it before it aborts.
      const late = AbortSignal.timeout(TIMEOUT);
      try {
        const signal = AbortSignal.any([closing.signal, late]);
        return { status: await post(sendableUrl(message.address, reach), message, reach, signal) };
      } catch (error) {
        if (late.aborted) return { error: `no answer within ${TIMEOUT} ms` };
        return closing.signal.aborted ? { error: "the sandbox was closed" } : answerOf(error);
      }
    },
    close: () => closing.abort(),
  };
}

function sendableUrl(address: string, reach: Reach): URL {
  const url = urlOf(address);
  if (url?.protocol !== "http:" && url?.protocol !== "https:") throw new NotSent("its address is not an HTTP URL");
  if (url.username !== "" || url.password !== "") throw new NotSent("its address contains a user name or a password");
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  // An IP address is not looked up.
  const refusal = isIP(host) === 0 ? undefined : refusalOf(host, reach);
  if (refusal !== undefined) throw new NotSent(refusal);
  return url;
}

/** Sends once, without following redirects; returns the status. */
function post(url: URL, message: DeliveryMessage, reach: Reach, signal: AbortSignal): Promise<number> {
  const { method, headers, body } = message;
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  const own = { "Content-Length": String(Buffer.byteLength(body)), [DELIVERY_HEADER]: "1" };
  return new Promise((resolve, reject) => {
    const request = send(url, {
      method,
      headers: { ...headers, ...own },
      signal,
      lookup: checkedLookup(reach),
      agent: false,
    });
    request.on("error", reject);
    request.on("response", (response) => {
      resolve(response.statusCode ?? 0);
      // Its body may never end, and says nothing that is recorded.
      response.destroy();
    });
    // A receiver that switches to another protocol has answered.
    request.on("upgrade", ({ statusCode }, socket) => {
      resolve(statusCode ?? 0);
      socket.destroy();
    });
    request.on("close", () => reject(new Error("The connection was closed")));
    request.end(body);
  });
}

/** Checks the addresses that a connection uses, so that a name cannot change its address after the check. */
function checkedLookup(reach: Reach): LookupFunction {
  return (hostname, { all, family = 0 }, done) => {
    lookup(hostname, { all: true, family: family === "IPv4" ? 4 : family === "IPv6" ? 6 : family }).then(
      (found) => {
        const allowed = found.filter(({ address }) => refusalOf(address, reach) === undefined);
        const [first] = allowed;
        if (!first) done(new NotSent(refusalOf(found[0]?.address ?? "", reach) ?? "its host name has no address"), "");
        else if (all) done(null, allowed);
        else done(null, first.address, first.family);
      },
      () => done(new NotSent("its host name has no address"), ""),
    );
  };
}

function answerOf(error: unknown): DeliveryAnswer {
  if (error instanceof NotSent) return { notSent: error.message };
  if (error instanceof Error && "code" in error && typeof error.code === "string") return { error: error.code };
  return { error: "the request failed" };
}
