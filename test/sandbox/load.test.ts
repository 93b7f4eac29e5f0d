import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { projectFolder } from "../servers/command.js";
import { WEBHOOKS } from "./transports.js";

const execute = promisify(execFile);

/** Runs a script with a sandbox in a process of its own; returns the numbers that it prints. */
async function numbersOf(script: string, ...flags: string[]): Promise<number[]> {
  const own = `import { createSandbox } from "./src/sandbox/index.ts";
    const headers = (token) => ({ "X-Service-Access-Token": token, "Content-Type": "application/json" });
    const url = "http://sandbox.test${WEBHOOKS}";
    ${script}`;
  const all = [...flags, "--import", "tsx", "--input-type=module", "--eval", own];
  const { stdout } = await execute(process.execPath, all, { cwd: projectFolder });
  return stdout.trim().split(" ").map(Number);
}

test("53,000 requests in a row, a third of which create, end with less than 150 MB", async () => {
  const [memory, requests, webhooks] = await numbersOf(
    `
    const sandbox = createSandbox();
    for (let sent = 0; sent < 53_000; sent++) {
      const body = JSON.stringify({ webhook: { topic: "orders/create", address: "https://a.example/" + sent } });
      const [path, init] = [["", { method: "POST", body }], ["?page=" + (sent % 50 + 1)], ["/1001"]][sent % 3];
      const answer = await sandbox.fetch(url + path, { ...init, headers: headers("t") });
      await answer.text();
      if (answer.status !== 200) throw new Error("status " + answer.status);
    }
    gc();
    console.log(process.memoryUsage().heapUsed / 1e6, sandbox.requests.length, sandbox.webhooks.length);`,
    "--expose-gc",
  );
  expect([requests, webhooks]).toEqual([1000, 17_667]);
  expect(memory).toBeLessThan(150);
});

test("10 tokens with 1000 large bodies each, created or refused, hold less than 250 MB", async () => {
  const [heap, requests] = await numbersOf(
    `
    const sandbox = createSandbox({ statePer: "token" });
    const created = { topic: "orders/create", address: "https://a.example/" + "b".repeat(6_000) };
    const bodies = [created, Array(4900).fill(0), "c".repeat(100_000)].map((webhook) => JSON.stringify({ webhook }));
    for (let token = 0; token < 10; token++) {
      for (let sent = 0; sent < 1000; sent++) {
        await sandbox.fetch(url, { method: "POST", headers: headers("token-" + token), body: bodies[sent % 3] });
      }
    }
    gc();
    console.log(process.memoryUsage().heapUsed / 1e6, sandbox.forToken("token-9").requests.length);`,
    "--expose-gc",
  );
  expect(requests).toBe(1000);
  expect(heap).toBeLessThan(250);
});
