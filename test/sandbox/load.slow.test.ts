import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { operations } from "../../generated/contract.js";
import { projectFolder } from "../servers/command.js";
import { HEADERS, WEBHOOKS } from "./transports.js";

/** What the three requests that take turns are answered with. */
const STATUSES = [operations.createWebhook, operations.listWebhooks, operations.getWebhook].map(({ status }) => status);

test("53,000 requests in a row, a third of which create, and 30 large ones end with less than 150 MB", async () => {
  const script = `
    import { createSandbox } from "./src/sandbox/index.ts";
    const headers = ${JSON.stringify(HEADERS)};
    const statuses = ${JSON.stringify(STATUSES)};
    const sandbox = createSandbox();
    for (let sent = 0; sent < 53_000; sent++) {
      const body = JSON.stringify({ webhook: { topic: "orders/create", address: "https://a.example/" + sent } });
      const [path, init] = [["", { method: "POST", body }], ["?page=" + (sent % 50 + 1)], ["/1001"]][sent % 3];
      const answer = await sandbox.fetch("http://sandbox.test${WEBHOOKS}" + path, { ...init, headers });
      await answer.text();
      if (answer.status !== statuses[sent % 3]) throw new Error("status " + answer.status);
    }
    const large = { method: "PUT", headers, body: "x".repeat(8e6) };
    for (let sent = 0; sent < 30; sent++) await sandbox.fetch("http://sandbox.test${WEBHOOKS}", large);
    gc();
    console.log(process.memoryUsage().heapUsed / 1e6, sandbox.requests.length, sandbox.webhooks.length);`;
  const [memory, requests, webhooks] = await printedBy(script);
  expect([requests, webhooks]).toEqual([1000, 17_667]);
  expect(memory).toBeLessThan(150);
});

test("60 requests and 60 deliveries of 4 MB each end with less than 100 MB, since only their beginnings are kept", async () => {
  const script = `
    import { createSandbox } from "./src/sandbox/index.ts";
    const headers = ${JSON.stringify(HEADERS)};
    const sandbox = createSandbox({ seed: 1 });
    const large = (letter) => Buffer.alloc(4e6, letter).toString("latin1");
    const [{ topic, address }] = sandbox.webhooks;
    for (let times = 0; times < 60; times++) {
      const body = JSON.stringify({ webhook: { topic, address, note: large("b") } });
      await sandbox.fetch("http://sandbox.test${WEBHOOKS}", { method: "PUT", headers, body });
      await sandbox.emit({ topic, payload: large("d") });
    }
    gc();
    const { heapUsed, external } = process.memoryUsage();
    console.log((heapUsed + external) / 1e6, sandbox.requests.length, sandbox.deliveries.length);`;
  const [memory, requests, deliveries] = await printedBy(script);
  expect([requests, deliveries]).toEqual([60, 60]);
  expect(memory).toBeLessThan(100);
});

/** The numbers that a script prints in a process of its own. */
async function printedBy(script: string): Promise<number[]> {
  const flags = ["--expose-gc", "--import", "tsx", "--input-type=module", "--eval", script];
  const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: projectFolder });
  return stdout.trim().split(" ").map(Number);
}
