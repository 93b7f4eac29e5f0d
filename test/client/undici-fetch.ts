import { fetch } from "undici";

// The tests of the client with a fetch whose Request, Response and Headers are not Node's own.
// @ts-expect-error: undici has types of its own for the same things
if (process.env["CLIENT_FETCH"] === "undici") globalThis.fetch = fetch;
