import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { setupServer } from "msw/node";
import { beforeAll, expect, test } from "vitest";
import type { ServiceClient } from "../../src/client/index.js";
import { failureOf, found, item, nowhere, pageWith, serviceOf } from "../client/examples.js";
import { example } from "../readme/readme.js";
import { projectFolder, run } from "../servers/command.js";
import { answer, startFaultServer } from "../servers/fault.js";
import { installPackages } from "../servers/packages.js";
import { addressOf } from "../servers/port.js";
import { bundled, cacheFolder, suiteFolder } from "./bundles.js";

beforeAll(() => installPackages(suiteFolder));

const RECIPES = ["proxy.ts", "queries.ts", "session.ts", "handlers.ts"];

/** A recipe of the guide as a module. */
async function load(file: string) {
  return await import(pathToFileURL(await bundled(file, example(file))).href);
}

test("the recipes of the guide to the client type-check", async () => {
  await bundled("cache", "");
  for (const file of RECIPES) await writeFile(join(cacheFolder, file), example(file));
  const options = {
    ...{ strict: true, noEmit: true, skipLibCheck: true, exactOptionalPropertyTypes: true },
    ...{ target: "es2022", module: "nodenext", lib: ["es2023", "dom", "dom.iterable"], types: ["node"] },
    paths: { "service-admin-api": [join(projectFolder, "src/client/index.ts")] },
  };
  await writeFile(join(cacheFolder, "package.json"), JSON.stringify({ type: "module" }));
  await writeFile(join(cacheFolder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: RECIPES }));
  const { code, output } = await run(`npx tsc --project ${cacheFolder}`);
  expect(code, output).toBe(0);
});

test("with an agent or a proxy, requests go through it", async () => {
  await using server = await startFaultServer(answer(200, found));
  const tunnels: string[] = [];
  const proxy = createServer();
  proxy.on("connect", (request, socket) => {
    tunnels.push(String(request.url));
    socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
  });
  await new Promise<void>((listening) => proxy.listen(0, "127.0.0.1", listening));
  const { serviceBehind } = await load("proxy.ts");
  const service: ServiceClient = serviceBehind(addressOf(proxy).url, server.url, "<ACCESS_TOKEN>");
  const failure = await failureOf(service.webhooks.get(1001, { maxRetries: 0 }));
  proxy.close();
  expect(failure.name).toBe("ServiceConnectionError");
  expect(tunnels).toEqual([new URL(server.url).host]);
});

test("with TanStack Query, a deletion shows at once, and comes back if it fails", async () => {
  const page = answer(200, pageWith([item], { total_pages: 1 }));
  let refuse = (): void => undefined;
  const refused = new Promise<void>((resolve) => (refuse = resolve));
  await using server = await startFaultServer((response, request) => {
    if (request.method !== "DELETE") return page(response, request);
    refused.then(() => answer(403, {})(response, request));
  });
  const { QueryClient } = await import(join(suiteFolder, "node_modules/@tanstack/react-query/build/modern/index.js"));
  const [queries, recipe, service] = [new QueryClient(), await load("queries.ts"), serviceOf(server)];
  const { queryKey } = recipe.webhookPages(service);
  await queries.fetchInfiniteQuery(recipe.webhookPages(service));
  const shown = () => queries.getQueryData(queryKey).pages[0].webhooks.length;
  const deletion = queries.getMutationCache().build(queries, recipe.webhookDeletion(service, queries)).execute(1001);
  await expect.poll(shown).toBe(0);
  refuse();
  expect(await failureOf(deletion)).toMatchObject({ status: 403 });
  expect(shown()).toBe(1);
});

test("with openapi-msw, handlers have the types of the contract, and the client gets their answers", async () => {
  const { handlers } = await load("handlers.ts");
  const worker = setupServer(...handlers);
  worker.listen({ onUnhandledRequest: "error" });
  try {
    const { webhooks } = serviceOf(nowhere);
    expect(await webhooks.delete(1001)).toEqual({ success: true, message: "Deleted" });
    expect(await webhooks.list({ page: 2 })).toHaveProperty("pagination.current_page", 2);
  } finally {
    worker.close();
  }
});
