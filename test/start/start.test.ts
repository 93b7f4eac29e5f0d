import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { HEADERS } from "../sandbox/transports.js";
import { cloneOfProject } from "../servers/clone.js";
import { type RunningCommand, run, start } from "../servers/command.js";
import { addressOf } from "../servers/port.js";

const clone = cloneOfProject();
const ANY_PORTS = "--docs-port 0 --mock-port 0 --sandbox-port 0";
const WEBHOOKS = "/api/admin/26.0/webhooks";

/** Starts all three, and returns their addresses. */
async function started(script: string) {
  const all = start(`npm ${script} -- ${ANY_PORTS}`, clone.folder);
  onTestFinished(() => all.close());
  await all.printed("Ctrl+C ends all three.");
  const [docs = "", mock = "", sandbox = ""] = all.output().match(/http:\/\/127\.0\.0\.1:\d+/g) ?? [];
  return { all, docs, mock, sandbox };
}

const textAt = async (url: string, options?: RequestInit) =>
  (await fetch(url, { headers: HEADERS, ...options })).text();

/** Waits until nothing listens on any of these addresses. */
async function expectEnded(...urls: string[]): Promise<void> {
  for (const url of urls)
    await expect
      .poll(() =>
        fetch(url).then(
          () => "listens",
          () => "ended",
        ),
      )
      .toBe("ended");
}

// One after the other: all build in the same clone.
describe("the docs, the mock and the sandbox on one command", { sequential: true }, () => {
  test.each(["SIGINT", "SIGTERM"] as const)("npm start serves all three, and ends them on %s", async (signal) => {
    const { all, docs, mock, sandbox } = await started("start");
    expect(await textAt(`${docs}/guides/quickstart.html`)).toContain("<h1");
    expect(await textAt(mock + WEBHOOKS)).toContain("orders/create");
    const webhook = { topic: "customers/create", address: "https://lantern-books.example/hooks/customers" };
    await textAt(sandbox + WEBHOOKS, { method: "POST", body: JSON.stringify({ webhook }) });
    expect(JSON.parse(await textAt(sandbox + WEBHOOKS)).webhooks).toHaveLength(3);
    await all.printed("sandbox  POST");
    await all.close(signal);
    await expectEnded(docs, mock, sandbox);
  });

  test("npm start says in one line which port is taken, before it builds anything", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void taken.close());
    await once(taken, "listening");
    const { port } = addressOf(taken);
    const { code, output } = await run(`npm start --silent -- --docs-port 0 --sandbox-port ${port}`, clone.folder);
    const reason = `Port ${port} is taken: end what listens there, or choose another with --sandbox-port.`;
    expect(output).toBe(`npm run start: ${reason}\n`);
    expect(code).toBe(1);
  });

  test("npm start says in one line what is wrong with a contract, and serves nothing", async () => {
    const file = join(clone.folder, "openapi.yaml");
    const contract = await readFile(file, "utf8");
    await writeFile(file, "openapi: [");
    const { code, output } = await run(`npm start --silent -- ${ANY_PORTS}`, clone.folder);
    await writeFile(file, contract);
    expect(output).toMatch(/^Building[^\n]+\nnpm run generate: openapi\.yaml: [^\n]+\n$/);
    expect(code).toBe(1);
  });

  /** Changes a file of the clone, and puts it back. */
  async function changing(file: string, from: string, to: string, all: RunningCommand, printed: string): Promise<void> {
    const path = join(clone.folder, file);
    const text = await readFile(path, "utf8");
    onTestFinished(() => writeFile(path, text));
    await writeFile(path, text.replace(from, to));
    await all.printed(printed);
  }

  test("npm run dev rebuilds the docs when a guide changes, and the sandbox keeps what it remembers", async () => {
    const { all, docs, sandbox } = await started("run dev");
    await textAt(`${sandbox + WEBHOOKS}/1001`, { method: "DELETE" });
    await changing("guides/quickstart.md", "# Quickstart", "# A quick start", all, "Rebuilt.");
    expect(await textAt(`${docs}/guides/quickstart.html`)).toContain("A quick start");
    expect(JSON.parse(await textAt(sandbox + WEBHOOKS)).webhooks).toHaveLength(1);
  });

  test("npm run dev generates again when the contract changes, and docs, mock and sandbox follow it", async () => {
    const { all, docs, mock, sandbox } = await started("run dev");
    await changing("openapi.yaml", "maximum: 10000", "maximum: 50", all, "Rebuilt, and restarted the sandbox.");
    expect(await textAt(`${sandbox + WEBHOOKS}?limit=51`)).toContain("must be <= 50");
    await expect.poll(() => textAt(`${mock + WEBHOOKS}?limit=51`)).toContain("must be <= 50");
    expect(await textAt(`${docs}/openapi.json`)).toContain('"maximum": 50');
  });

  test("npm run dev keeps serving while the contract cannot be built, and says why in one line", async () => {
    const { all, docs, sandbox } = await started("run dev");
    await changing("openapi.yaml", "openapi: 3.1.1", "openapi: [", all, "npm run generate: openapi.yaml: ");
    expect(await textAt(docs)).toContain("<h1");
    expect(await textAt(sandbox + WEBHOOKS)).toContain("orders/create");
  });
});
