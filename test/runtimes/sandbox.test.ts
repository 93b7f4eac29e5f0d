import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createServiceClient } from "../../src/client/index.js";
import { projectFolder } from "../servers/command.js";
import { installPackages } from "../servers/packages.js";
import { suiteFolder } from "./bundles.js";
import { startWorker } from "./newest.js";

let folder: string;

beforeAll(async () => {
  installPackages(suiteFolder);
  folder = await mkdtemp(join(tmpdir(), "runtimes-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Writes a program that uses the sandbox, as one file; returns its path. */
async function program(name: string, code: string, format: "esm" | "iife"): Promise<string> {
  const contents = `import { createSandbox } from "./src/sandbox/index.js"; const sandbox = createSandbox({ seed: 3 }); ${code}`;
  const stdin = { contents, resolveDir: projectFolder, loader: "ts" } as const;
  const { outputFiles } = await build({ stdin, bundle: true, format, platform: "browser", write: false });
  const file = join(folder, name);
  await writeFile(file, outputFiles[0]?.text ?? "");
  return file;
}

/** What a front end does, from the first request to the last. */
async function walk(baseUrl: string, fetch = globalThis.fetch): Promise<void> {
  const { webhooks } = createServiceClient({ baseUrl, accessToken: "any", fetch });
  const orders = { topic: "orders/create", address: "https://front-end.example/" };
  const { id } = await webhooks.create(orders);
  expect(id).toBe(1004);
  expect(await webhooks.update({ ...orders, format: "xml" })).toMatchObject({ id, format: "xml" });
  expect((await webhooks.list()).pagination.total).toBe(4);
  expect(await webhooks.delete(id)).toHaveProperty("success", true);
  await expect(webhooks.get(id)).rejects.toMatchObject({ status: 404 });
}

describe.each([
  [
    "Bun",
    "@oven/bun-linux-x64/bin/bun",
    ["run"],
    "console.log(String(Bun.serve({ port: 0, fetch: sandbox.fetch }).url));",
  ],
  [
    "Deno",
    "@deno/linux-x64-glibc/deno",
    ["run", "--allow-net"],
    'Deno.serve({ port: 0, onListen: ({ port }) => console.log("http://127.0.0.1:" + port) }, sandbox.fetch);',
  ],
] as const)("%s", (name, path, flags, code) => {
  let server: ChildProcess;
  afterAll(async () => {
    const ended = once(server, "close");
    server.kill();
    await ended;
  });

  test("serves the sandbox with its own server", async () => {
    const file = await program(`${name}.mjs`, code, "esm");
    server = spawn(join(suiteFolder, "node_modules", path), [...flags, file], { stdio: ["ignore", "pipe", "inherit"] });
    if (!server.stdout) throw new Error("The runtime has no output");
    const [url] = await once(createInterface(server.stdout), "line");
    await walk(url.replace(/\/$/, ""));
  });
});

test("an edge runtime runs the sandbox, without anything of Node's", async () => {
  const { EdgeRuntime } = await import(join(suiteFolder, "node_modules/edge-runtime/dist/index.js"));
  const code = 'addEventListener("fetch", (event) => event.respondWith(sandbox.fetch(event.request)));';
  const initialCode = await readFile(await program("edge.js", code, "iife"), "utf8");
  const runtime = new EdgeRuntime({ initialCode });
  await walk("http://sandbox.test", async (input, init) => {
    const request = new Request(input, init);
    const body = request.body ? await request.text() : undefined;
    const { method, headers } = request;
    return runtime.dispatchFetch(request.url, { method, headers: Object.fromEntries(headers), body });
  });
});

test("a Worker runs the sandbox as its handler", async () => {
  const worker = await startWorker(await program("worker.mjs", "export default { fetch: sandbox.fetch };", "esm"));
  await walk(worker.url);
  await worker.close();
});
