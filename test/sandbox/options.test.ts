import { describe, expect, test } from "vitest";
import { type RunningSandbox, type ServerOptions, startSandbox } from "../../src/sandbox/server/index.js";
import { clientOf } from "../client/examples.js";
import { freePort } from "../servers/port.js";

const orders = { topic: "orders/create", address: "https://lantern-books.example/hooks/orders" };

function webhooksOf(sandbox: RunningSandbox) {
  return clientOf(sandbox, { maxRetries: 0 }).webhooks;
}

describe("the sandbox listens", () => {
  test("on the port that it is given", async () => {
    const port = await freePort();
    await using sandbox = await startSandbox({ port });
    expect(sandbox.url).toBe(`http://127.0.0.1:${port}`);
    expect((await fetch(sandbox.url)).status).toBe(404);
  });

  test.each([
    ["0.0.0.0", /^http:\/\/127\.0\.0\.1:\d+$/],
    ["localhost", /^http:\/\/(127\.0\.0\.1|\[::1\]):\d+$/],
  ])("on the host %s, with a URL that can be called", async (host, url) => {
    await using sandbox = await startSandbox({ port: 0, host });
    expect(sandbox.url).toMatch(url);
    expect((await fetch(sandbox.url)).status).toBe(404);
  });

  test("a taken port is an error that says what to do", async () => {
    await using sandbox = await startSandbox({ port: 0 });
    const port = Number(new URL(sandbox.url).port);
    await expect(startSandbox({ port })).rejects.toThrow(
      `Port ${port} of 127.0.0.1 is already in use. Choose another port, or 0 for any free port.`,
    );
  });

  test("a host of another machine is an error", async () => {
    await expect(startSandbox({ port: 0, host: "192.0.2.1" })).rejects.toThrow("192.0.2.1 is not a host name or");
  });
});

describe("a sandbox among many", () => {
  test("has its own memory", async () => {
    const sandboxes = await Promise.all(Array.from({ length: 20 }, () => startSandbox({ port: 0 })));
    try {
      expect(new Set(sandboxes.map(({ url }) => url)).size).toBe(20);
      await Promise.all(sandboxes.slice(1).map((sandbox) => webhooksOf(sandbox).create(orders)));
      const lists = await Promise.all(sandboxes.map((sandbox) => webhooksOf(sandbox).list()));
      expect(lists.map(({ pagination }) => pagination.total)).toEqual([0, ...Array(19).fill(1)]);
    } finally {
      await Promise.all(sandboxes.map((sandbox) => sandbox.close()));
    }
  });

  test("starts in less than half a second, even with a thousand subscriptions", async () => {
    await using _ = await startSandbox({ port: 0 });
    const start = performance.now();
    await using _seeded = await startSandbox({ port: 0, seed: 1000 });
    expect(performance.now() - start).toBeLessThan(500);
  });
});

describe("latency", () => {
  test("does not delay close(): a waiting request fails", async () => {
    const sandbox = await startSandbox({ port: 0, latency: 60_000 });
    const created = expect(webhooksOf(sandbox).create(orders)).rejects.toThrow("did not answer");
    await sandbox.close();
    await created;
  });
});

describe("a failureRate", () => {
  test("of 1 answers every request with status 503 and a Retry-After header", async () => {
    await using sandbox = await startSandbox({ port: 0, failureRate: 1 });
    const answer = await fetch(`${sandbox.url}/api/admin/26.0/webhooks`, { headers: { Origin: "https://a.example" } });
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("0");
    expect(answer.headers.get("access-control-expose-headers")).toContain("Retry-After");
    expect(await answer.json()).toMatchObject({
      status: 503,
      detail: expect.stringContaining("This failure is simulated"),
    });
  });

  test("of 0.5 fails about half of the requests, and a failed request changes nothing", async () => {
    await using sandbox = await startSandbox({ port: 0, failureRate: 0.5 });
    const webhooks = webhooksOf(sandbox);
    const outcomes = await Promise.allSettled(Array.from({ length: 300 }, () => webhooks.create(orders)));
    const created = outcomes.filter(({ status }) => status === "fulfilled").length;
    // Six standard deviations to either side.
    expect(Math.abs(created - 150)).toBeLessThan(52);
    const ids = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value.id] : []));
    expect(Math.max(...ids)).toBe(1000 + created);
  });
});

describe("the error for a wrong option names it and its allowed values", () => {
  const wrong: [ServerOptions, string][] = [
    [{ port: 65_536 }, "port must be a whole number from 0 to 65535, got 65536"],
    [{ port: 80.5 }, "port must be a whole number from 0 to 65535, got 80.5"],
    [{ seed: -1 }, "seed must be a whole number from 0 to 1000000, got -1"],
    [{ latency: Number.NaN }, "latency must be a whole number from 0 to 2147483647, got NaN"],
    [{ failureRate: 1.1 }, "failureRate must be a number from 0 to 1, got 1.1"],
    [Object({ updates: "never" }), "updates must be match or example, got never"],
    [Object({ statePer: "user" }), "statePer must be sandbox or token, got user"],
    [Object({ deliverTo: "all" }), "deliverTo must be machine or any, got all"],
    [{ controlToken: "" }, "controlToken must be a text that is not empty"],
    [{ host: "" }, "host must be a host name or an IP address"],
  ];
  test.each(wrong)("%o is refused", async (options, message) => {
    await expect(startSandbox(options)).rejects.toThrow(new RangeError(message));
  });
});

describe("close()", () => {
  test("frees the port, and may be called again", async () => {
    const sandbox = await startSandbox({ port: 0 });
    const port = Number(new URL(sandbox.url).port);
    await sandbox.close();
    await sandbox.close();
    await using _ = await startSandbox({ port });
  });
});
