import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { projectFolder } from "../servers/command.js";
import { WEBHOOKS } from "./transports.js";

const execute = promisify(execFile);

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
