import { createServer, request } from "node:http";
import { duplexPair } from "node:stream";
import { json, text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type AssembledSandbox, assemble } from "../../src/sandbox/sandbox.js";
import { controlled } from "../../src/sandbox/server/control.js";
import { type RunningSandbox, startSandbox } from "../../src/sandbox/server/index.js";
import { createListener } from "../../src/sandbox/server/listener.js";
import { clientOf } from "../client/examples.js";

const log: string[] = [];
let sandbox: RunningSandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, seed: 2, log: (line) => log.push(line) });
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

/** Calls the sandbox with any header, including those that `fetch` does not let its callers set. */
function call(
  url: string,
  method: string,
  path: string,
  headers = {},
  body = "",
): Promise<{ status: number | undefined; body: unknown; headers: object }> {
  return new Promise((resolve, reject) => {
    request(`${url}/__sandbox/${path}`, { method, headers }, async (response) => {
      resolve({ status: response.statusCode, body: await json(response), headers: response.headers });
    })
      .on("error", reject)
      .end(body);
  });
}

describe("a test in another process controls the sandbox", () => {
  test("POST /__sandbox/reset restores the start", async () => {
    await clientOf(sandbox).webhooks.delete(1001);
    expect(await call(sandbox.url, "POST", "reset")).toMatchObject({ status: 200, body: { done: true } });
    expect(sandbox.webhooks.map(({ id }) => id)).toEqual([1001, 1002]);
    expect(log.at(-1)).toMatch(/^POST \/__sandbox\/\* 200 /);
  });

  test("POST /__sandbox/simulate simulates a failure, and refuses what cannot be simulated", async () => {
    const body = '{ "operation": "listWebhooks", "status": 418, "times": "always" }';
    expect(await call(sandbox.url, "POST", "simulate", {}, body)).toMatchObject({ status: 200 });
    const { webhooks } = clientOf(sandbox, { maxRetries: 0 });
    await expect(webhooks.list()).rejects.toMatchObject({ status: 418 });
    expect(await call(sandbox.url, "GET", "state")).toMatchObject({
      body: { webhooks: sandbox.webhooks, simulations: [{ operation: "listWebhooks", status: 418, times: "always" }] },
    });
    for (const wrong of ["{", "[]", '{ "status": 9 }']) {
      const { status, body } = await call(sandbox.url, "POST", "simulate", {}, wrong);
      expect([400, 422]).toContain(status);
      expect(body).toHaveProperty("detail");
    }
  });

  test("GET /__sandbox/requests and /deliveries list the requests, and the deliveries with their results", async () => {
    await clientOf(sandbox).webhooks.deliver({ topic: "a/b", address: "http://192.0.2.1/" });
    expect(await call(sandbox.url, "GET", "requests")).toMatchObject({
      body: { requests: [{ operation: "deliverWebhook" }] },
    });
    expect(await call(sandbox.url, "GET", "deliveries")).toMatchObject({
      body: { deliveries: [{ topic: "a/b", answer: { notSent: "its address is not on this machine" } }] },
    });
  });

  test("the answer to an unknown path or method names those that exist", async () => {
    expect(await call(sandbox.url, "GET", "nothing")).toMatchObject({
      status: 404,
      body: { detail: expect.stringContaining("POST /__sandbox/reset") },
    });
    expect(await call(sandbox.url, "GET", "reset")).toMatchObject({ status: 405, headers: { allow: "POST" } });
  });

  test("with statePer: token, a control applies to the token that is sent, and reset without one to all", async () => {
    await using own = await startSandbox({ port: 0, seed: 2, statePer: "token" });
    const one = { "X-Service-Access-Token": "one" };
    for (const accessToken of ["one", "two"]) await clientOf(own, { accessToken }).webhooks.delete(1001);
    await call(own.url, "POST", "reset", one);
    expect([own.forToken("one").webhooks.length, own.forToken("two").webhooks.length]).toEqual([2, 1]);
    expect(await call(own.url, "GET", "state")).toMatchObject({ status: 422 });
    await call(own.url, "POST", "reset");
    expect(own.forToken("two").webhooks).toHaveLength(2);
  });
});

/** Every control request. */
const CONTROLS = ["POST reset", "POST simulate", "GET state", "GET requests", "GET deliveries"];

describe("nobody else controls the sandbox", () => {
  describe.each([
    ["a page of a foreign origin", { Origin: "https://foreign.example" }],
    ["a page without an origin, such as one in a frame", { Origin: "null" }],
    ["a request to a foreign name of this machine", { Host: "foreign.example" }],
    ["a page of another machine", { Origin: "http://192.0.2.7" }],
    ["a page of another machine, by IPv6", { Origin: "http://[2001:db8::bad]" }],
    ["a page of another machine, by a mapped address", { Origin: "http://[::ffff:192.0.2.7]:80" }],
    ["an image in a foreign page", { "Sec-Fetch-Site": "cross-site" }],
  ])("%s", (_, headers) => {
    test.each(CONTROLS)("cannot %s", async (control) => {
      await clientOf(sandbox).webhooks.delete(1001);
      const [method = "", action = ""] = control.split(" ");
      const sent = method === "POST" ? '{ "status": 500 }' : "";
      const { status, body, headers: answered } = await call(sandbox.url, method, action, headers, sent);
      expect(status).toBe(403);
      expect(Object.keys(Object(body))).toEqual(["status", "detail"]);
      expect(answered).not.toHaveProperty("access-control-allow-origin");
      expect(sandbox.webhooks).toHaveLength(1);
      expect((await clientOf(sandbox, { maxRetries: 0 }).webhooks.list()).pagination.total).toBe(1);
    });
  });

  /** The status line of the answer to a peer with an address. Node treats the peer as a socket. */
  async function answerTo(remoteAddress: string, control: string, served: AssembledSandbox): Promise<string> {
    const server = createServer(
      createListener(controlled(served, { controlToken: undefined, log: undefined }), new AbortController().signal),
    );
    const [own, peer] = duplexPair();
    server.emit("connection", Object.assign(peer, { remoteAddress }));
    own.write(`${control.replace(" ", " /__sandbox/")} HTTP/1.1\r\nHost: localhost\r\n`);
    const body = control === "POST simulate" ? '{ "status": 500 }' : "{}";
    own.write(`Connection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    const [line = ""] = (await text(own)).split("\r\n");
    return line;
  }

  describe.each(["192.0.2.7", "::ffff:192.0.2.7", "2001:db8::7"])(
    "another machine, with the address %s,",
    (address) => {
      test.each(CONTROLS)("cannot %s", async (control) => {
        const served = assemble({ seed: 2 });
        await served.sandbox.fetch("http://sandbox.test/api/admin/26.0/webhooks/1001", {
          method: "DELETE",
          headers: { "X-Service-Access-Token": "any" },
        });
        expect(await answerTo(address, control, served)).toBe("HTTP/1.1 403 Forbidden");
        expect([served.sandbox.webhooks.length, served.sandbox.requests.length]).toEqual([1, 1]);
      });
    },
  );

  test.each(["127.0.0.1", "127.0.0.2", "::1", "::ffff:127.0.0.1"])(
    "%s is this machine, and can control it",
    async (address) => {
      for (const control of CONTROLS) {
        expect(await answerTo(address, control, assemble({}))).toBe("HTTP/1.1 200 OK");
      }
    },
  );

  test("a page of this machine can control it", async () => {
    const origin = "http://localhost:5173";
    expect(await call(sandbox.url, "POST", "reset", { Origin: origin })).toMatchObject({
      status: 200,
      headers: { "access-control-allow-origin": origin },
    });
  });

  test("control: false turns the control paths off", async () => {
    await using own = await startSandbox({ port: 0, control: false });
    expect(await call(own.url, "POST", "reset")).toMatchObject({ status: 404 });
  });
});

test("over HTTP, a simulated break ends the connection half-way through the answer", async () => {
  sandbox.simulate({ abort: true });
  const answer = await fetch(`${sandbox.url}/api/admin/26.0/webhooks`, {
    headers: { "X-Service-Access-Token": "any" },
  });
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow("terminated");
});
