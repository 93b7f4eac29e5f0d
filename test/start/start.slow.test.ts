import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { operations } from "../../generated/contract.js";
import { HEADERS, WEBHOOKS } from "../sandbox/transports.js";
import { cloneOfProject } from "../servers/clone.js";
import { run, start } from "../servers/command.js";
import { addressOf, freePort } from "../servers/port.js";

// That npm start serves all three, and that Ctrl+C ends them, is in test/landing.

const clone = cloneOfProject();
const ANY_PORTS = "--docs-port 0 --mock-port 0 --sandbox-port 0";

const textAt = async (url: string) => (await fetch(url, { headers: HEADERS })).text();

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
  expect(output).toBe(`npm start: --sandbox-port: Port ${port} of 127.0.0.1 is already in use. ${advice}\n`);
  expect(code).toBe(1);
});

test("npm start says in one line what is wrong with a contract, and serves nothing", async () => {
  const takeBack = await change("openapi.yaml", "openapi: 3.1.1", "openapi: [");
  const { code, output } = await run(`npm start --silent -- ${ANY_PORTS}`, clone.folder);
  await takeBack();
  expect(output).toMatch(/^Building[^\n]+\nnpm run generate: openapi\.yaml:\d+:\d+: [^\n]+\n$/);
  expect(code).toBe(1);
});

test("npm run dev updates the docs, the sandbox and the mock whenever a guide or the contract changes", async () => {
  // The same ports after each restart.
  const ports = [await freePort(), await freePort(), await freePort()];
  const flags = `--docs-port ${ports[0]} --mock-port ${ports[1]} --sandbox-port ${ports[2]}`;
  const all = start(`exec npm run dev -- ${flags}`, clone.folder);
  try {
    await all.printed("Press Ctrl+C to stop all three.");
    const [docs = "", sandbox = "", mock = ""] = all.output().match(/http:\/\/127\.0\.0\.1:\d+/g) ?? [];

    await change("guides/quickstart.md", "# Quickstart", "# A quick start");
    const guide = () => textAt(`${docs}/guides/quickstart.html`).catch(() => "");
    await expect.poll(guide).toContain("A quick start");

    await change("openapi.yaml", "maximum: 10000", "maximum: 50");
    const sandboxSays = () => textAt(`${sandbox + WEBHOOKS}?limit=51`).catch(() => "");
    await expect.poll(sandboxSays).toContain("must be at most 50");
    const statusOfMock = async () => (await fetch(`${mock + WEBHOOKS}?limit=51`, { headers: HEADERS })).status;
    await expect.poll(() => statusOfMock().catch(() => 0)).not.toBe(operations.listWebhooks.status);

    const repair = await change("openapi.yaml", "openapi: 3.1.1", "openapi: [");
    await all.printed("npm run generate: openapi.yaml:");
    await repair();
    await expect.poll(() => textAt(docs).catch(() => "")).toContain("<h1");
  } finally {
    await all.close();
  }
});
