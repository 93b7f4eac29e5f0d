import { execFile } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { createSandbox } from "../../src/sandbox/index.js";
import { startSandbox } from "../../src/sandbox/server/index.js";
import { projectFolder } from "../servers/command.js";
import { orders, WEBHOOKS } from "../worlds/webhooks.js";
import { HEADERS, inProcess, kept } from "./transports.js";

const execute = promisify(execFile);

test("after 5,000 broken connections and 100,000 creates, the sandbox answers", { timeout: 120_000 }, async () => {
  await using sandbox = await startSandbox({ port: 0 });
  const { port } = new URL(sandbox.url);
  for (let round = 0; round < 10; round++) {
    const sockets = Array.from({ length: 500 }, () => connect(Number(port), "127.0.0.1"));
    await Promise.all(sockets.map((socket) => once(socket, "connect")));
    for (const socket of sockets) socket.on("error", () => {}).write("GET / HTT");
    for (const socket of sockets) socket.destroy();
  }
  const local = createSandbox();
  const body = JSON.stringify({ webhook: orders });
  for (let count = 0; count < 100_000; count++) {
    await local.fetch(`http://sandbox.test${WEBHOOKS}`, { method: "POST", headers: HEADERS, body });
  }
  expect(kept(local)).toHaveLength(100_000);
  expect(local.requests.length).toBeLessThanOrEqual(1000);
  expect((await fetch(sandbox.url + WEBHOOKS, { headers: HEADERS })).status).toBe(200);
});

test("20 tokens with 1000 large bodies each, created or refused, hold less than half a gigabyte", async () => {
  const script = `
    import { createSandbox } from "./src/sandbox/index.ts";
    const sandbox = createSandbox({ statePer: "token" });
    const created = { topic: "orders/create", address: "https://a.example/" + "b".repeat(9_900) };
    const bodies = [created, Array(4900).fill(0), "c".repeat(1_000_000)].map((webhook) => JSON.stringify({ webhook }));
    for (let token = 0; token < 20; token++) {
      const headers = { "X-Service-Access-Token": "token-" + token, "Content-Type": "application/json" };
      for (let sent = 0; sent < 1000; sent++) {
        const body = bodies[sent % bodies.length];
        await sandbox.fetch("http://sandbox.test${WEBHOOKS}", { method: "POST", headers, body });
      }
    }
    gc();
    console.log(Math.round(process.memoryUsage().heapUsed / 1e6), sandbox.forToken("token-19").requests.length);`;
  const flags = ["--expose-gc", "--import", "tsx", "--input-type=module", "--eval", script];
  const { stdout } = await execute(process.execPath, flags, { cwd: projectFolder });
  const [heap = 0, requests = 0] = stdout.trim().split(" ").map(Number);
  expect(heap).toBeLessThan(500);
  expect(requests).toBe(1000);
});

test("100,000 own items are checked in less than four seconds of CPU time", () => {
  const seed = Array.from({ length: 100_000 }, (_, index) => ({ ...orders, id: index + 1 }));
  const start = process.cpuUsage();
  inProcess({ seed: Object(seed) });
  expect(process.cpuUsage(start).user / 1e6).toBeLessThan(4);
});
