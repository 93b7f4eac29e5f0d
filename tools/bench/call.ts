import { isDeepStrictEqual } from "node:util";
import { accessToken, defaultServer, operations, responseExamples } from "../../generated/contract.js";
import { bundle } from "../../test/servers/bundle.js";
import { type Figure, medianOf } from "./figures.js";

/** Modules that get a webhook. They are strings, since they are bundled as for production. */
const CALLERS = {
  ours: `
    import { createServiceClient } from "./src/client/index.ts";
    export default ({ baseUrl, accessToken, id, fetch }) => {
      const service = createServiceClient({ baseUrl, accessToken, fetch });
      return () => service.webhooks.get(id);
    };`,
  openapiFetch: `
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

/** Measures the CPU time of a call by our client and by ky, relative to openapi-fetch. */
export async function measureCall(): Promise<Figure[]> {
  const bare = await cpuOf(CALLERS.openapiFetch);
  const inTimesBare = async (code: string) => {
    const other = await cpuOf(code);
    return medianOf(ROUNDS, async () => (await other()) / (await bare()));
  };
  const ours = await inTimesBare(CALLERS.ours);
  const ky = await inTimesBare(CALLERS.ky);
  return [
    { name: "a call by our client, CPU relative to openapi-fetch", value: ours },
    { name: "a call by ky, CPU relative to openapi-fetch", value: ky },
    { name: "a call by our client, CPU relative to ky", value: ours / ky, most: 1 },
  ];
}

/** Loads a caller; returns a function that calls for a moment and returns the CPU time of one call, in microseconds. */
async function cpuOf(code: string): Promise<() => Promise<number>> {
  const { path } = operations.getWebhook;
  const { webhook } = responseExamples.getWebhook;
  const body = JSON.stringify({ webhook });
  const token = "<ACCESS_TOKEN>";
  const options = {
    baseUrl: defaultServer,
    path,
    id: webhook.id,
    accessToken: token,
    headers: { "Content-Type": "application/json", [accessToken.header]: token },
    // Like the real one, it makes a Request of its arguments, but it answers from memory.
    fetch: async (input: RequestInfo, init?: RequestInit) => {
      new Request(input, init);
      return new Response(body, { headers: { "Content-Type": "application/json" } });
    },
  };
  const { default: connect } = await import(`data:text/javascript,${encodeURIComponent(await bundle(code, "node"))}`);
  const call: () => Promise<unknown> = connect(options);
  if (!isDeepStrictEqual(await call(), webhook)) throw new Error(`This gets no webhook: ${code}`);
  return async () => {
    const before = process.cpuUsage();
    const end = performance.now() + MILLISECONDS;
    let calls = 0;
    for (; performance.now() < end; calls++) await call();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / calls;
  };
}
