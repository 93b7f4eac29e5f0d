import { describe, expect, test } from "vitest";
import { startSandbox } from "../../src/sandbox/server/index.js";
import { ask, post, transports, WEBHOOKS } from "./transports.js";

describe.each(Object.entries(transports))("%s", (_, reach) => {
  test.each([
    ["200", WEBHOOKS, {}],
    ["413", WEBHOOKS, { method: "POST", body: "x".repeat(11 * 2 ** 20) }],
    ["401", WEBHOOKS, { headers: {} }],
  ])("latency delays a %s", async (status, path, init) => {
    await using sandbox = await reach({ latency: 150 });
    const start = performance.now();
    const answer = await ask(sandbox, path, init);
    expect([String(answer.status), performance.now() - start > 145]).toEqual([status, true]);
  });
});

test("a hundred waiting requests cause no warning", async () => {
  const warnings: Error[] = [];
  const listen = (warning: Error) => warnings.push(warning);
  process.on("warning", listen);
  await using sandbox = await startSandbox({ port: 0, latency: 50 });
  await Promise.all(Array.from({ length: 100 }, () => ask({ url: sandbox.url, fetch })));
  process.off("warning", listen);
  expect(warnings).toEqual([]);
});

test("close() does not wait: a waiting request fails", async () => {
  const sandbox = await startSandbox({ port: 0, latency: 60_000 });
  const created = expect(post({ url: sandbox.url, fetch })).rejects.toThrow("fetch failed");
  await sandbox.close();
  await created;
});
