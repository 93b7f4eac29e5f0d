// What only Node does. What only a browser does is in test/browser/client.test.ts.
import { getEventListeners, once } from "node:events";
import { createServer } from "node:net";
import { inspect } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { describe, expect, test, vi } from "vitest";
import { stall, startFaultServer } from "../servers/fault.js";
import { addressOf } from "../servers/port.js";
import { clientOf, failureOf, found, input, item, nowhere, printed, serviceOf, token, WEBHOOKS } from "./examples.js";

test("in Node, the cause of a connection error says that the peer does not speak HTTP, without the secrets that it sends back", async () => {
  const secret = "signing-0123456789";
  // It sends back the raw request, which Node's parser puts into its error.
  const peer = createServer((socket) => socket.once("data", (data) => socket.end(data)));
  await once(peer.listen(0, "127.0.0.1"), "listening");
  const failure = await failureOf(clientOf(addressOf(peer)).create({ ...input, secret }));
  peer.close();
  expect(failure.name).toBe("ServiceConnectionError");
  expect(inspect(failure.cause)).toContain("HTTPParserError");
  const shown = printed(failure) + inspect(failure, { depth: null, showHidden: true });
  expect(shown).not.toContain(token);
  expect(shown).not.toContain(secret);
});

test("in Node, a tool may patch fetch after the client was made, as MSW does", async () => {
  const service = clientOf(nowhere);
  const path = `https://service.example${WEBHOOKS}/1001`;
  const worker = setupServer(http.get(path, () => HttpResponse.json(found)));
  worker.listen({ onUnhandledRequest: "error" });
  try {
    expect(await service.get(1001)).toEqual(item);
  } finally {
    worker.close();
  }
});

test("in Node, a POST to a port that refuses it is sent again, and the error names reason and address", async () => {
  const { url, ...server } = await startFaultServer(stall);
  await server[Symbol.asyncDispose]();
  const tries: number[] = [];
  const service = clientOf({ url }, { maxRetries: 1, onTry: ({ attempt }) => void tries.push(attempt) });
  const failure = await failureOf(service.create(input));
  const address = new URL(url).host;
  expect(failure.message).toContain(`The service did not answer: "connect ECONNREFUSED ${address}": POST ${url}`);
  expect(failure).toMatchObject({ maybeSent: false });
  expect(tries).toEqual([1, 2]);
});

describe("in Node, a connection that can never be made fails at the first try, with nothing sent, in words:", () => {
  test("https to a port that speaks http", async () => {
    await using server = await startFaultServer(stall);
    const said = await firstFailureAt(server.url.replace("http:", "https:"));
    expect(said).toBe("TLS failed: wrong version number");
    expect(server.arrivals).toEqual([]);
  });

  test("a port that fetch blocks", async () => {
    expect(await firstFailureAt("http://127.0.0.1:6000")).toBe("bad port");
  });

  /** What the error of a POST quotes. */
  async function firstFailureAt(url: string) {
    const onTry = vi.fn();
    const failure = await failureOf(clientOf({ url }, { onTry }).create(input));
    expect(failure).toMatchObject({ name: "ServiceConnectionError", maybeSent: false });
    expect(onTry).toHaveBeenCalledTimes(1);
    return /: "(.*)": POST /.exec(failure.message)?.[1];
  }
});

test("in Node, a list that fails before its walk begins does not end the process, and the walk rejects", async () => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  const onTry = vi.fn();
  const fetch = async () => new Response(null, { status: 403 });
  const list = clientOf(nowhere, { fetch, onTry }).list();
  await vi.waitFor(() => expect(onTry).toHaveBeenCalled());
  await new Promise(setImmediate);
  process.off("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
  const walk = async () => {
    for await (const _ of list);
  };
  for (const rejected of [walk(), list]) expect(await failureOf(rejected)).toMatchObject({ status: 403 });
});

describe("in Node, a body that breaks off behind Connection: close, which fetch takes for complete,", () => {
  const text = JSON.stringify(found);

  /** Cuts its first answer after some characters; the others are complete. */
  async function startCutting(length: number) {
    const answers = [text.slice(0, length)];
    const peer = createServer((socket) =>
      socket.once("data", () => socket.end(`HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n${answers.pop() ?? text}`)),
    );
    await once(peer.listen(0, "127.0.0.1"), "listening");
    return { ...addressOf(peer), [Symbol.dispose]: () => void peer.close() };
  }

  test.each([1, 20, text.length - 1])("after %i characters is a connection error, and retried", async (length) => {
    using once = await startCutting(length);
    const failure = await failureOf(clientOf(once, { maxRetries: 0 }).get(1));
    expect(failure).toMatchObject({ name: "ServiceConnectionError" });
    using retried = await startCutting(length);
    expect(await clientOf(retried).get(1)).toEqual(item);
  });
});

describe("in Node, a signal", () => {
  test("has one listener, without a warning, and ends every call, however calls that share it begin and end", async () => {
    await using server = await startFaultServer(stall);
    const { webhooks, http } = serviceOf(server);
    http.use({ onRequest: () => undefined });
    const controller = new AbortController();
    const { signal } = controller;
    const warnings: string[] = [];
    const listen = ({ name }: Error) => warnings.push(name);
    process.on("warning", listen);
    const short = [];
    const long = [];
    for (let id = 1; id <= 12; id++) {
      short.push(failureOf(webhooks.get(id, { signal, timeout: 20, maxRetries: 0 })));
      await Promise.all(short);
      long.push(failureOf(webhooks.get(id, { signal })));
      await new Promise(setImmediate);
      expect(getEventListeners(signal, "abort")).toHaveLength(1);
    }
    process.off("warning", listen);
    expect(warnings).toEqual([]);
    controller.abort();
    expect(new Set((await Promise.all(long)).map(({ name }) => name))).toEqual(new Set(["AbortError"]));
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test("leaves nothing behind after 3,000 calls that share it", async () => {
    setFlagsFromString("--expose-gc");
    const collect: () => void = runInNewContext("gc");
    const service = clientOf(nowhere, { fetch: async () => Response.json(found) });
    const { signal } = new AbortController();
    const call = () => service.get(1, { signal });
    for (let count = 0; count < 500; count++) await call();
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let count = 0; count < 3_000; count++) await call();
    collect();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(1_500_000);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});
