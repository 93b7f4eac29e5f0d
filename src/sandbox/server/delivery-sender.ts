import { Buffer } from "node:buffer";
import { lookup } from "node:dns/promises";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { urlOf } from "../../url.js";
import type { DeliveryAnswer, DeliveryMessage, SendDelivery } from "../deliveries.js";
import { type Reach, refusalOf } from "./addresses.js";

/** How long an address has to answer, in ms. */
const TIMEOUT = 10_000;

/** A delivery is not sent. The message says why. */
class NotSent extends Error {}

/**
 * Creates a function that sends a delivery over HTTP, if its address is allowed.
 *
 * @param closing - Aborts the deliveries that are under way.
 */
export function createSender(reach: Reach, closing: AbortSignal): SendDelivery {
  return async (message) => {
    // Read below, it lives as long as the delivery: where nothing else holds it, Node 20 collects it before it aborts.
    const late = AbortSignal.timeout(TIMEOUT);
    try {
      return { status: await post(message, reach, AbortSignal.any([closing, late])) };
    } catch (error) {
      if (late.aborted) return { error: `no answer within ${TIMEOUT} ms` };
      return closing.aborted ? { error: "the sandbox was closed" } : answerOf(error);
    }
  };
}

/** Sends once, without following redirects; returns the status. */
async function post({ address, method, headers, body }: DeliveryMessage, reach: Reach, signal: AbortSignal) {
  const url = urlOf(address);
  if (url?.protocol !== "http:" && url?.protocol !== "https:") throw new NotSent("its address is not an HTTP URL");
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  // An IP address is not looked up.
  const refusal = isIP(host) === 0 ? undefined : refusalOf(host, reach);
  if (refusal !== undefined) throw new NotSent(refusal);
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  const all = { ...headers, "Content-Length": String(Buffer.byteLength(body)) };
  return new Promise<number>((resolve, reject) => {
    const request = send(url, { method, headers: all, signal, lookup: checkedLookup(reach), agent: false });
    request.on("error", reject);
    request.on("response", (response) => {
      resolve(response.statusCode ?? 0);
      // Its body may never end, and says nothing that is recorded.
      response.destroy();
    });
    request.on("close", () => reject(new Error("The connection was closed")));
    request.end(body);
  });
}

/** Checks the addresses that a connection uses, so that a name cannot change its address after the check. */
function checkedLookup(reach: Reach): LookupFunction {
  return (hostname, { all }, done) => {
    lookup(hostname, { all: true }).then(
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
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return { error: typeof code === "string" ? code : "the request failed" };
}
