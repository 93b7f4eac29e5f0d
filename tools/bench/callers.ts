import type { Rivals } from "./rivals.js";

/** What a caller is made with. */
export interface CallerSettings {
  readonly baseUrl: string;
  /** Path of the operation, with its parameter in braces. */
  readonly path: string;
  readonly id: number;
  readonly accessToken: string;
  /** The headers that every request carries. */
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof globalThis.fetch;
}

/** Gets one subscription. */
export type Call = () => Promise<unknown>;

/** One way to make the call. */
export interface Caller {
  /** What it is called in the table. */
  readonly name: string;
  /**
   * Returns a module whose default export makes a `Call` from `CallerSettings`. It is text, since it is bundled as for
   * production, and since the packages that it imports are installed only for benchmarks.
   */
  code(rivals: Rivals): string;
}

/** Each makes the same call and returns the same subscription; all are compared with the first. */
export const CALLERS: readonly Caller[] = [
  {
    name: "bare `fetch` and `json()`",
    code: () => `
      export default ({ baseUrl, path, id, headers, fetch }) => {
        const url = baseUrl + path.replace("{id}", id);
        return async () => (await (await fetch(url, { headers })).json()).webhook;
      };`,
  },
  {
    name: "plain openapi-fetch",
    code: () => `
      import createClient from "openapi-fetch";
      export default ({ baseUrl, path, id, headers, fetch }) => {
        const client = createClient({ baseUrl, headers, fetch });
        return async () => (await client.GET(path, { params: { path: { id } } })).data.webhook;
      };`,
  },
  {
    name: "openapi-fetch with a time limit",
    code: () => `
      import createClient from "openapi-fetch";
      export default ({ baseUrl, path, id, headers, fetch }) => {
        const client = createClient({ baseUrl, headers, fetch });
        return async () => {
          const controller = new AbortController();
          const timer = setTimeout(() => controller.abort(), 30_000);
          try {
            const { signal } = controller;
            return (await client.GET(path, { params: { path: { id } }, signal })).data.webhook;
          } finally {
            clearTimeout(timer);
          }
        };
      };`,
  },
  {
    name: "**this client**",
    code: () => `
      import { createServiceClient } from "./src/client/index.ts";
      export default ({ baseUrl, id, accessToken, fetch }) => {
        const service = createServiceClient({ baseUrl, accessToken, fetch });
        return () => service.webhooks.get(id);
      };`,
  },
  {
    name: "hey-api's generated client",
    code: ({ heyApi }) => `
      import { getWebhook } from ${JSON.stringify(heyApi)};
      import { client } from ${JSON.stringify(`${heyApi}/client.gen.ts`)};
      export default ({ baseUrl, id, headers, fetch }) => {
        client.setConfig({ baseUrl, headers, fetch });
        return async () => (await getWebhook({ path: { id } })).data.webhook;
      };`,
  },
  {
    name: "ky under openapi-fetch",
    code: () => `
      import ky from "ky";
      import createClient from "openapi-fetch";
      export default ({ baseUrl, path, id, headers, fetch }) => {
        const client = createClient({ baseUrl, headers, fetch: ky.create({ fetch }) });
        return async () => (await client.GET(path, { params: { path: { id } } })).data.webhook;
      };`,
  },
];
