import { execFile } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { accessToken } from "../../generated/contract.js";
import { createSandbox } from "../../src/sandbox/index.js";
import { startSandbox } from "../../src/sandbox/server/index.js";
import { projectFolder } from "../servers/command.js";
import {
  collection,
  completed,
  ids,
  kept,
  names,
  newItem,
  numbered,
  pathOf,
  tokenHeader,
  wrapped,
} from "../worlds/roles.js";
import { ask, CREATED, inProcess, orders, post, WEBHOOKS } from "./transports.js";

const headers = { ...tokenHeader("any"), "Content-Type": "application/json" };
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
  const body = JSON.stringify(wrapped(completed(newItem())));
  for (let count = 0; count < 100_000; count++) {
    await local.fetch(`http://sandbox.test${WEBHOOKS}`, { method: "POST", headers, body });
  }
  expect(kept(local)).toHaveLength(100_000);
  expect(local.requests.length).toBeLessThanOrEqual(1000);
  expect((await fetch(sandbox.url + WEBHOOKS, { headers })).status).toBe(200);
});

test("20 tokens with 1000 large bodies each hold less than 150 MB", async () => {
  const script = `
    import { createSandbox } from "./src/sandbox/index.ts";
    const sandbox = createSandbox({ statePer: "token" });
    const body = JSON.stringify({ webhook: Array(4900).fill(0) });
    for (let token = 0; token < 20; token++) {
      const headers = { ${JSON.stringify(accessToken.header)}: "token-" + token, "Content-Type": "application/json" };
      for (let sent = 0; sent < 1000; sent++) {
        await sandbox.fetch("http://sandbox.test${WEBHOOKS}", { method: "POST", headers, body });
      }
    }
    gc();
    console.log(Math.round(process.memoryUsage().heapUsed / 1e6), sandbox.forToken("token-19").requests.length);`;
  const flags = ["--expose-gc", "--import", "tsx", "--input-type=module", "--eval", script];
  const { stdout } = await execute(process.execPath, flags, { cwd: projectFolder });
  const [heap = 0, requests = 0] = stdout.trim().split(" ").map(Number);
  expect(heap).toBeLessThan(150);
  expect(requests).toBeGreaterThan(100);
});

test("100,000 own items are checked in less than four seconds of CPU time", () => {
  const seed = Array.from({ length: 100_000 }, (_, index) => ({ ...orders, [names.id]: numbered(index + 1) }));
  const start = process.cpuUsage();
  inProcess({ seed: Object(seed) });
  expect(process.cpuUsage(start).user / 1e6).toBeLessThan(4);
});

test("a sandbox with simulations of 256 MB takes neither another one nor a subscription nor an update, until a reset", async () => {
  const sandbox = inProcess();
  const body = "x".repeat(9_000_000);
  const fill = () => sandbox.simulate({ operation: ids.get, body });
  for (let count = 0; count < 29; count++) fill();
  expect(fill).toThrow("The sandbox is full: reset it.");
  expect((await post(sandbox)).status).toBe(507);
  if (collection.update) {
    const update = { method: "PUT", body: JSON.stringify(wrapped(orders)) };
    expect((await ask(sandbox, WEBHOOKS, update)).status).toBe(507);
  }
  sandbox.reset();
  expect((await post(sandbox)).status).toBe(CREATED);
});

test("each token's part of a shared seed counts for the limit of all tokens", async () => {
  const sandbox = inProcess({ statePer: "token", seed: 200_000 });
  const first = sandbox.forToken("first");
  await ask(sandbox, pathOf("get", 1001), { method: "DELETE", headers: tokenHeader("first") });
  for (const token of ["second", "third", "fourth"])
    await ask(sandbox, `${WEBHOOKS}?${names.size}=1`, { headers: tokenHeader(token) });
  expect(kept(first)).toHaveLength(200_000);
});
