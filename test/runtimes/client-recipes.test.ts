import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { setupServer } from "msw/node";
import { beforeAll, describe, expect, test } from "vitest";
import type { ServiceClient } from "../../src/client/index.js";
import { failureOf, found, item, nowhere, pageWith, serviceOf } from "../client/examples.js";
import { example } from "../readme/readme.js";
import { projectFolder, run } from "../servers/command.js";
import { answer, stall, startFaultServer } from "../servers/fault.js";
import { installPackages } from "../servers/packages.js";
import { addressOf } from "../servers/port.js";
import { bundled, cacheFolder, suiteFolder } from "./bundles.js";
import { installNewest, newestModules } from "./newest.js";

beforeAll(() => installPackages(suiteFolder));

const RECIPES = ["proxy.ts", "queries.ts", "session.ts", "handlers.ts"];

/** A recipe of the guide as a module. */
async function load(file: string) {
  return await import(pathToFileURL(await bundled(file, example(file))).href);
}

test("the recipes of the guide to the client type-check, with the newest compiler as well", async () => {
  await bundled("cache", "");
  for (const file of RECIPES) await writeFile(join(cacheFolder, file), example(file));
  const options = {
    ...{ strict: true, noEmit: true, skipLibCheck: true, exactOptionalPropertyTypes: true },
    ...{ target: "es2022", module: "nodenext", lib: ["es2023", "dom", "dom.iterable"], types: ["node"] },
    paths: { "service-admin-api": [join(projectFolder, "src/client/index.ts")] },
  };
  await writeFile(join(cacheFolder, "package.json"), JSON.stringify({ type: "module" }));
  await writeFile(join(cacheFolder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: RECIPES }));
  installNewest();
  for (const compiler of ["npx tsc", join(newestModules, ".bin/tsc")]) {
    const { code, output } = await run(`${compiler} --project ${cacheFolder}`);
    expect(code, output).toBe(0);
  }
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
  const service: ServiceClient = serviceBehind(addressOf(proxy).url, server.url);
  const failure = await failureOf(service.webhooks.get(1001, { maxRetries: 0 }));
  proxy.close();
  expect(failure.name).toBe("ServiceConnectionError");
  expect(tunnels).toEqual([new URL(server.url).host]);
});

describe("with TanStack Query", () => {
  const library = async () => {
    const { QueryClient } = await import(join(suiteFolder, "node_modules/@tanstack/react-query/build/modern/index.js"));
    return { queries: new QueryClient(), recipe: await load("queries.ts") };
  };

  test("a query returns a subscription", async () => {
    await using server = await startFaultServer(answer(200, found));
    const { queries, recipe } = await library();
    expect(await queries.fetchQuery(recipe.webhookQuery(serviceOf(server), 1001))).toEqual(item);
  });

  test("an infinite query returns page after page, and an unchanged page stays the same object", async () => {
    const page = (current: number) => answer(200, pageWith([item], { current_page: current }));
    await using server = await startFaultServer(page(1), page(2), page(3), page(1), page(2), page(3));
    const { queries, recipe } = await library();
    const options = { ...recipe.webhookPages(serviceOf(server)), pages: 5, staleTime: 0 };
    await queries.fetchInfiniteQuery(options);
    const first = queries.getQueryData(options.queryKey);
    expect(first).toMatchObject({ pageParams: [1, 2, 3] });
    await queries.fetchInfiniteQuery(options);
    expect(queries.getQueryData(options.queryKey)).toBe(first);
    expect(server.arrivals.map(({ path }) => path.split("?")[1])).toEqual(
      [1, 2, 3, 1, 2, 3].map((number) => `page=${number}`),
    );
  });

  test("a deletion shows at once, and comes back if it fails", async () => {
    const page = answer(200, pageWith([item], { total_pages: 1 }));
    let refuse = (): void => undefined;
    const refused = new Promise<void>((resolve) => (refuse = resolve));
    await using server = await startFaultServer((response, request) => {
      if (request.method !== "DELETE") return page(response, request);
      refused.then(() => answer(403, {})(response, request));
    });
    const { queries, recipe } = await library();
    const service = serviceOf(server);
    const { queryKey } = recipe.webhookPages(service);
    await queries.fetchInfiniteQuery(recipe.webhookPages(service));
    const shown = () => queries.getQueryData(queryKey).pages[0].webhooks.length;
    const deletion = queries.getMutationCache().build(queries, recipe.webhookDeletion(service, queries)).execute(1001);
    await expect.poll(shown).toBe(0);
    refuse();
    expect(await failureOf(deletion)).toMatchObject({ status: 403 });
    expect(shown()).toBe(1);
  });

  test("a query that is cancelled ends its call", async () => {
    await using server = await startFaultServer(stall);
    const { queries, recipe } = await library();
    const arrived = server.nextArrival();
    const options = recipe.webhookQuery(serviceOf(server), 1001);
    const fetched = failureOf(queries.fetchQuery(options));
    await arrived;
    await queries.cancelQueries({ queryKey: options.queryKey });
    expect((await fetched).message).toBe("CancelledError");
    await expect.poll(() => server.openRequests()).toBe(0);
  });
});

test("a React server component may pass a page on as plain data, at the cost of one request", async () => {
  await using server = await startFaultServer(answer(200, pageWith([item], { total_pages: 1000 })));
  const code = `
    import { createServiceClient } from "service-admin-api";
    import { createElement } from "react";
    import { createRequire } from "node:module";
    const { renderToPipeableStream } = createRequire(import.meta.url)("react-server-dom-webpack/server.node");
    const service = createServiceClient({ baseUrl: ${JSON.stringify(server.url)} });
    const { webhooks, pagination } = await service.webhooks.list();
    const element = createElement("ul", { "data-total": pagination.total }, webhooks.map(({ id, topic }) => createElement("li", { key: id }, topic)));
    renderToPipeableStream({ element, pagination }, {}).pipe(process.stdout);`;
  const { code: exit, stdout, output } = await run(`node --conditions react-server ${await bundled("server", code)}`);
  expect(exit, output).toBe(0);
  expect(stdout).toContain('"total_pages":1000');
  expect(stdout).toContain("orders/create");
  expect(server.arrivals).toHaveLength(1);
});

test("with openapi-msw, a handler has the types of the contract, and the client gets its answer", async () => {
  const { handler } = await load("handlers.ts");
  const worker = setupServer(handler);
  worker.listen({ onUnhandledRequest: "error" });
  try {
    expect(await serviceOf(nowhere).webhooks.delete(1001)).toEqual({ success: true, message: "Deleted" });
  } finally {
    worker.close();
  }
});
