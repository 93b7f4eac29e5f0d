import { isDeepStrictEqual } from "node:util";
import { accessToken, defaultServer, operations } from "../../generated/contract.js";
import { createSandbox } from "../../src/sandbox/index.js";
import { medianOf } from "./median.js";
import { bundle } from "./size.js";

/** Modules that get a webhook. They are text, since they are bundled as for production. */
const CALLERS = {
  "this client": `
    import { createServiceClient } from "./src/client/index.ts";
    export default ({ baseUrl, accessToken, id, fetch }) => {
      const service = createServiceClient({ baseUrl, accessToken, fetch });
      return () => service.webhooks.get(id);
    };`,
  "openapi-fetch": `
    import createClient from "openapi-fetch";
    export default ({ baseUrl, path, id, headers, fetch }) => {
      const client = createClient({ baseUrl, headers, fetch });
      return async () => (await client.GET(path, { params: { path: { id } } })).data.webhook;
    };`,
  ky: `
    import ky from "ky";
    export default ({ baseUrl, path, id, headers, fetch }) => {
      const client = ky.create({ prefixUrl: baseUrl, headers, fetch });
      return async () => (await client.get(path.replace("{id}", id).slice(1)).json()).webhook;
    };`,
};
const ROUNDS = 100;
const MILLISECONDS = 25;

/** Measures what a client adds to a call, next to others. */
export async function measureCall(): Promise<Record<string, number>> {
  const id = 1001;
  const { path } = operations.getWebhook;
  const headers = { "Content-Type": "application/json", [accessToken.header]: "<ACCESS_TOKEN>" };
  const sandbox = createSandbox({ seed: "examples" });
  const body = await (await sandbox.fetch(defaultServer + path.replace("{id}", String(id)), { headers })).text();
  // There is no network: like the real one, it makes a Request of its arguments, and then answers from memory.
  const fetch = async (input: RequestInfo, init?: RequestInit) => {
    new Request(input, init);
    return new Response(body, { headers: { "Content-Type": "application/json" } });
  };
  const load = async (code: string): Promise<() => Promise<number>> => {
    const { default: connect } = await import(`data:text/javascript,${encodeURIComponent(await bundle(code, "node"))}`);
    const call = connect({ baseUrl: defaultServer, path, id, headers, accessToken: "<ACCESS_TOKEN>", fetch });
    if (!isDeepStrictEqual(await call(), JSON.parse(body).webhook)) throw new Error(`This gets no webhook: ${code}`);
    return () => cpuPerCall(call);
  };
  const bare = await load(CALLERS["openapi-fetch"]);
  const inTimesBare = async (code: string) => {
    const other = await load(code);
    return medianOf(ROUNDS, async () => (await other()) / (await bare()));
  };
  const [own, ky] = [await inTimesBare(CALLERS["this client"]), await inTimesBare(CALLERS.ky)];
  return {
    "call by this client, CPU in times openapi-fetch": own,
    "call by ky, CPU in times openapi-fetch": ky,
    "call by this client, CPU in times ky's": own / ky,
  };
}

/** Calls for a moment; returns the CPU time of one call, in microseconds. */
async function cpuPerCall(call: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  const end = performance.now() + MILLISECONDS;
  let calls = 0;
  for (; performance.now() < end; calls++) await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}
