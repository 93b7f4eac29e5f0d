import { createServer, type IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { createSandbox } from "../../src/sandbox/index.js";
import { mountSandbox } from "../../src/sandbox/server/index.js";
import { addressOf } from "../servers/port.js";

const LIST = "http://sandbox.test/api/admin/26.0/webhooks";
const headers = { "X-Service-Access-Token": "any", "Content-Type": "application/json" };
const webhook = { topic: "orders/create", address: "https://front-end.example/hooks" };

function send(
  sandbox: Pick<ReturnType<typeof createSandbox>, "fetch">,
  method: string,
  body: object | string,
  url = LIST,
) {
  return sandbox.fetch(url, { method, headers, body: typeof body === "string" ? body : JSON.stringify(body) });
}

describe("no request costs more than it is long", () => {
  test("an update with a long topic among many subscriptions", async () => {
    const sandbox = createSandbox({ seed: 2000 });
    const start = performance.now();
    const long = { ...webhook, topic: `a/${"b".repeat(1_000_000)}` };
    expect((await send(sandbox, "PUT", { webhook: long })).status).toBe(404);
    expect(performance.now() - start).toBeLessThan(1500);
  });
});

describe("what is recorded and logged holds no secrets, and no line of its own", () => {
  test.each(['{"webhook": {"secret": "hunter2", ', "secret=hunter2"])("of the body %s", async (body) => {
    const sandbox = createSandbox();
    await send(sandbox, "POST", body);
    expect(JSON.stringify(sandbox.requests)).not.toContain("hunter2");
  });

  test("of the query", async () => {
    const sandbox = createSandbox();
    await sandbox.fetch(`${LIST}?access_token=hunter2&limit=5`, { headers });
    expect(sandbox.requests[0]?.query).toBe("access_token=[redacted]&limit=5");
  });

  test("in the log, which has one line for a request", async () => {
    const lines: string[] = [];
    const sandbox = createSandbox({ log: (line) => lines.push(line) });
    await sandbox.fetch(`${LIST}?a%0A%1b[31mforged`, { headers });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^[ -~]*$/);
  });
});

describe("a simulation", () => {
  test("replaces a header, however it is written", async () => {
    const sandbox = createSandbox();
    sandbox.simulate({ status: 429, headers: { "retry-after": "7", "content-type": "text/plain" } });
    const answer = await sandbox.fetch(LIST, { headers });
    expect([answer.headers.get("Retry-After"), answer.headers.get("Content-Type")]).toEqual(["7", "text/plain"]);
  });

  test.each([
    { status: 500, headers: { "Content-Length": "3" } },
    { status: 500, headers: { "transfer-encoding": "chunked" } },
    { status: 500, headers: Object({ "X-Nothing": undefined }) },
    { status: 500, when: Object({ path: "1001" }) },
    { body: JSON.parse(`${"[".repeat(5000)}${"]".repeat(5000)}`) },
  ])("that cannot be sent is refused: %#", (simulation) => {
    expect(() => createSandbox().simulate(simulation)).toThrow(/^simulate: /);
  });
});

test("who waits for a request of a token gets it after a reset, too", async () => {
  const sandbox = createSandbox({ statePer: "token" });
  const next = sandbox.forToken("any").nextRequest();
  sandbox.reset();
  await sandbox.fetch(LIST, { headers });
  expect(await next).toMatchObject({ operation: "listWebhooks" });
});

test("a signal that many waits share has no listener once they have ended", async () => {
  const sandbox = createSandbox();
  const { signal } = new AbortController();
  const { addEventListener, removeEventListener } = signal;
  let listeners = 0;
  signal.addEventListener = (...given: Parameters<typeof addEventListener>) => {
    listeners++;
    addEventListener.apply(signal, given);
  };
  signal.removeEventListener = (...given: Parameters<typeof removeEventListener>) => {
    listeners--;
    removeEventListener.apply(signal, given);
  };
  const next = sandbox.nextRequest({ signal });
  await sandbox.fetch(LIST, { headers });
  await next;
  expect(listeners).toBe(0);
});

test("a body that breaks off rejects the fetch with its error, and is not recorded", async () => {
  const sandbox = createSandbox();
  const error = new Error("The upload broke off");
  const body = new ReadableStream({ pull: (controller) => controller.error(error) });
  const request = new Request(LIST, Object({ method: "POST", headers, body, duplex: "half" }));
  await expect(sandbox.fetch(request)).rejects.toBe(error);
  expect(sandbox.requests).toEqual([]);
});

test("a signal ends a fetch whose body never ends", async () => {
  const giveUp = new AbortController();
  const body = new ReadableStream();
  const request = new Request(LIST, Object({ method: "POST", headers, body, duplex: "half", signal: giveUp.signal }));
  const answer = createSandbox().fetch(request);
  giveUp.abort(new Error("given up"));
  await expect(answer).rejects.toThrow("given up");
});

test("each token's part of the seed counts, so that many tokens do not fill the memory", async () => {
  const sandbox = createSandbox({ statePer: "token", seed: 200_000 });
  const first = sandbox.forToken("first");
  await sandbox.fetch(`${LIST}/1001`, { method: "DELETE", headers: { ...headers, "X-Service-Access-Token": "first" } });
  for (const token of ["second", "third", "fourth"]) {
    await sandbox.fetch(`${LIST}?limit=1`, { headers: { ...headers, "X-Service-Access-Token": token } });
  }
  expect(first.webhooks).toHaveLength(200_000);
});

describe("behind another middleware, the sandbox reads a body that was", () => {
  const earlier: Record<string, (request: IncomingMessage) => void> = {
    "set to be text": (request) => request.setEncoding("utf8"),
    paused: (request) => request.pause(),
  };

  test.each(Object.keys(earlier))("%s", async (name) => {
    await using sandbox = mountSandbox();
    const server = createServer((request, response) => {
      earlier[name]?.(request);
      sandbox.middleware(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = LIST.replace("http://sandbox.test", `http://127.0.0.1:${addressOf(server).port}`);
    const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify({ webhook }) });
    expect(answer.status).toBe(200);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});
