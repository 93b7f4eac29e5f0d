import { once } from "node:events";
import type { OutgoingHttpHeaders, RequestListener } from "node:http";
import { type ClientHttp2Session, createServer as createHttp2Server, connect as openHttp2 } from "node:http2";
import { createRequire } from "node:module";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from "vitest";
import { accessToken, operations, title } from "../../generated/contract.js";
import { createSandbox } from "../../src/sandbox/index.js";
import {
  type MountedSandbox,
  mountSandbox,
  type RunningSandbox,
  startSandbox,
} from "../../src/sandbox/server/index.js";
import { freePort } from "../servers/port.js";
import { startWebServer } from "../servers/web.js";
import { sendRaw } from "./raw-request.js";
import { ask, CREATED, HEADERS, orders, post, TOKEN, transports, WEBHOOKS } from "./transports.js";

describe("startSandbox", () => {
  test("startSandbox listens on the port that it is given, where / leads to its page, and close() frees it", async () => {
    const port = await freePort();
    const sandbox = await startSandbox({ port });
    expect(sandbox.url).toBe(`http://127.0.0.1:${port}`);
    expect((await fetch(sandbox.url)).url).toBe(`${sandbox.url}/__sandbox`);
    await sandbox.close();
    await sandbox.close();
    await using _ = await startSandbox({ port });
  });

  test("startSandbox listens on all addresses of the host 0.0.0.0, with a URL that can be called", async () => {
    await using sandbox = await startSandbox({ port: 0, host: "0.0.0.0" });
    expect(sandbox.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await fetch(sandbox.url)).status).toBe(200);
  });

  test("startSandbox says what to do where it cannot listen", async () => {
    await expect(startSandbox({ port: 0, host: "192.0.2.1" })).rejects.toThrow("192.0.2.1 is not a host name or");
    await using other = await startWebServer((_, response) => void response.end("Hello"));
    const { port } = new URL(other.url);
    const words = `Port ${port} on 127.0.0.1 is already in use. Choose another port, or 0 for any free port.`;
    await expect(startSandbox({ port: Number(port) })).rejects.toThrow(words);
  });

  test.each([
    ["a sandbox", () => startSandbox({ port: 0 })],
    ["a sandbox", () => startSandbox({ port: 0, control: false })],
    ["the mock", async () => ({ url: inject("mockUrl"), [Symbol.asyncDispose]: async () => {} })],
    ["the docs", () => startWebServer((_, response) => void response.end(`<title>${title}</title>`))],
  ])("startSandbox says that the port is in use by %s", async (name, start) => {
    await using running = await start();
    const port = Number(new URL(running.url).port);
    const words = `Port ${port} on 127.0.0.1 is already in use by ${name}. Stop it, or choose another port`;
    await expect(startSandbox({ port })).rejects.toThrow(words);
  });

  test("close() does not wait for an unfinished request", async () => {
    const own = await startSandbox({ port: 0 });
    const socket = connect(Number(new URL(own.url).port), "127.0.0.1").on("error", () => {});
    socket.write(`POST ${WEBHOOKS} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{`);
    await once(socket, "connect");
    const ended = new Promise((resolve) => socket.once("close", resolve));
    await own.close();
    await ended;
    expect(own.requests).toEqual([]);
  });

  test.each([
    [{ port: 65_536 }, "port must be a whole number from 0 to 65535, got 65536"],
    [{ host: "" }, 'host must be a string that is not empty, got ""'],
    [{ latency: -1 }, "latency must be a whole number from 0 to 2147483647, got -1"],
    [{ failureRate: 1.1 }, "failureRate must be a number from 0 to 1, got 1.1"],
    [{ accessToken: "none" }, 'accessToken must be one of required, optional, got "none"'],
    [{ log: {} }, "log must be a function, got {}"],
    [{ deliverTo: "all" }, 'deliverTo must be one of machine, any, got "all"'],
    [{ send: () => {} }, "send does not exist"],
    [{ controlToken: "clé" }, "controlToken must be a string of ASCII characters without spaces"],
    [{ controlToken: "t", control: false }, "controlToken has no effect while the control paths are turned off"],
    [{ firstId: 1 }, "firstId does not exist: use seed, latency, failureRate, clock, "],
  ])("startSandbox refuses the option %o, and says why", async (options, message) => {
    await expect(startSandbox(Object({ port: 0, ...options }))).rejects.toThrow(message);
  });
});

test("createSandbox refuses an option of the server", () => {
  expect(() => createSandbox(Object({ port: 0 }))).toThrow("port does not exist");
});

describe("mountSandbox", () => {
  type Middleware = (...given: [...Parameters<RequestListener>, next: () => void]) => void;
  /** Express has no types of its own. */
  const express: Record<"json" | "text" | "raw", (options?: { type: string }) => Middleware> = createRequire(
    import.meta.url,
  )("express");
  const nothing: Middleware = (_, __, next) => next();

  /** Serves a sandbox behind another middleware. */
  async function serve(sandbox: MountedSandbox, earlier: Middleware) {
    const server = await startWebServer((request, response) =>
      earlier(request, response, () => sandbox.middleware(request, response, () => response.end("the page"))),
    );
    return Object.assign(server, { fetch });
  }

  test("the middleware answers the paths of the contract and of the control, and passes on others", async () => {
    await using sandbox = mountSandbox({ seed: 2 });
    await using server = await serve(sandbox, nothing);
    expect((await (await ask(server)).json()).webhooks).toHaveLength(2);
    expect((await ask(server, "/__sandbox/state")).status).toBe(200);
    for (const path of ["/", "/index.html"]) expect(await (await ask(server, path)).text()).toBe("the page");
  });

  test.each<[string, Middleware]>([
    ["express.json()", express.json()],
    ["express.text()", express.text({ type: "*/*" })],
    ["express.raw()", express.raw({ type: "*/*" })],
    [
      "one that sets an encoding",
      (request, _, next) => {
        request.setEncoding("utf8");
        next();
      },
    ],
    [
      "one that pauses the request",
      (request, _, next) => {
        request.pause();
        next();
      },
    ],
  ])("the middleware reads a body behind %s, and requests without a body", async (_, earlier) => {
    await using sandbox = mountSandbox();
    await using server = await serve(sandbox, earlier);
    expect((await post(server)).status).toBe(CREATED);
    expect(sandbox.webhooks).toMatchObject([orders]);
    expect((await ask(server)).status).toBe(200);
    expect((await ask(server, `${WEBHOOKS}/1001`, { method: "DELETE" })).status).toBe(200);
  });

  test("the middleware answers nothing after close(), and carries out nothing", async () => {
    const sandbox = mountSandbox();
    await using server = await serve(sandbox, nothing);
    await sandbox.close();
    await expect(post(server)).rejects.toThrow("fetch failed");
    expect(sandbox.webhooks).toEqual([]);
  });
});

describe("mountSandbox behind HTTP/2, which Vite speaks over https", () => {
  let sandbox: MountedSandbox;
  let server: ReturnType<typeof createHttp2Server>;
  let session: ClientHttp2Session;
  beforeEach(async () => {
    sandbox = mountSandbox();
    server = createHttp2Server(sandbox.middleware).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    session = openHttp2(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`);
  });
  afterEach(() => {
    session.destroy();
    server.close();
  });

  /** Sends a request, whose body has no `content-length`; returns status and body. */
  async function send(headers: OutgoingHttpHeaders, body?: string) {
    const stream = session.request({ ...HEADERS, ...headers }, { endStream: body === undefined });
    if (body !== undefined) stream.end(body);
    const [answered] = await once(stream, "response");
    return { status: answered[":status"], body: JSON.parse(await text(stream)) };
  }

  test("behind HTTP/2, the middleware reads a body that has no length, and requests without a body", async () => {
    const sent = { ":method": "POST", ":path": WEBHOOKS };
    expect(await send(sent, JSON.stringify({ webhook: orders }))).toMatchObject({ status: CREATED });
    expect(await send({ ":path": WEBHOOKS })).toMatchObject({ status: 200, body: { webhooks: [orders] } });
    expect(await send(sent)).toMatchObject({ status: 422 });
  });

  test("behind HTTP/2, the middleware records headers as HTTP/1 has them, without secrets", async () => {
    await send({ ":path": `${WEBHOOKS}?secret=hunter2` });
    const { headers = {} } = sandbox.requests[0] ?? {};
    expect(Object.keys(headers).filter((name) => name.startsWith(":"))).toEqual([]);
    expect(headers["host"]).toMatch(/^127\.0\.0\.1:\d+$/);
    expect(JSON.stringify(sandbox.requests)).not.toContain("hunter2");
  });

  test("behind HTTP/2, the middleware is controlled from this machine, and not under a foreign name of it", async () => {
    const reset = { ":method": "POST", ":path": "/__sandbox/reset" };
    expect(await send(reset)).toMatchObject({ status: 200 });
    expect(await send({ ...reset, ":authority": "foreign.example" })).toMatchObject({ status: 403 });
  });
});

describe.each(Object.entries(transports))("web pages, %s", (_, reach) => {
  const origin = "https://front-end.example";
  const header = accessToken.header.toLowerCase();

  test("a page of any origin may send each method and header", async () => {
    await using sandbox = await reach({ failureRate: 1 });
    const asked = { "Access-Control-Request-Method": "DELETE", "Access-Control-Request-Headers": header };
    const { status, headers } = await ask(sandbox, WEBHOOKS, {
      method: "OPTIONS",
      headers: { Origin: origin, ...asked },
    });
    expect([status, headers.get("access-control-allow-origin")]).toEqual([204, origin]);
    expect(headers.get("access-control-allow-methods")).toBe("DELETE");
    expect(headers.get("access-control-allow-headers")).toBe(header);
  });

  test("a page of any origin may read an answer or a refusal, and each of their headers, also with credentials", async () => {
    await using sandbox = await reach();
    for (const [path, own, name] of [
      [`${WEBHOOKS}?unknown=1`, TOKEN, "sandbox-note"],
      [WEBHOOKS, {}, "www-authenticate"],
    ] as const) {
      const { headers } = await ask(sandbox, path, { headers: { ...own, Origin: origin } });
      expect([headers.get("access-control-allow-origin"), headers.get("vary")]).toEqual([origin, "Origin"]);
      expect(headers.get("access-control-allow-credentials")).toBe("true");
      expect(headers.get("access-control-expose-headers")?.split(", ")).toContain(name);
    }
  });
});

describe("unusual requests", () => {
  const log: string[] = [];
  let sandbox: RunningSandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, log: (line) => log.push(line) });
  });
  beforeEach(() => {
    sandbox.reset();
    log.length = 0;
  });
  afterAll(() => sandbox.close());

  /** Sends bytes; returns all that comes back. */
  async function sendBytes(bytes: string): Promise<string> {
    const socket = connect(Number(new URL(sandbox.url).port), "127.0.0.1");
    socket.end(bytes);
    return text(socket);
  }

  test.each([
    [
      "a token of 20,000 characters",
      WEBHOOKS,
      `${accessToken.header}: ${"t".repeat(20_000)}`,
      431,
      "longer than 16 KiB",
    ],
    [
      // Not a letter such as ü: Node.js 20.19.0 accepts it.
      "a raw character in a query",
      `${WEBHOOKS}?limit=\u0001`,
      "",
      400,
      "a character that HTTP does not allow. Percent-encode",
    ],
    ["a malformed header", WEBHOOKS, "no header", 400, "This is not valid HTTP: Parse Error: Invalid header token."],
  ])(
    "requests with %s get an answer that a page can read, and a line in the log",
    async (_, path, header, status, reason) => {
      const answer = await sendBytes(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${header}\r\n\r\n`);
      const [head = "", body = ""] = answer.split("\r\n\r\n");
      expect(head).toContain(`HTTP/1.1 ${status} `);
      expect(head).toContain("access-control-allow-origin: *");
      expect(JSON.parse(body)).toEqual({ status, detail: expect.stringContaining(reason) });
      expect(log).toEqual([`${status}; ${JSON.parse(body).detail}`]);
    },
  );

  test.each([
    ["two headers Host", "Host: localhost\r\nhost: localhost\r\n"],
    ["no header Host", ""],
  ])("requests with %s get status 400", async (_, hosts) => {
    for (const path of [WEBHOOKS, "/__sandbox/state"]) {
      const answer = await sendBytes(`GET ${path} HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`);
      expect(answer).toContain("HTTP/1.1 400 ");
      expect(answer).toContain("Send exactly one Host header.");
    }
  });

  test("a request whose upload breaks off is not recorded", async () => {
    const socket = connect(Number(new URL(sandbox.url).port), "127.0.0.1").on("error", () => {});
    socket.write(`POST ${WEBHOOKS} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{`);
    await ask({ url: sandbox.url, fetch });
    socket.resetAndDestroy();
    await once(socket, "close");
    await ask({ url: sandbox.url, fetch });
    expect(sandbox.requests.map(({ method }) => method)).toEqual(["GET", "GET"]);
  });

  test.each([
    ["a delay", {}, { delay: 300, times: "always" }],
    ["latency", { latency: 300 }, undefined],
  ] as const)("a request whose caller gives up during %s is not carried out", async (_, options, simulation) => {
    await using own = await startSandbox({ ...options, port: 0 });
    if (simulation) own.simulate(simulation);
    const arrived = vi.spyOn(own, "middleware");
    const giveUp = new AbortController();
    const reached = { url: own.url, fetch };
    const body = JSON.stringify({ webhook: orders });
    const created = ask(reached, WEBHOOKS, { method: "POST", body, signal: giveUp.signal });
    await expect.poll(() => arrived.mock.calls.length).toBe(1);
    giveUp.abort(new Error("given up"));
    await expect(created).rejects.toThrow("given up");
    // It comes later, and waits as long.
    expect((await ask(reached)).ok).toBe(true);
    expect(own.webhooks).toEqual([]);
    expect(own.requests.map(({ operation }) => operation)).toEqual(["listWebhooks"]);
  });

  test("a hundred requests that wait cause no warning", async () => {
    const warnings: Error[] = [];
    const keep = (warning: Error) => warnings.push(warning);
    process.on("warning", keep);
    await using own = await startSandbox({ port: 0, latency: 50 });
    await Promise.all(Array.from({ length: 100 }, () => ask({ url: own.url, fetch })));
    process.off("warning", keep);
    expect(warnings).toEqual([]);
  });

  test("requests with random methods, paths, queries, types and bodies get no status 5xx", async () => {
    const printable = fc.stringMatching(/^[!-~]{0,20}$/);
    const paths = Object.values(operations).map(({ path }) => path.replace("{id}", "1001"));
    const request = fc.record({
      method: fc.constantFrom("GET", "POST", "PUT", "DELETE", "OPTIONS"),
      path: fc
        .tuple(fc.constantFrom(...paths, "/", "//[", "/%ff", `${WEBHOOKS}/%`), printable)
        .map(([path, query]) => `${path}?${query.replaceAll("#", "")}`),
      headers: printable.map((type) => ({ ...TOKEN, "Content-Type": type, Origin: type })),
      body: fc.oneof(fc.json(), fc.string(), fc.constant(JSON.stringify({ webhook: orders }))),
    });
    const property = fc.asyncProperty(request, fc.boolean(), async ({ headers, ...sent }, isJson) => {
      const answer = await sendRaw(sandbox.url, { ...sent, headers: isJson ? HEADERS : headers });
      expect(answer.status).toBeLessThan(500);
    });
    await fc.assert(property, { numRuns: 200 });
  });
});
