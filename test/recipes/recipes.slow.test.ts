import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessToken, basePath, operations } from "../../generated/contract.js";
import type { ServiceClient, ServiceClientOptions } from "../../src/client/index.js";
import { createSandbox } from "../../src/sandbox/index.js";
import { mountSandbox } from "../../src/sandbox/server/index.js";
import { failureOf, found, item, nowhere, pageWith, serviceOf } from "../client/examples.js";
import { example } from "../readme/readme.js";
import { projectFolder, run } from "../servers/command.js";
import { answer, startFaultServer } from "../servers/fault.js";
import { packed } from "../servers/installation.js";
import { installPackages } from "../servers/packages.js";
import { addressOf } from "../servers/port.js";

const suite = fileURLToPath(new URL(".", import.meta.url));
const ROUTE = `app${basePath}/[...path]/route.ts`;
const RECIPES = ["session.ts", "proxy.ts", "queries.ts", "logging-pino.ts", ROUTE];
/** What the route handler gets from its application: who has the right cookie has signed in. */
const SESSION = `
  export const isAllowed = async (request: Request) => request.headers.get("cookie") === "session=valid";
`;

let folder: string;

/** Below the packages of this suite, so that the recipes find them; the package itself is the one that is published. */
beforeAll(async () => {
  installPackages(suite);
  folder = await mkdtemp(join(suite, "node_modules/.project-"));
  const home = join(folder, "node_modules/service-admin-api");
  await mkdir(home, { recursive: true });
  const { code, output } = await run(`tar --extract --file ${packed().file} --strip-components 1 --directory ${home}`);
  expect(code, output).toBe(0);
  await write("package.json", '{ "type": "module" }');
  await write("lib/session.ts", SESSION);
  for (const file of RECIPES) await write(file, example(file));
});

afterAll(() => rm(folder, { recursive: true }));

async function write(name: string, text: string): Promise<void> {
  const file = join(folder, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

async function printed(command: string, directory = folder): Promise<string> {
  const { code, output } = await run(command, directory);
  expect(code, output).toBe(0);
  return output;
}

/** Compiles a project with TypeScript. */
async function compile(directory: string, compilerOptions: object, files: readonly string[]): Promise<void> {
  await write(join(directory, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  await printed(`${projectFolder}/node_modules/.bin/tsc --project ${directory}`);
}

const STRICT = { strict: true, noEmit: true, skipLibCheck: true, module: "preserve", lib: ["es2023", "dom"] };

/** A recipe as a module; with another `variant`, loaded anew. */
async function load(file: string, variant = "") {
  const outfile = join(folder, "out", `${file}.mjs`);
  const alias = { "@/lib/session": join(folder, "lib/session.ts") };
  await build({
    entryPoints: [join(folder, file)],
    ...{ outfile, alias, bundle: true, format: "esm", platform: "node", packages: "external", logLevel: "error" },
  });
  return await import(`${pathToFileURL(outfile).href}?${variant}`);
}

/** A module of a package of this suite. */
const loadPackage = (path: string) => import(join(suite, "node_modules", path));

test("the recipes type-check under strict rules", async () => {
  const options = {
    ...{ strict: true, noEmit: true, skipLibCheck: true, exactOptionalPropertyTypes: true },
    ...{ target: "es2022", module: "preserve", lib: ["es2023", "dom", "dom.iterable"], types: ["node"] },
    paths: { "@/*": ["./*"] },
  };
  await compile(".", options, RECIPES);
});

test("with the ProxyAgent of undici, requests go through the proxy", async () => {
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

test("with TanStack Query, a query reads page after page, and a deletion makes it stale", async () => {
  const { fetch } = createSandbox({ seed: 25 });
  const service = serviceOf(nowhere, { fetch });
  const { QueryClient } = await loadPackage("@tanstack/react-query/build/modern/index.js");
  const [queries, recipe] = [new QueryClient(), await load("queries.ts")];
  const { queryKey } = recipe.webhookPages(service);
  const { pages } = await queries.fetchInfiniteQuery({ ...recipe.webhookPages(service), pages: 3 });
  expect(pages.map(({ webhooks }: { webhooks: unknown[] }) => webhooks.length)).toEqual([20, 5]);
  expect(queries.getQueryState(queryKey).isInvalidated).toBe(false);
  await queries.getMutationCache().build(queries, recipe.webhookDeletion(service, queries)).execute(1001);
  expect(queries.getQueryState(queryKey).isInvalidated).toBe(true);
});

test("with openapi-react-query, hooks of service.http have the types of its data and errors", async () => {
  const hooks = `import createQueryHooks from "openapi-react-query";
    import type { ServiceClient } from "service-admin-api";
    export function useTopic({ http }: ServiceClient) {
      const params = { path: { id: 1001 } };
      const { data, error } = createQueryHooks(http).useQuery("get", "${operations.getWebhook.path}", { params });
      return { topic: data?.webhook.topic.toUpperCase(), status: error?.status.toFixed() };
    }`;
  await write("hooks/hooks.ts", hooks);
  await compile("hooks", STRICT, ["hooks.ts"]);
});

test("with openapi-msw, handlers have the types of the contract, and the client gets their answers", async () => {
  const handlers = `import { createOpenApiHttp } from "openapi-msw";
    import type { paths } from "service-admin-api";
    const http = createOpenApiHttp<paths>({ baseUrl: "${nowhere.url}" });
    const deleted = { success: true, message: "Deleted" };
    export const handler = http.delete("${operations.deleteWebhook.path}", ({ response }) => response(200).json(deleted));
    // @ts-expect-error: no operation has this path.
    http.get("/unknown", () => undefined);`;
  await write("handlers/handlers.ts", handlers);
  await compile("handlers", STRICT, ["handlers.ts"]);
  const { handler } = await load("handlers/handlers.ts");
  const { setupServer } = await loadPackage("msw/lib/node/index.mjs");
  const worker = setupServer(handler);
  worker.listen({ onUnhandledRequest: "error" });
  try {
    expect(await serviceOf(nowhere).webhooks.delete(1001)).toEqual({ success: true, message: "Deleted" });
  } finally {
    worker.close();
  }
});

test("in Express, the sandbox can be mounted at the path of a gateway", async () => {
  await using sandbox = mountSandbox({ seed: 2 });
  // It brings no types.
  const express = createRequire(import.meta.url)("express");
  const server = express().use("/gateway", sandbox.middleware).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { webhooks } = serviceOf({ url: `${addressOf(server).url}/gateway` });
  expect((await webhooks.list()).webhooks).toHaveLength(2);
  server.close();
});

test("in front of Koa, the sandbox handles its paths, and Koa all others", async () => {
  await using sandbox = mountSandbox({ seed: 2 });
  // It brings no types.
  const Koa = createRequire(import.meta.url)("koa");
  const app = new Koa().use((context: { body: string }) => {
    context.body = "from Koa";
  });
  const handle = app.callback();
  const server = createServer((request, response) =>
    sandbox.middleware(request, response, () => handle(request, response)),
  );
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { url } = addressOf(server);
  expect((await serviceOf({ url }).webhooks.list()).webhooks).toHaveLength(2);
  expect(await (await fetch(url)).text()).toBe("from Koa");
  server.close();
});

describe("route handler of Next.js", () => {
  /** The client in a page whose requests the handler forwards to a service. */
  async function pageOf(serviceUrl: string, cookie = "session=valid"): Promise<ServiceClient> {
    process.env["SERVICE_BASE_URL"] = serviceUrl;
    const handlers = await load(ROUTE, serviceUrl);
    const { NextRequest } = await loadPackage("next/server.js");
    const { createServiceClient } = await import("../../src/client/index.js");
    const send: NonNullable<ServiceClientOptions["fetch"]> = (url, init) =>
      handlers[init.method](new NextRequest(url, { ...init, headers: { ...init.headers, cookie } }));
    return createServiceClient({ baseUrl: "https://page.example", fetch: send, maxRetries: 0 });
  }

  test("the route handler forwards the requests of users who have signed in, with the token and without cookies", async () => {
    await using server = await startFaultServer(answer(200, found));
    const { webhooks } = await pageOf(server.url);
    expect(await webhooks.get(1001)).toHaveProperty("id", 1001);
    const [arrival] = server.arrivals;
    expect(arrival?.headers).toMatchObject({ [accessToken.header.toLowerCase()]: "<ACCESS_TOKEN>" });
    expect(arrival?.headers).not.toHaveProperty("cookie");
  });

  test("the route handler answers 401 to users who have not signed in, and sends nothing", async () => {
    await using server = await startFaultServer(answer(200, found));
    const { webhooks } = await pageOf(server.url, "session=other");
    expect(await failureOf(webhooks.get(1001))).toMatchObject({ status: 401 });
    expect(server.arrivals).toEqual([]);
  });

  test("the route handler passes on a failure with its status, its body and Retry-After", async () => {
    await using server = await startFaultServer(
      answer(503, { message: "Busy" }, { "Retry-After": "7", "X-Other": "1" }),
    );
    const { webhooks } = await pageOf(server.url);
    const failure = await failureOf(webhooks.list());
    expect(failure).toMatchObject({ status: 503, body: { message: "Busy" } });
    expect(Object.fromEntries(Object(failure).headers)).toEqual({
      "content-type": "application/json",
      "retry-after": "7",
    });
  });

  test("the route handler does not follow a redirect, which would send the token to another place", async () => {
    await using other = await startFaultServer(answer(200, found));
    await using server = await startFaultServer(answer(302, {}, { Location: other.url }));
    const { webhooks } = await pageOf(server.url);
    expect(await failureOf(webhooks.get(1001))).toMatchObject({ status: 302 });
    expect(other.arrivals).toEqual([]);
  });

  test("the route handler answers 502 if the service cannot be reached", async () => {
    const { webhooks } = await pageOf(nowhere.url);
    expect(await failureOf(webhooks.get(1001))).toMatchObject({ status: 502 });
  });
});

describe("logging with pino", () => {
  /** The function of the recipe, and a logger that adds to these lines. */
  async function loggingTo(lines: string[]) {
    const { default: pino } = await loadPackage("pino/pino.js");
    const logger = pino({ level: "debug" }, { write: (line: string) => lines.push(line) });
    const logFailure = (error: unknown) => logger.error({ err: error }, "service");
    return { logger, logFailure, ...(await load("logging-pino.ts")) };
  }

  test("the log shows what happened in each try and each failure, and never the token", async () => {
    const lines: string[] = [];
    const { logger, loggedService, logFailure } = await loggingTo(lines);
    const { fetch, simulate } = createSandbox();
    simulate({ operation: "listWebhooks", status: 503, body: { message: "Busy" }, times: "always" });
    const options = { baseUrl: nowhere.url, accessToken: "a secret token", fetch, maxRetries: 1 };
    const service: ServiceClient = loggedService(options, logger);
    logFailure(await failureOf(service.webhooks.list()));
    await expect.poll(() => lines.length).toBe(3);
    const [first, , failed] = lines.map((line) => JSON.parse(line));
    expect(first).toMatchObject({
      operation: "listWebhooks",
      method: "GET",
      status: 503,
      duration: expect.any(Number),
    });
    expect(failed.err).toMatchObject({ status: 503, body: { message: "Busy" } });
    expect(lines.join("")).not.toContain("a secret token");
  });

  test("the log of a try that the program has aborted shows the reason", async () => {
    const lines: string[] = [];
    const { logger, loggedService, logFailure } = await loggingTo(lines);
    const controller = new AbortController();
    const fetch = async () => {
      controller.abort();
      return await new Promise<never>(() => undefined);
    };
    const service: ServiceClient = loggedService({ baseUrl: nowhere.url, fetch }, logger);
    logFailure(await failureOf(service.webhooks.get(1, { signal: controller.signal })));
    await expect.poll(() => lines.length).toBe(2);
    for (const line of lines) expect(line).toContain("This operation was aborted");
  });

  test("the log of an error shows the headers of its answer, also if only the error is logged", async () => {
    const lines: string[] = [];
    const fetch = async () =>
      Response.json({}, { status: 404, headers: { "X-Request-Id": "r-1", "X-Echo": "a secret token" } });
    const { logger, loggedService, logFailure } = await loggingTo(lines);
    const service = loggedService({ baseUrl: nowhere.url, accessToken: "a secret token", fetch }, logger);
    const failure = await failureOf(service.webhooks.get(1));
    logFailure(failure);
    logger.error(failure);
    // The first is that of the try.
    await expect.poll(() => lines.length).toBe(3);
    const shown = lines.map((line) => JSON.parse(line)).map((logged) => logged.err ?? logged);
    for (const { status, headers } of shown) {
      expect(status).toBe(404);
      expect(headers).toMatchObject({ "x-request-id": "r-1", "x-echo": "<SECRET>" });
    }
  });
});

describe("NestJS", () => {
  const MAIN = `
    import "reflect-metadata";
    import { NestFactory } from "@nestjs/core";
    import { ServiceModule } from "./service.module";
    NestFactory.create(ServiceModule, { logger: false }).then(async (app) => {
      await app.listen(0, "127.0.0.1");
      const answer = await fetch((await app.getUrl()) + "/webhooks");
      console.log(await answer.text());
      await app.close();
    });
  `;
  const NEST = {
    ...{ experimentalDecorators: true, emitDecoratorMetadata: true, isolatedModules: true, esModuleInterop: true },
    ...{ target: "es2023", strict: true, skipLibCheck: true, types: ["node"], rootDir: ".", outDir: "out" },
  };

  test.each(["commonjs", "nodenext"])(
    "NestJS injects the client in a CommonJS project with module: %s",
    async (module) => {
      await using server = await startFaultServer(answer(200, pageWith([item], { total_pages: 1 })));
      await write(`nest-${module}/service.module.ts`, example("service.module.ts"));
      await write(`nest-${module}/main.ts`, MAIN);
      await write(`nest-${module}/package.json`, '{ "type": "commonjs" }');
      await compile(`nest-${module}`, { ...NEST, module }, ["service.module.ts", "main.ts"]);
      const output = await printed(`SERVICE_BASE_URL=${server.url} node nest-${module}/out/main.js`);
      expect(JSON.parse(output)).toMatchObject({ webhooks: [{ id: 1001 }] });
    },
  );
});
