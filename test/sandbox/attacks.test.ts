import { once } from "node:events";
import { createServer, request } from "node:http";
import { connect, createServer as createSocketServer } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { createSandbox, type Sandbox } from "../../src/sandbox/index.js";
import { mountSandbox, startSandbox } from "../../src/sandbox/server/index.js";
import { addressOf } from "../servers/port.js";
import { clientOf, transports } from "./transports.js";

const WEBHOOKS = "/api/admin/26.0/webhooks";
const headers = { "X-Service-Access-Token": "any", "Content-Type": "application/json" };
const address = "https://front-end.example/hooks";
const webhook = { topic: "a/b", address };
const base = "http://sandbox.test";

/** Sends a request unchanged; returns its answer. */
async function send(url: string, path: string, sent: Record<string, string>, method = "GET", body = "") {
  const request_ = request(url, { method, path, headers: { ...sent, "Content-Length": Buffer.byteLength(body) } });
  request_.end(body);
  const [response] = await once(request_, "response");
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

describe("nobody else controls a sandbox", () => {
  test("not a delivery, whoever triggers it", async () => {
    await using sandbox = await startSandbox({ port: 0, seed: 2 });
    const { webhooks } = clientOf(Object.assign(sandbox, { fetch }));
    await webhooks.delete(1001);
    await webhooks.deliver({ topic: "a/b", address: `${sandbox.url}/__sandbox/reset` });
    expect(await sandbox.deliveries[0]?.answer).toEqual({ status: 403 });
    expect(sandbox.webhooks).toHaveLength(1);
  });

  test("another machine with the control token does, and a wrong token does not", async () => {
    await using sandbox = await startSandbox({ port: 0, seed: 2, controlToken: "s3cret" });
    const foreign = { Host: "sandbox.internal", Origin: "https://front-end.example" };
    const call = (own: Record<string, string>) => send(sandbox.url, "/__sandbox/reset", { ...foreign, ...own }, "POST");
    expect(await call({ "Sandbox-Control-Token": "s3cret" })).toMatchObject({ status: 200 });
    expect(await call({ "Sandbox-Control-Token": "guess" })).toMatchObject({ status: 403 });
    expect(await call({})).toMatchObject({ status: 403 });
    expect(await send(sandbox.url, "/__sandbox/state", {})).toMatchObject({ status: 200 });
  });

  test("over HTTP, a reset takes a seed, and the clock can be set", async () => {
    await using sandbox = await startSandbox({ port: 0, seed: 2 });
    const post = (path: string, body: object) => send(sandbox.url, path, {}, "POST", JSON.stringify(body));
    expect((await post("/__sandbox/reset", { seed: [webhook] })).status).toBe(200);
    expect(sandbox.webhooks).toMatchObject([webhook]);
    expect((await post("/__sandbox/reset", { seed: "many" })).status).toBe(422);
    expect((await post("/__sandbox/clock", { time: "2030-01-01" })).status).toBe(200);
    expect(await clientOf(Object.assign(sandbox, { fetch })).webhooks.create(webhook)).toHaveProperty(
      "created_at",
      "2030-01-01T00:00:00.000+00:00",
    );
  });
});

describe("a delivery", () => {
  test("whose receiver switches protocols has an answer immediately", async () => {
    const receiver = createSocketServer((socket) => {
      socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n");
    }).listen(0, "127.0.0.1");
    await once(receiver, "listening");
    await using sandbox = await startSandbox({ port: 0 });
    await clientOf(Object.assign(sandbox, { fetch })).webhooks.deliver({
      ...webhook,
      address: addressOf(receiver).url,
    });
    const { body } = await send(sandbox.url, "/__sandbox/deliveries", {});
    expect(JSON.parse(body)).toMatchObject({ deliveries: [{ answer: { status: 101 } }] });
    receiver.close();
  });

  test("whose receiver hangs up has an outcome immediately", async () => {
    const receiver = createSocketServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
    await once(receiver, "listening");
    await using sandbox = await startSandbox({ port: 0 });
    await clientOf(Object.assign(sandbox, { fetch })).webhooks.deliver({
      ...webhook,
      address: addressOf(receiver).url,
    });
    expect(await sandbox.deliveries[0]?.answer).toHaveProperty("error");
    receiver.close();
  });

  test("has the payload and the headers that the team's own function makes", async () => {
    const sandbox = createSandbox({
      payload: async ({ topic, body }) => ({ headers: { "X-Signature": `signed ${topic}` }, body: body.toUpperCase() }),
    });
    await clientOf({ ...reached(sandbox) }).webhooks.deliver(webhook);
    expect(sandbox.deliveries).toMatchObject([
      {
        headers: { "Content-Type": "application/json", "X-Signature": "signed a/b" },
        body: expect.stringContaining('"TOPIC":"A/B"'),
      },
    ]);
  });
});

/** A sandbox as its requests reach it. */
function reached(sandbox: Sandbox) {
  const close = async () => {};
  return Object.assign(sandbox, { url: base, close, [Symbol.asyncDispose]: close });
}

describe("what the sandbox remembers is bounded", () => {
  test("a deeply nested body does not disturb the list of requests", async () => {
    const depth = 4500;
    const body = `{"webhook":${"[".repeat(depth)}${"]".repeat(depth)}}`;
    await using sandbox = await startSandbox({ port: 0 });
    expect((await send(sandbox.url, WEBHOOKS, headers, "POST", body)).status).toBe(422);
    const answer = await send(sandbox.url, "/__sandbox/requests", {});
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body).requests).toHaveLength(1);
  });

  test("the token that was not used for longest loses its state, not one in use", async () => {
    const sandbox = createSandbox({ statePer: "token" });
    const list = (token: string) =>
      sandbox.fetch(base + WEBHOOKS, { headers: { ...headers, "X-Service-Access-Token": token } });
    const first = clientOf(reached(sandbox), { accessToken: "first" });
    await first.webhooks.create(webhook);
    for (let token = 0; token < 1010; token++) {
      await list(`token-${token}`);
      if (token % 100 === 0) await list("first");
    }
    expect(sandbox.forToken("first").webhooks).toHaveLength(1);
    expect(sandbox.forToken("token-0").requests).toEqual([]);
  });

  test("100,000 own items are checked in less than four seconds of CPU time", () => {
    const seed = Array.from({ length: 100_000 }, (_, index) => ({ ...webhook, id: index + 1 }));
    const start = process.cpuUsage();
    createSandbox({ seed });
    expect(process.cpuUsage(start).user / 1e6).toBeLessThan(4);
  });

  test("ids end before they repeat", async () => {
    const id = Number.MAX_SAFE_INTEGER;
    const { webhooks } = clientOf(reached(createSandbox({ seed: [{ ...webhook, id }] })));
    expect((await webhooks.list()).webhooks).toMatchObject([{ id }]);
    await expect(webhooks.create(webhook)).rejects.toMatchObject({ status: 507 });
    expect(() => createSandbox({ seed: [{ ...webhook, id: 2 ** 53 }] })).toThrow("seed[0].id is too large");
  });
});

describe.each(Object.entries(transports))("%s", (transport, reach) => {
  const ask = async (options: Parameters<typeof reach>[0], path: string, init: RequestInit = {}) => {
    await using sandbox = await reach(options);
    const start = performance.now();
    const answer = await sandbox.fetch(sandbox.url + path, { headers, ...init });
    const { status } = answer;
    return { status, headers: answer.headers, body: await answer.text(), time: performance.now() - start, sandbox };
  };

  test.each([
    ["200", WEBHOOKS, {}],
    ["400", WEBHOOKS, { method: "POST", body: "{" }],
    ["404", "/nowhere", {}],
    ["405", WEBHOOKS, { method: "PATCH" }],
    ["413", WEBHOOKS, { method: "POST", body: "x".repeat(11 * 2 ** 20) }],
    ["401", WEBHOOKS, { headers: {} }],
  ])("latency delays a %s", async (status, path, init) => {
    const answer = await ask({ latency: 150 }, path, init);
    expect([String(answer.status), answer.time > 145]).toEqual([status, true]);
  });

  test("an id in braces is an id that the sandbox does not have", async () => {
    expect((await ask({ seed: 1 }, `${WEBHOOKS}/{id}`)).status).toBe(404);
    expect((await ask({ seed: 1 }, `${WEBHOOKS}/%7Bid%7D`)).status).toBe(404);
  });

  test("with a clock, a new subscription sorts behind the seeded ones", async () => {
    await using sandbox = await reach({ seed: 25, clock: () => new Date("2026-03-02") });
    const { webhooks } = clientOf(sandbox);
    const { id } = await webhooks.create(webhook);
    const [newest] = (await webhooks.list({ sort_by: "created_at", sort_order: "desc", limit: 1 })).webhooks;
    expect(newest?.id).toBe(id);
  });

  test("a clock that throws is named in the answer and in the log", async () => {
    const log: string[] = [];
    let isBroken = false;
    const clock = () => {
      if (isBroken) throw new Error("the clock has stopped");
      return new Date(0);
    };
    await using sandbox = await reach({ clock, log: (line) => log.push(line) });
    isBroken = true;
    const body = JSON.stringify({ webhook });
    const answer = await sandbox.fetch(sandbox.url + WEBHOOKS, { method: "POST", headers, body });
    expect([answer.status, (await answer.json()).detail]).toEqual([
      500,
      expect.stringContaining("the clock has stopped"),
    ]);
    expect(log.join("\n")).toContain("the clock has stopped");
  });

  test("hundreds of undeclared parameters do not overflow the note", async () => {
    const query = Array.from({ length: 400 }, (_, index) => `undeclared_${index}=1`).join("&");
    const answer = await ask({}, `${WEBHOOKS}?${query}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("sandbox-note")?.length).toBeLessThan(1100);
  });

  test("a preflight has no body, and no length of one", async () => {
    const preflight = { Origin: "https://a.example", "Access-Control-Request-Method": "GET" };
    const answer = await ask({}, WEBHOOKS, { method: "OPTIONS", headers: preflight });
    expect([answer.status, answer.headers.get("content-length")]).toEqual([204, null]);
  });

  test("an address of 9 MB gets a status 4xx", async () => {
    const { status } = await ask({}, `${WEBHOOKS}?${"x".repeat(9_000_000)}`);
    expect(status).toBe(transport === "in process" ? 414 : 431);
  });

  test("a year after 9999 is refused as a clock", async () => {
    await expect(reach({ clock: () => new Date(8.64e15) })).rejects.toThrow(
      "clock must be a time from the year 1 to 9999",
    );
  });
});

test("with a delay, a hundred waiting requests cause no warning", async () => {
  const warnings: Error[] = [];
  const listen = (warning: Error) => warnings.push(warning);
  process.on("warning", listen);
  await using sandbox = await startSandbox({ port: 0, latency: 50 });
  await Promise.all(Array.from({ length: 100 }, () => fetch(sandbox.url + WEBHOOKS, { headers })));
  process.off("warning", listen);
  expect(warnings).toEqual([]);
});

test("an upload that breaks off is not recorded as an answer", async () => {
  const log: string[] = [];
  await using sandbox = await startSandbox({ port: 0, log: (line) => log.push(line) });
  const socket = connect(Number(new URL(sandbox.url).port), "127.0.0.1");
  await once(socket, "connect");
  socket.write(`POST ${WEBHOOKS} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{`);
  await fetch(sandbox.url + WEBHOOKS, { headers });
  socket.resetAndDestroy();
  await once(socket, "close");
  await fetch(sandbox.url + WEBHOOKS, { headers });
  expect(sandbox.requests.map(({ status }) => status)).toEqual([200, 200]);
  expect(log).toHaveLength(2);
});

describe("in a server of your own", () => {
  test("a middleware answers the contract's paths, and passes on others", async () => {
    const sandbox = mountSandbox({ seed: 2 });
    const server = createServer((request_, response) => {
      sandbox.middleware(request_, response, () => response.end("the page"));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { url } = addressOf(server);
    expect(JSON.parse((await send(url, WEBHOOKS, headers)).body)).toHaveProperty("pagination.total", 2);
    expect((await send(url, "/__sandbox/state", {})).status).toBe(200);
    expect((await send(url, "/index.html", {})).body).toBe("the page");
    server.close();
    server.closeAllConnections();
    await sandbox.close();
  });

  test("a middleware takes a body that another one has parsed", async () => {
    const sandbox = mountSandbox();
    const server = createServer(async (request_, response) => {
      const body = JSON.parse(await text(request_));
      sandbox.middleware(Object.assign(request_, { body }), response);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const answer = await send(addressOf(server).url, WEBHOOKS, headers, "POST", JSON.stringify({ webhook }));
    expect(JSON.parse(answer.body)).toMatchObject({ webhook });
    server.close();
    server.closeAllConnections();
  });
});
