import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inspect } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { accessToken, operations } from "../../generated/contract.js";
import { startSandbox } from "../../src/sandbox/server/index.js";
import { item, pageWith, tokenIn } from "../client/examples.js";
import { builtClone } from "../servers/clone.js";
import { type RunningCommand, run, start } from "../servers/command.js";
import { answer, startFaultServer } from "../servers/fault.js";
import { freePort } from "../servers/port.js";
import { startWebServer } from "../servers/web.js";
import { codeBlocks, example } from "./readme.js";

const KEY = "0123456789abcdef0123456789abcdef";
const RECEIVERS = ["receiver.mjs", "receiver-express.mjs", "receiver-hono.mjs"];
const PROGRAMS = ["subscribe.mjs", "update.mjs", "rotation.mjs", "failures.mjs", "trigger.mjs"];
const clone = builtClone();

beforeAll(async () => {
  for (const name of [...PROGRAMS, "inbox.mjs", ...RECEIVERS]) await writeFile(join(clone.folder, name), example(name));
  const stuck = example("inbox.mjs").replace('console.log("Read again:", topic);', "await new Promise(() => {});");
  await writeFile(join(clone.folder, "inbox-stuck.mjs"), stuck);
  const receiver = example("receiver.mjs").replace("./inbox.mjs", "./inbox-stuck.mjs");
  await writeFile(join(clone.folder, "receiver-stuck.mjs"), receiver);
});

const runWith = (variables: string, program: string) => run(`${variables} node ${program}`, clone.folder);

describe("guides/integration.md", () => {
  test("subscribe.mjs creates a subscription once, however often it runs", async () => {
    await using sandbox = await startSandbox({ port: 0 });
    const variables = `SERVICE_BASE_URL=${sandbox.url}`;
    expect((await runWith(variables, "subscribe.mjs")).output).toBe("created 1001\n");
    expect((await runWith(variables, "subscribe.mjs")).output).toBe("found 1001\n");
    const moved = await runWith(`${variables} ADDRESS=https://lantern-books.example/new`, "subscribe.mjs");
    expect(moved.output).toBe("created 1002\n");
    expect(sandbox.webhooks).toHaveLength(2);
  });

  test("update.mjs updates a subscription, and prints what another one was if the service has changed that", async () => {
    await using sandbox = await startSandbox({ port: 0, seed: 2 });
    const updated = await runWith(`SERVICE_BASE_URL=${sandbox.url}`, "update.mjs 1001");
    expect(updated.output).toBe("1001 xml\n");
    const [first, second] = sandbox.webhooks;
    await using other = await startWebServer(async ({ method, url = "" }, response) => {
      const read = await sandbox.fetch(new URL(url, sandbox.url), { headers: { [accessToken.header]: "any" } });
      const changed = JSON.stringify({ webhook: { ...first, id: second?.id } });
      response.writeHead(operations.updateWebhook.status, { "Content-Type": "application/json" });
      response.end(method === "PUT" ? changed : await read.text());
    });
    const { code, output } = await runWith(`SERVICE_BASE_URL=${other.url}`, "update.mjs 1001");
    expect(output).toContain(`It was ${inspect(second)}`);
    expect(output).toContain("The service changed 1002 instead of 1001.");
    expect(code).toBe(1);
  });

  test("rotation.mjs sends the token that its file has", async () => {
    await using server = await startFaultServer(answer(operations.listWebhooks.status, pageWith([item])));
    await writeFile(join(clone.folder, "token.txt"), "new\n");
    expect((await runWith(`SERVICE_BASE_URL=${server.url}`, "rotation.mjs")).output).toBe("1\n");
    expect(server.arrivals.map(({ headers }) => tokenIn(headers))).toEqual(["new"]);
  });

  test("failures.mjs prints what the guide shows", async () => {
    const isShown = ({ document, language }: { document: string; language: string }) =>
      document === "guides/integration.md" && language === "text";
    expect((await run("node failures.mjs", clone.folder)).output).toBe(codeBlocks.find(isShown)?.code);
  });
});

describe("guides/receiving.md", () => {
  /** Starts a receiver with an inbox of its own. */
  async function startReceiver(program: string, port: number): Promise<RunningCommand & { url: string }> {
    const variables = `RECEIVER_KEY=${KEY} PORT=${port} INBOX=inbox-${port}`;
    const receiver = start(`${variables} node ${program}`, clone.folder);
    await receiver.printed(`Receiving on port ${port}`);
    return { ...receiver, url: `http://127.0.0.1:${port}` };
  }
  const post = async (url: string, body: string) => (await fetch(url, { method: "POST", body })).status;

  test.each(RECEIVERS)(
    "%s takes deliveries of the sandbox, refuses other requests, and prints no key",
    async (file) => {
      await using sandbox = await startSandbox({ port: 0 });
      const receiver = await startReceiver(file, await freePort());
      const variables = `RECEIVER_URL=${receiver.url} RECEIVER_KEY=${KEY} SERVICE_BASE_URL=${sandbox.url}`;
      expect(await runWith(variables, "trigger.mjs")).toMatchObject({ code: 0, output: "" });
      await receiver.printed("Read again: orders/create");
      expect(await post(`${receiver.url}/another-key/orders/create`, "{}")).toBe(404);
      expect(await post(`${receiver.url}/${KEY}/orders/create`, "x".repeat(2_000_000))).toBe(413);
      expect(await post(`${receiver.url}/${KEY}/orders/create`, "this is no JSON")).toBe(200);
      await receiver.close();
      expect(receiver.output()).not.toContain(KEY);
    },
  );

  test("receiver.mjs handles after a restart what it had accepted when it was killed", async () => {
    const port = await freePort();
    const killed = await startReceiver("receiver-stuck.mjs", port);
    expect(await post(`${killed.url}/${KEY}/orders/create`, "{}")).toBe(200);
    await killed.close("SIGKILL");
    const restarted = await startReceiver("receiver.mjs", port);
    await restarted.printed("Read again: orders/create");
    await expect.poll(() => readdir(join(clone.folder, `inbox-${port}`))).toEqual([]);
    await restarted.close();
  });

  test("receiver.mjs accepts no event that it cannot store, and goes on", async () => {
    const port = await freePort();
    const receiver = await startReceiver("receiver-stuck.mjs", port);
    await rm(join(clone.folder, `inbox-${port}`), { recursive: true });
    await expect(post(`${receiver.url}/${KEY}/orders/create`, "{}")).rejects.toThrow("fetch failed");
    await mkdir(join(clone.folder, `inbox-${port}`));
    expect(await post(`${receiver.url}/${KEY}/orders/create`, "{}")).toBe(200);
    await receiver.close();
  });

  test("receiver.mjs does not start without a key that is hard to guess", async () => {
    const { code, output } = await runWith("RECEIVER_KEY=orders", "receiver.mjs");
    expect(output).toContain("Set RECEIVER_KEY to at least 32 random letters, digits or hyphens.");
    expect(code).toBe(1);
  });
});
