import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { listensOn, operations, requestExamples, responseExamples } from "../../generated/contract.js";
import { HEADERS, WEBHOOKS } from "../sandbox/transports.js";
import { cloneOfProject } from "../servers/clone.js";
import { run, start } from "../servers/command.js";
import { addressOf } from "../servers/port.js";

const clone = cloneOfProject();
const { webhooks: examples } = responseExamples.listWebhooks;
const [first = responseExamples.createWebhook.webhook] = examples;
const limit = operations.listWebhooks.parameters.find(({ name }) => name === "limit");
const ANY_PORTS = "--docs-port 0 --mock-port 0 --sandbox-port 0";

/** Starts all three, and returns their addresses once they listen. */
function startAll(script: string) {
  const all = start(`exec npm ${script} -- ${ANY_PORTS}`, clone.folder);
  onTestFinished(() => all.close());
  const listening = async () => {
    await all.printed("Press Ctrl+C to stop all three.");
    const [docs = "", sandbox = "", mock = ""] = all.output().match(/http:\/\/127\.0\.0\.1:\d+/g) ?? [];
    return { docs, mock, sandbox };
  };
  return { all, listening };
}

const at = (url: string, options?: RequestInit) => fetch(url, { headers: HEADERS, ...options });
const textAt = async (url: string, options?: RequestInit) => (await at(url, options)).text();
const statusAt = async (url: string) => (await at(url)).status;

/** Waits until nothing listens on any of these addresses. */
async function expectEnded(...urls: string[]): Promise<void> {
  for (const url of urls) {
    const isListening = () => fetch(url).then(Boolean, () => false);
    await expect.poll(isListening).toBe(false);
  }
}

/** Changes a file of the clone for the rest of a test; returns what takes that back. */
async function change(file: string, from: string, to: string): Promise<() => Promise<void>> {
  const path = join(clone.folder, file);
  const text = await readFile(path, "utf8");
  const takeBack = () => writeFile(path, text);
  onTestFinished(takeBack);
  await writeFile(path, text.replace(from, to));
  return takeBack;
}

// One after the other: all build in the same clone.
describe("the docs, the mock and the sandbox on one command", { sequential: true }, () => {
  test("npm start serves all three, and Ctrl+C ends them", async () => {
    const { all, listening } = startAll("start");
    const { docs, mock, sandbox } = await listening();
    expect(await textAt(`${docs}/guides/quickstart.html`)).toContain("<h1");
    expect(await textAt(mock + WEBHOOKS)).toContain(first.topic);
    await textAt(sandbox + WEBHOOKS, { method: "POST", body: JSON.stringify(requestExamples.createWebhook) });
    expect(JSON.parse(await textAt(sandbox + WEBHOOKS)).webhooks).toHaveLength(examples.length + 1);
    await all.printed("sandbox  POST");
    await all.close("SIGINT");
    await expectEnded(docs, mock, sandbox);
  });

  test("the sandbox listens where the guides call it, and the mock on the next port", async () => {
    const { output } = await run("npm start --silent -- --help", clone.folder);
    expect(output).toMatch(new RegExp(`--sandbox-port <port> +port of the sandbox \\(default: ${listensOn.port}\\)`));
    expect(output).toMatch(new RegExp(`--mock-port <port> +port of the mock \\(default: ${listensOn.port + 1}\\)`));
  });

  test("npm start says in one line which port is taken, before it builds anything", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void taken.close());
    await once(taken, "listening");
    const { port } = addressOf(taken);
    const ports = `--docs-port 0 --mock-port 0 --sandbox-port ${port}`;
    const { code, output } = await run(`npm start --silent -- ${ports}`, clone.folder);
    const advice = "Choose another port, or 0 for any free port.";
    expect(output).toBe(`npm run start: --sandbox-port: Port ${port} of 127.0.0.1 is already in use. ${advice}\n`);
    expect(code).toBe(1);
  });

  test("npm start says in one line what is wrong with a contract, and serves nothing", async () => {
    await change("openapi.yaml", "openapi: 3.1.1", "openapi: [");
    const { code, output } = await run(`npm start --silent -- ${ANY_PORTS}`, clone.folder);
    expect(output).toMatch(/^Building[^\n]+\nnpm run generate: openapi\.yaml:\d+:\d+: [^\n]+\n$/);
    expect(code).toBe(1);
  });

  test("npm run dev follows guides and the contract, also while it builds, waits where it cannot build, and ends on SIGTERM", async () => {
    const mend = await change("openapi.yaml", "openapi: 3.1.1", "openapi: [");
    const { all, listening } = startAll("run dev");
    await all.printed("Waiting for a change that fixes it");
    await mend();
    await all.printed("Building again");
    await change("CHANGELOG.md", "# Changelog", "# All changes");
    const { docs, mock, sandbox } = await listening();
    await textAt(`${sandbox + WEBHOOKS}/${first.id}`, { method: "DELETE" });
    await all.printed("Rebuilt.");
    expect(await textAt(`${docs}/CHANGELOG.html`)).toContain("All changes");
    await change("guides/quickstart.md", "# Quickstart", "# A quick start");
    await expect.poll(() => textAt(`${docs}/guides/quickstart.html`)).toContain("A quick start");
    expect(JSON.parse(await textAt(sandbox + WEBHOOKS)).webhooks).toHaveLength(examples.length - 1);
    await change("openapi.yaml", `maximum: ${limit?.schema.maximum}`, "maximum: 50");
    await all.printed("Rebuilt, and restarted the sandbox.");
    expect(await textAt(`${sandbox + WEBHOOKS}?limit=51`)).toContain("must be at most 50");
    await expect.poll(() => statusAt(`${mock + WEBHOOKS}?limit=51`)).not.toBe(operations.listWebhooks.status);
    expect(await textAt(`${docs}/openapi.json`)).toContain('"maximum": 50');
    await change("openapi.yaml", "openapi: 3.1.1", "openapi: [");
    await all.printed("npm run generate: openapi.yaml:");
    expect(await textAt(docs)).toContain("<h1");
    expect(await textAt(sandbox + WEBHOOKS)).toContain(first.topic);
    // As a supervisor does, which knows of no process but npm's.
    process.kill(all.pid, "SIGTERM");
    await expectEnded(docs, mock, sandbox);
  });
});
