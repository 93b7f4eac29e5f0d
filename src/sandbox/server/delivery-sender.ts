import { lookup } from "node:dns/promises";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { urlOf } from "../../url.js";
import type { DeliveryAnswer, SendDelivery } from "../types.js";
import { isLocalhost, refusalOf } from "./this-machine.js";

/** How long an address has to answer, in ms. */
const TIMEOUT = 10_000;

/** A delivery is not sent. The message says why. */
class NotSent extends Error {}

/**
 * Creates a function that sends a delivery over HTTP, once, if its address is allowed. It follows no redirect.
 *
 * @param closing - Aborts the deliveries that are under way.
 */
export function createSender(deliverTo: "machine" | "any", closing: AbortSignal): SendDelivery {
  return async ({ address, method, headers, body }) => {
    const url = urlOf(address);
    if (url?.protocol !== "http:" && url?.protocol !== "https:") return { notSent: "its address is not an HTTP URL" };
    const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
    // An IP address is checked here, since it is never looked up.
    const refusal = isIP(host) === 0 ? undefined : refusalOf(host, deliverTo);
    if (refusal !== undefined) return { notSent: refusal };
    const send = url.protocol === "https:" ? httpsRequest : httpRequest;
    return new Promise<DeliveryAnswer>((resolve) => {
      const request = send(url, { method, headers, signal: closing, lookup: checkedLookup(deliverTo), agent: false });
      const end = (outcome: DeliveryAnswer) => {
        clearTimeout(late);
        resolve(outcome);
        // The body of an answer may never end, and is not recorded.
        request.destroy();
      };
      const late = setTimeout(() => end({ error: `no answer within ${TIMEOUT} ms` }), TIMEOUT);
      request.on("response", ({ statusCode = 0 }) => end({ status: statusCode }));
      request.on("error", (error) => end(closing.aborted ? { error: "the sandbox was closed" } : outcomeOf(error)));
      request.end(body);
    });
  };
}

function outcomeOf(error: Error): DeliveryAnswer {
  if (error instanceof NotSent) return { notSent: error.message };
  return { error: "code" in error ? String(error.code) : "the request failed" };
}

/** Checks the addresses that a connection uses, so that a name cannot change its address after the check. */
function checkedLookup(deliverTo: "machine" | "any"): LookupFunction {
  return (hostname, { all }, done) => {
    lookup(isLocalhost(hostname) ? "localhost" : hostname, { all: true }).then(
      (found) => {
        const allowed = found.filter(({ address }) => refusalOf(address, deliverTo) === undefined);
        const [first] = allowed;
        if (!first)
          done(new NotSent(refusalOf(found[0]?.address ?? "", deliverTo) ?? "its host name has no address"), "");
        else if (all) done(null, allowed);
        else done(null, first.address, first.family);
      },
      () => done(new NotSent("its host name has no address"), ""),
    );
  };
}
