// What can be varied from outside, in every file of tests.
import fc from "fast-check";
import { fetch } from "undici";

// The same cases in every run. To try others: FAST_CHECK_SEED=$RANDOM npm test
fc.configureGlobal({ seed: Number(process.env["FAST_CHECK_SEED"] ?? 20261121) });

// The tests of the client with a fetch whose Request, Response and Headers are not Node's own.
// @ts-expect-error: undici has types of its own for the same things
if (process.env["CLIENT_FETCH"] === "undici") globalThis.fetch = fetch;
