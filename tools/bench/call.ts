import { isDeepStrictEqual } from "node:util";
import { accessToken as carrier, defaultServer, operation, responseExamples } from "../../generated/contract.js";
import { bundle } from "./bundle.js";
import { type Figure, timesOf } from "./figure.js";

/** Gets one subscription. */
type Call = () => Promise<unknown>;

// They are text, since they are bundled as for production. Each exports a function that makes the call.
const OPENAPI_FETCH = `
  import createClient from "openapi-fetch";
  export default ({ baseUrl, path, id, headers, fetch }) => {
    const client = createClient({ baseUrl, headers, fetch });
    return async () => (await client.GET(path, { params: { path: { id } } })).data.webhook;
  };`;
const THIS_CLIENT = `
  import { createServiceClient } from "./src/client/index.ts";
  export default ({ baseUrl, id, accessToken, fetch }) => {
    const service = createServiceClient({ baseUrl, accessToken, fetch });
    return () => service.webhooks.get(id);
  };`;

const accessToken = "<ACCESS_TOKEN>";
const answer = Object(responseExamples["getWebhook"]);
const json = { "Content-Type": "application/json" };
const body = JSON.stringify(answer);

/** What a caller is made with. */
const settings = {
  baseUrl: defaultServer,
  path: operation("getWebhook").path,
  id: answer.webhook.id,
  accessToken,
  /** The headers that every request carries. */
  headers: { ...json, [carrier.header]: carrier.prefix + accessToken },
  // There is no network: like the real one, it makes a Request of its arguments, and then answers from memory.
  fetch: async (input: RequestInfo, init?: RequestInit) => {
    new Request(input, init);
    return new Response(body, { headers: json });
  },
};

const ROUNDS = 200;
/** How long a turn of a round lasts, in ms. */
const TURN = 25;

/** Measures what this client adds to a call. */
export async function measureCall(): Promise<Figure[]> {
  const ours = await load("this client", THIS_CLIENT);
  const plain = await load("openapi-fetch", OPENAPI_FETCH);
  const measured = await timesOf(
    () => timeOf(ours),
    () => timeOf(plain),
    ROUNDS,
  );
  return [{ name: "A call, times plain openapi-fetch", measured, limit: 1.25 }];
}

/** Bundles a caller as for production, and checks what its call returns. */
async function load(name: string, code: string): Promise<Call> {
  const module = `data:text/javascript,${encodeURIComponent(await bundle(code, { platform: "node" }))}`;
  const caller: { default: (given: typeof settings) => Call } = await import(module);
  const call = caller.default(settings);
  if (!isDeepStrictEqual(await call(), answer.webhook)) throw new Error(`${name} did not return the subscription`);
  return call;
}

/** Returns the time of a call in one turn, in ms. */
async function timeOf(call: Call): Promise<number> {
  const start = performance.now();
  let calls = 0;
  while (performance.now() - start < TURN) {
    await call();
    calls++;
  }
  return (performance.now() - start) / calls;
}
