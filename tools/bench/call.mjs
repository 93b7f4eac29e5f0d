// @ts-check
// What a client adds to the time of a call. No network: fetch answers from memory, after it has made a Request where it
// was not given one.
import { rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Bench } from "tinybench";
import { bundle } from "./bundle.mjs";
import { generateRivals } from "./rivals.mjs";

const baseUrl = "http://127.0.0.1:4010";
const accessToken = "<ACCESS_TOKEN>";
const headers = { "Content-Type": "application/json", "X-Service-Access-Token": accessToken };
const url = `${baseUrl}/api/admin/26.0/webhooks/1001`;
const body = JSON.stringify({
  webhook: {
    id: 1001,
    address: "https://lantern-books.example/hooks/orders",
    topic: "orders/create",
    format: "json",
    created_at: "2026-03-02T10:20:00+02:00",
    updated_at: "2026-03-02T10:20:00+02:00",
  },
});

/** @type {typeof globalThis.fetch} */
const fetch = async (input, init) => {
  if (!(input instanceof Request)) new Request(input, init);
  return new Response(body, { headers: { "Content-Type": "application/json" } });
};

const rivals = generateRivals();

/**
 * A module, bundled as for production.
 *
 * @param {string} code
 */
async function load(code) {
  const file = join(rivals.folder, `${Math.random()}.mjs`);
  await writeFile(file, (await bundle(code, "node")).text);
  return import(pathToFileURL(file).href);
}

const { createServiceClient } = await load('export * from "./src/client/index.ts"');
const { default: createFetchClient } = await load('export { default } from "openapi-fetch"');
const { default: ky } = await load('export { default } from "ky"');
const heyApi = await load(
  `export * from ${JSON.stringify(rivals.heyApi)}; export * from ${JSON.stringify(join(rivals.heyApi, "client.gen.ts"))}`,
);

const service = createServiceClient({ baseUrl, accessToken, fetch });
const openapiFetch = createFetchClient({ baseUrl, headers, fetch });
const kyFetch = ky.create({ fetch });
const openapiFetchOnKy = createFetchClient({ baseUrl, headers, fetch: kyFetch });
heyApi.client.setConfig({ baseUrl, headers, fetch });
const operation = { params: { path: { id: 1001 } } };

/** Each makes the same call, and gives the same subscription. */
const calls = {
  "bare `fetch` and `json()`": async () => (await (await fetch(url, { headers })).json()).webhook,
  "openapi-fetch alone": async () => (await openapiFetch.GET("/api/admin/26.0/webhooks/{id}", operation)).data.webhook,
  "**this client**": () => service.webhooks.get(1001),
  "hey-api's generated client": async () => (await heyApi.getWebhook({ path: { id: 1001 } })).data.webhook,
  "ky under openapi-fetch": async () =>
    (await openapiFetchOnKy.GET("/api/admin/26.0/webhooks/{id}", operation)).data.webhook,
};

const bench = new Bench({ time: 1500, warmupTime: 500 });
for (const [name, call] of Object.entries(calls)) {
  if ((await call()).id !== 1001) throw new Error(`${name} did not give the subscription`);
  bench.add(name, call);
}
await bench.run();
rmSync(rivals.folder, { recursive: true });

const medians = bench.tasks.map(({ name, result }) => {
  if (!("latency" in result)) throw new Error(`${name} was not measured: it is ${result.state}`);
  return { name, median: result.latency.p50 };
});
const [bare] = medians;
if (!bare) throw new Error("Nothing was measured");
console.log("| Call through | µs (median) | times bare fetch |\n| --- | ---: | ---: |");
for (const { name, median } of medians) {
  console.log(`| ${name} | ${(median * 1000).toFixed(1)} | ${(median / bare.median).toFixed(2)} |`);
}
