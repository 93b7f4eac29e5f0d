import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { projectFolder } from "../servers/command.js";
import { WEBHOOKS } from "./transports.js";

test("53,000 requests in a row, a third of which create, and 30 large ones end with less than 150 MB", async () => {
  const script = `
    import { createSandbox } from "./src/sandbox/index.ts";
    const headers = { "X-Service-Access-Token": "t", "Content-Type": "application/json" };
    const sandbox = createSandbox();
    for (let sent = 0; sent < 53_000; sent++) {
      const body = JSON.stringify({ webhook: { topic: "orders/create", address: "https://a.example/" + sent } });
      const [path, init] = [["", { method: "POST", body }], ["?page=" + (sent % 50 + 1)], ["/1001"]][sent % 3];
      const answer = await sandbox.fetch("http://sandbox.test${WEBHOOKS}" + path, { ...init, headers });
      await answer.text();
      if (answer.status !== 200) throw new Error("status " + answer.status);
    }
    const large = { method: "PUT", headers, body: "x".repeat(8e6) };
    for (let sent = 0; sent < 30; sent++) await sandbox.fetch("http://sandbox.test${WEBHOOKS}", large);
    gc();
    console.log(process.memoryUsage().heapUsed / 1e6, sandbox.requests.length, sandbox.webhooks.length);`;
  const flags = ["--expose-gc", "--import", "tsx", "--input-type=module", "--eval", script];
  const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: projectFolder });
  const [memory, requests, webhooks] = stdout.trim().split(" ").map(Number);
  expect([requests, webhooks]).toEqual([1000, 17_667]);
  expect(memory).toBeLessThan(150);
});
