import { once } from "node:events";
import type { OutgoingHttpHeaders, RequestListener } from "node:http";
import { type ClientHttp2Session, connect, createServer as createHttp2Server } from "node:http2";
import { text } from "node:stream/consumers";
import { describe, expect, test, vi } from "vitest";
import { createSandbox } from "../../src/sandbox/index.js";
import { type MountedSandbox, mountSandbox, startSandbox } from "../../src/sandbox/server/index.js";
import { freePort } from "../servers/port.js";
import { startWebServer } from "../servers/web.js";
import { ask, CREATED, HEADERS, orders, post, WEBHOOKS } from "./transports.js";

describe("the sandbox listens", () => {
  test("on the port that it is given, where / leads to its page; close() frees it, even if it is called again", async () => {
    const port = await freePort();
    const sandbox = await startSandbox({ port });
    expect(sandbox.url).toBe(`http://127.0.0.1:${port}`);
    const { url, status } = await fetch(sandbox.url);
    expect([url, status]).toEqual([`${sandbox.url}/__sandbox`, 200]);
    await sandbox.close();
    await sandbox.close();
    await using _ = await startSandbox({ port });
  });

  test.each([
    ["0.0.0.0", /^http:\/\/127\.0\.0\.1:\d+$/],
    ["localhost", /^http:\/\/(127\.0\.0\.1|\[::1\]):\d+$/],
  ])("on the host %s, with a URL that can be called", async (host, url) => {
    await using sandbox = await startSandbox({ port: 0, host });
    expect(sandbox.url).toMatch(url);
    expect((await fetch(sandbox.url)).status).toBe(200);
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

test("a hundred waiting requests cause no warning", async () => {
  const warnings: Error[] = [];
  const listen = (warning: Error) => warnings.push(warning);
  process.on("warning", listen);
  await using sandbox = await startSandbox({ port: 0, latency: 50 });
  await Promise.all(Array.from({ length: 100 }, () => ask({ url: sandbox.url, fetch })));
  process.off("warning", listen);
  expect(warnings).toEqual([]);
});

test.each([
  ["a delay", {}, { delay: 300, times: "always" }],
  ["latency", { latency: 300 }, {}],
] as const)(
  "where %s keeps a caller waiting who closes the connection, nothing is carried out",
  async (_, options, late) => {
    await using sandbox = await startSandbox({ ...options, port: 0 });
    if ("delay" in late) sandbox.simulate(late);
    const arrived = vi.spyOn(sandbox, "middleware");
    const body = JSON.stringify({ webhook: orders });
    const giveUp = new AbortController();
    const reached = { url: sandbox.url, fetch };
    const created = ask(reached, WEBHOOKS, { method: "POST", body, signal: giveUp.signal });
    await expect.poll(() => arrived.mock.calls.length).toBe(1);
    giveUp.abort(new Error("given up"));
    await expect(created).rejects.toThrow("given up");
    // It comes later, and waits as long.
    expect((await ask(reached)).ok).toBe(true);
    expect(sandbox.webhooks).toEqual([]);
    expect(sandbox.requests.map(({ operation }) => operation)).toEqual(["listWebhooks"]);
  },
);

test("after close(), a mounted sandbox answers nothing, and carries out nothing", async () => {
  const sandbox = mountSandbox();
  await using server = await startWebServer(async (request, response) => sandbox.middleware(request, response));
  await sandbox.close();
  await expect(post({ url: server.url, fetch })).rejects.toThrow("fetch failed");
  expect(sandbox.webhooks).toEqual([]);
});

describe("a middleware", () => {
  type Earlier = (request: Parameters<RequestListener>[0]) => void | Promise<void>;

  /** Serves a sandbox behind what an earlier middleware does to a request. */
  async function serve(sandbox: ReturnType<typeof mountSandbox>, earlier: Earlier = () => {}) {
    const server = await startWebServer(async (request, response) => {
      await earlier(request);
      sandbox.middleware(request, response, () => response.end("the page"));
    });
    return Object.assign(server, { fetch });
  }

  test("answers the paths of the contract and of the control, and passes on others", async () => {
    await using sandbox = mountSandbox({ seed: 2 });
    await using server = await serve(sandbox);
    expect((await (await ask(server)).json()).webhooks).toHaveLength(2);
    expect((await ask(server, "/__sandbox/state")).status).toBe(200);
    for (const path of ["/", "/index.html"]) expect(await (await ask(server, path)).text()).toBe("the page");
  });

  test.each<[string, Earlier]>([
    ["has parsed", async (request) => void Object.assign(request, { body: JSON.parse(await text(request)) })],
    ["has set to be text", (request) => void request.setEncoding("utf8")],
    ["has paused", (request) => void request.pause()],
  ])("reads a body that an earlier one %s", async (_, earlier) => {
    await using sandbox = mountSandbox();
    await using server = await serve(sandbox, earlier);
    expect((await post(server)).status).toBe(CREATED);
    expect(sandbox.webhooks).toHaveLength(1);
  });
});

describe("a middleware behind HTTP/2", () => {
  /** Serves a sandbox as Vite over https does. */
  async function serve(sandbox: MountedSandbox): Promise<ClientHttp2Session & AsyncDisposable> {
    const server = createHttp2Server(sandbox.middleware).listen(0, "127.0.0.1");
    await once(server, "listening");
    const session = connect(`http://127.0.0.1:${Object(server.address()).port}`);
    const end = async () => {
      session.destroy();
      server.close();
    };
    return Object.assign(session, { [Symbol.asyncDispose]: end });
  }

  /** Sends a request, whose body has no `content-length`; returns status and body. */
  async function send(session: ClientHttp2Session, headers: OutgoingHttpHeaders, body?: string) {
    const stream = session.request({ ...HEADERS, ...headers }, { endStream: body === undefined });
    if (body !== undefined) stream.end(body);
    const [answered] = await once(stream, "response");
    return { status: answered[":status"], body: JSON.parse(await text(stream)) };
  }

  test("reads a body that has no length, and requests that have no body", async () => {
    await using sandbox = mountSandbox();
    await using session = await serve(sandbox);
    const sent = { ":method": "POST", ":path": WEBHOOKS };
    expect(await send(session, sent, JSON.stringify({ webhook: orders }))).toMatchObject({ status: CREATED });
    expect(await send(session, { ":path": WEBHOOKS })).toMatchObject({ status: 200, body: { webhooks: [orders] } });
    expect(await send(session, sent)).toMatchObject({ status: 422 });
  });

  test("records headers as HTTP/1 has them, without secrets", async () => {
    await using sandbox = mountSandbox();
    await using session = await serve(sandbox);
    await send(session, { ":path": `${WEBHOOKS}?secret=hunter2` });
    const [request] = sandbox.requests;
    expect(Object.keys(request?.headers ?? {}).filter((name) => name.startsWith(":"))).toEqual([]);
    expect(request?.headers["host"]).toMatch(/^127\.0\.0\.1:\d+$/);
    expect(JSON.stringify(sandbox.requests)).not.toContain("hunter2");
  });

  test("is controlled from this machine, and not under a foreign name of it", async () => {
    await using sandbox = mountSandbox({ seed: 2 });
    await using session = await serve(sandbox);
    const reset = { ":method": "POST", ":path": "/__sandbox/reset" };
    expect(await send(session, reset)).toMatchObject({ status: 200 });
    expect(await send(session, { ...reset, ":authority": "foreign.example" })).toMatchObject({ status: 403 });
  });

  test("does not record a request whose connection breaks off", async () => {
    await using sandbox = mountSandbox();
    await using session = await serve(sandbox);
    session.request({ ...HEADERS, ":method": "POST", ":path": WEBHOOKS }).write("{");
    await send(session, { ":path": WEBHOOKS });
    session.destroy();
    await using another = await serve(sandbox);
    await send(another, { ":path": WEBHOOKS });
    expect(sandbox.requests.map(({ method }) => method)).toEqual(["GET", "GET"]);
  });
});

const time = "must be a time from the year 1 to 9999, such as 2026-03-02T10:20:00Z";
test.each<[object, string]>([
  [{ port: 65_536 }, "port must be a whole number from 0 to 65535, got 65536"],
  [{ port: "4010" }, 'port must be a whole number from 0 to 65535, got "4010"'],
  [{ host: "" }, 'host must be a string that is not empty, got ""'],
  [{ seed: -1 }, "seed must be a whole number from 0 to 1000000, got -1"],
  [{ latency: Number.NaN }, "latency must be a whole number from 0 to 2147483647, got NaN"],
  [{ failureRate: 1.1 }, "failureRate must be a number from 0 to 1, got 1.1"],
  [{ clock: () => new Date("noon") }, `clock ${time}`],
  [{ clock: () => new Date(8.64e15) }, `clock ${time}`],
  [{ statePer: "user" }, 'statePer must be one of sandbox, token, got "user"'],
  [{ deliverTo: "all" }, 'deliverTo must be one of machine, any, got "all"'],
  [{ controlToken: "clé" }, "controlToken must be a string of ASCII characters without spaces"],
  [{ controlToken: "t", control: false }, "controlToken has no effect while the control paths are turned off"],
  [{ log: {} }, "log must be a function, got {}"],
  [{ accessToken: "none" }, 'accessToken must be one of required, optional, got "none"'],
  [
    { firstId: 1 },
    "firstId does not exist: use seed, latency, failureRate, clock, statePer, accessToken, log, payload, deliverTo, control, controlToken, port, host",
  ],
])("the error for a wrong option names it and its allowed values: %o", async (options, message) => {
  await expect(startSandbox({ port: 0, ...options })).rejects.toThrow(message);
});

test("a sandbox in process takes null for no options, and refuses one of the server", () => {
  expect(createSandbox(null).requests).toEqual([]);
  expect(() => createSandbox(Object({ port: 0 }))).toThrow("port does not exist");
  expect(() => mountSandbox(Object({ port: 0 }))).toThrow("port does not exist");
  // The server sends by itself.
  expect(() => mountSandbox(Object({ send: () => ({}) }))).toThrow("send does not exist");
});
