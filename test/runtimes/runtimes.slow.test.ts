import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { operations } from "../../generated/contract.js";
import { clientOf, found, input, item, pageWith, token, tokenIn, WEBHOOKS } from "../client/examples.js";
import { example } from "../readme/readme.js";
import { projectFolder, type RunningCommand, start } from "../servers/command.js";
import { answer, type FaultServer, stall, startFaultServer } from "../servers/fault.js";
import { installPackages } from "../servers/packages.js";
import { freePort } from "../servers/port.js";

/** Folder of this suite, which has packages of its own. */
const suiteFolder = fileURLToPath(new URL(".", import.meta.url));

let service: FaultServer;
let isBusy: boolean;
/** A port that nobody listens on. */
let unused: number;

beforeAll(async () => {
  installPackages(suiteFolder);
  unused = await freePort();
  service = await startFaultServer((response, request) => {
    const path = request.url ?? "";
    if (path.endsWith("late")) return stall(response, request);
    if (path.endsWith("refused")) return answer(404, { sent: tokenIn(request.headers) })(response, request);
    if (path.endsWith(WEBHOOKS))
      return answer(200, pageWith([item, { ...item, id: 1002 }], { total_pages: 1 }))(response, request);
    // The first request of each runtime has to be repeated.
    if (path.endsWith("7") || !isBusy) return answer(200, found)(response, request);
    isBusy = false;
    return answer(503, {}, { "Retry-After": "0" })(response, request);
  });
});

beforeEach(() => {
  isBusy = true;
});

afterAll(() => service[Symbol.asyncDispose]());

/** Handles requests as the sandbox does, and tells under /calls what calls of each kind come to. */
const program = () => `
  import { createServiceClient, ServiceError } from "service-admin-api";
  import { createSandbox } from "service-admin-api/sandbox";
  const options = { baseUrl: ${JSON.stringify(service.url)}, accessToken: async () => ${JSON.stringify(token)} };
  const unsent = createServiceClient({ ...options, baseUrl: "http://127.0.0.1:${unused}", maxRetries: 0 });
  async function calls() {
    const tries: unknown[] = [];
    const { webhooks, http } = createServiceClient({ ...options, onTry: ({ status }) => void tries.push(status) });
    const found = await webhooks.get(1001);
    const walked: number[] = [];
    for await (const { id } of webhooks.list()) walked.push(id);
    const refused: unknown = await webhooks.delete("refused").catch((error: unknown) => error);
    const late: unknown = await webhooks.get("late", { timeout: 100 }).catch((error: unknown) => error);
    const controller = new AbortController();
    const ended = webhooks.get("late", { signal: controller.signal }).catch((error: Error) => error.name);
    controller.abort();
    const { data } = await http.GET("${operations.getWebhook.path}", { params: { path: { id: 7 } } });
    return {
      id: found.id,
      walked,
      refused: refused instanceof ServiceError && JSON.parse(JSON.stringify(refused)),
      late: late instanceof ServiceError && late.name,
      ended: await ended,
      tries,
      raw: data?.webhook.id,
      maybeSent: await unsent.webhooks.get(1).catch((error: { maybeSent: unknown }) => error.maybeSent),
    };
  }
  const sandbox = createSandbox({ seed: 3 });
  const handler = async (request: Request) =>
    request.url.endsWith("/calls") ? Response.json(await calls()) : sandbox.fetch(request);`;

/** What the calls come to in every runtime, but for `maybeSent`. */
const came = {
  id: 1001,
  walked: [1001, 1002],
  refused: { name: "ServiceStatusError", status: 404, body: { sent: "<SECRET>" } },
  late: "ServiceTimeoutError",
  ended: "AbortError",
  tries: expect.arrayContaining([503, 200]),
  raw: 1001,
};

/** Bundles code that imports the package with its sources. Returns the path of the module. */
async function bundled(name: string, code: string): Promise<string> {
  const folder = join(suiteFolder, "node_modules/.cache/client");
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, `${name}.mjs`);
  await build({
    stdin: { contents: code, resolveDir: projectFolder, loader: "ts" },
    alias: {
      "service-admin-api": join(projectFolder, "src/client/index.ts"),
      "service-admin-api/sandbox": join(projectFolder, "src/sandbox/index.ts"),
    },
    bundle: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    external: ["node:*"],
    outfile,
    logLevel: "error",
  });
  return outfile;
}

/** Starts a command that prints where it listens. */
async function startListening(command: string): Promise<RunningCommand & { url: string }> {
  const running = start(command);
  await running.printed("/\n");
  const [, url = ""] = /Listening on (\S+)\/\n/.exec(running.output()) ?? [];
  return { ...running, url };
}

/** Starts each runtime's own server, with the program as its handler. */
const runtimes = {
  Bun: async () => {
    const serve = 'console.log("Listening on " + Bun.serve({ port: 0, fetch: handler }).url);';
    const [platform = ""] = readdirSync(join(suiteFolder, "node_modules/@oven"));
    const bun = join(suiteFolder, "node_modules/@oven", platform, "bin/bun");
    return startListening(`${bun} ${await bundled("bun", program() + serve)}`);
  },
  Deno: async () => {
    const onListen = '({ port }) => console.log("Listening on http://127.0.0.1:" + port + "/")';
    const file = await bundled("deno", `${program()} Deno.serve({ port: 0, onListen: ${onListen} }, handler);`);
    const deno = join(suiteFolder, "node_modules/.bin/deno");
    return startListening(`${deno} run --allow-net --allow-env --no-lock ${file}`);
  },
  "a Worker": async () => {
    const { Miniflare } = await import(join(suiteFolder, "node_modules/miniflare/dist/src/index.js"));
    const scriptPath = await bundled("worker", `${program()} export default { fetch: handler };`);
    const worker = new Miniflare({ modules: true, modulesRoot: "/", scriptPath, compatibilityDate: "2025-12-01" });
    return { url: String(await worker.ready), close: () => worker.dispose() };
  },
};

describe.each(Object.entries(runtimes))("on %s", (name, serve) => {
  let server: { url: string; close(): Promise<unknown> };

  beforeAll(async () => {
    server = await serve();
  });
  afterAll(() => server.close());

  test(`the client works on ${name}`, async () => {
    // Only the fetch of Bun says that nothing was sent.
    const maybeSent = name !== "Bun";
    expect(await (await fetch(new URL("/calls", server.url))).json()).toMatchObject({ ...came, maybeSent });
  });

  test(`the sandbox on ${name} remembers what was created, updated and deleted`, async () => {
    const sandboxed = clientOf(server);
    const { id } = await sandboxed.create(input);
    expect(id).toBe(1004);
    expect(await sandboxed.update({ ...input, format: "xml" })).toHaveProperty("format", "xml");
    expect(await sandboxed.list()).toHaveProperty("pagination.total", 4);
    await sandboxed.delete(id);
    await expect(sandboxed.get(id)).rejects.toMatchObject({ status: 404 });
  });
});

test("the Worker in the recipes makes a client for each request, and fetches a token for each client", async () => {
  const { Miniflare } = await import(join(suiteFolder, "node_modules/miniflare/dist/src/index.js"));
  await using tokens = await startFaultServer(answer(200, token));
  const scriptPath = await bundled("recipe", example("worker.ts"));
  const bindings = { SERVICE_BASE_URL: service.url, TOKEN_URL: tokens.url };
  const settings = { modules: true, modulesRoot: "/", scriptPath, compatibilityDate: "2025-12-01", bindings };
  const worker = new Miniflare(settings);
  try {
    for (let request = 1; request <= 2; request++) {
      const response = await fetch(await worker.ready);
      expect(await response.json()).toHaveProperty("webhooks.length", 2);
      expect(tokenIn(service.arrivals.at(-1)?.headers ?? {})).toBe(token);
    }
    expect(tokens.arrivals).toHaveLength(2);
  } finally {
    await worker.dispose();
  }
});
