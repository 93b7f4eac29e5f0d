import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { requestExamples, responseExamples } from "../../generated/contract.js";
import { HEADERS, WEBHOOKS } from "../sandbox/transports.js";
import { cloneOfProject } from "../servers/clone.js";
import { run, start } from "../servers/command.js";
import { addressOf } from "../servers/port.js";

// That npm start serves all three, and that Ctrl+C ends them, is in test/landing.

const clone = cloneOfProject();
const ANY_PORTS = "--docs-port 0 --mock-port 0 --sandbox-port 0";

const textAt = async (url: string, options?: RequestInit) =>
  (await fetch(url, { headers: HEADERS, ...options })).text();

/** Replaces a text of a file of the clone; returns what takes that back. */
async function change(file: string, text: string, by: string): Promise<() => Promise<void>> {
  const path = join(clone.folder, file);
  const before = await readFile(path, "utf8");
  await writeFile(path, before.replace(text, by));
  return () => writeFile(path, before);
}

test("npm start says in one line which port is taken, before it builds anything", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = addressOf(taken);
  const ports = `--docs-port 0 --mock-port 0 --sandbox-port ${port}`;
  const { code, output } = await run(`npm start --silent -- ${ports}`, clone.folder);
  taken.close();
  const advice = "Choose another port, or 0 for any free port.";
  expect(output).toBe(`npm start: --sandbox-port: Port ${port} on 127.0.0.1 is already in use. ${advice}\n`);
  expect(code).toBe(1);
});

test("npm start says in one line what is wrong with a contract, and serves nothing", async () => {
  const takeBack = await change("openapi.yaml", "openapi: 3.1.1", "openapi: [");
  const { code, output } = await run(`npm start --silent -- ${ANY_PORTS}`, clone.folder);
  await takeBack();
  expect(output).toMatch(/^Building[^\n]+\nnpm run generate: openapi\.yaml:\d+:\d+: [^\n]+\n$/);
  expect(code).toBe(1);
});

/** Starts `npm start` or `npm run dev`; returns the addresses once all three listen. */
async function startAll(script: string) {
  const npm = start(`exec npm ${script} -- ${ANY_PORTS}`, clone.folder);
  await npm.printed("Press Ctrl+C to stop all three.");
  const [docs = "", sandbox = "", mock = ""] = npm.output().match(/http:\/\/127\.0\.0\.1:\d+/g) ?? [];
  return { npm, docs, sandbox, mock };
}

const isListening = (url: string) => fetch(url).then(Boolean, () => false);

test("npm run dev follows guides and the contract, and keeps the last good docs while the contract is broken", async () => {
  const { npm, docs, sandbox, mock } = await startAll("run dev");
  try {
    const created = { method: "POST", body: JSON.stringify(requestExamples.createWebhook) };
    const { webhook } = JSON.parse(await textAt(sandbox + WEBHOOKS, created));

    await change("guides/quickstart.md", "# Quickstart", "# A quick start");
    await npm.printed("Rebuilt.");
    expect(await textAt(`${docs}/guides/quickstart.html`)).toContain("A quick start");

    const repair = await change("openapi.yaml", "openapi: 3.1.1", "openapi: [");
    await npm.printed("npm run generate: openapi.yaml:");
    expect(await textAt(docs)).toContain("<h1");
    expect(JSON.parse(await textAt(`${sandbox + WEBHOOKS}/${webhook.id}`))).toEqual({ webhook });
    expect(JSON.parse(await textAt(mock + WEBHOOKS))).toEqual(responseExamples.listWebhooks);

    await repair();
    await change("openapi.yaml", "maximum: 10000", "maximum: 50");
    await npm.printed("restarted the sandbox");
    expect(await textAt(`${sandbox + WEBHOOKS}?limit=51`)).toContain("must be at most 50");
    await expect.poll(() => textAt(`${mock + WEBHOOKS}?limit=51`)).toContain("must be <= 50");
    expect(await textAt(`${docs}/openapi.json`)).toContain('"maximum": 50');
  } finally {
    await npm.close();
  }
});

test.each(["SIGTERM", "SIGKILL"] as const)("after %s of npm, nothing of npm start keeps a port", async (signal) => {
  const { npm, docs, sandbox, mock } = await startAll("start");
  process.kill(npm.pid, signal);
  for (const url of [docs, sandbox, mock]) await expect.poll(() => isListening(url)).toBe(false);
});
