import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { DeliveryMessage } from "../../src/sandbox/index.js";
import { type RunningSandbox, startSandbox } from "../../src/sandbox/server/index.js";
import { bodyOf, startWebServer, type WebServer } from "../servers/web.js";
import { sendRaw } from "./raw-request.js";
import { clientOf, DELIVER, HEADERS, inProcess, orders, products, unusedTopic, WEBHOOKS } from "./transports.js";

const { topic } = orders;
const json = { ...orders, format: "json" } as const;
const xml = { ...orders, address: "https://front-end.example/hooks/xml", format: "xml" } as const;
const NOTE = "Sent by the sandbox. The payload of a delivery is not specified.";

describe("emit", () => {
  const sandbox = inProcess({ seed: [json, xml, products] });
  beforeEach(() => sandbox.reset());

  test("emit delivers to every subscription with the topic, in its format, and lists the deliveries", async () => {
    const payload = { id: 7, "a b": ["<x>", "y"], none: null };
    const deliveries = await sandbox.emit({ topic, payload });
    const type = (format: string) => ({ "content-type": `application/${format}` });
    const inXml = "<delivery><id>7</id><a_b><item>&#60;x&#62;</item><item>y</item></a_b><none></none></delivery>";
    expect(deliveries).toMatchObject([
      { ...json, method: "POST", headers: type("json"), body: JSON.stringify(payload) },
      { ...xml, method: "POST", headers: type("xml"), body: inXml },
    ]);
    expect(sandbox.deliveries).toEqual(deliveries);
    expect(await deliveries[0]?.answer).toEqual({ notSent: "recorded only" });
    expect(deliveries[0]?.state).toEqual({ notSent: "recorded only" });
  });

  test("emit sends a text as it is, and without a payload a note", async () => {
    expect((await sandbox.emit({ topic, payload: "<id>7</id>" })).map(({ body }) => body)).toEqual([
      "<id>7</id>",
      "<id>7</id>",
    ]);
    expect((await sandbox.emit({ topic })).map(({ body }) => body)).toEqual([
      JSON.stringify({ topic, note: NOTE }),
      `<delivery><topic>${topic}</topic><note>${NOTE}</note></delivery>`,
    ]);
  });

  test("emit with times delivers as often, each time with another id", async () => {
    const ids = (await sandbox.emit({ topic: products.topic, times: 3 })).map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
  });

  test("emit delivers nothing if no subscription has the topic", async () => {
    expect(await sandbox.emit({ topic: unusedTopic })).toEqual([]);
  });

  test.each([
    [{}, "topic is required"],
    [{ topic: "orders" }, "topic must "],
    [{ topic, times: 101 }, "emit: times must be a whole number from 1 to 100, got 101"],
    [{ topic, payloads: {} }, "emit: payloads does not exist: use topic, payload, times"],
    [{ topic, payload: () => {} }, "emit: payload must be a string, or a value that JSON can represent"],
  ])("emit refuses %j, and says why", async (event, message) => {
    await expect(sandbox.emit(Object(event))).rejects.toThrow(message);
  });

  test("emit sends what the option payload makes, such as a signature", async () => {
    const own = inProcess({
      seed: [json],
      payload: async ({ body }) => ({ headers: { "X-Signature": `signed ${body}` }, body: body.toUpperCase() }),
    });
    const [delivery] = await own.emit({ topic, payload: "hello" });
    expect(delivery).toMatchObject({ headers: { "x-signature": "signed hello" }, body: "HELLO" });
  });

  test("emit passes each message to the option send, and takes its outcome", async () => {
    const messages: DeliveryMessage[] = [];
    const own = inProcess({ seed: [json], send: async (message) => ({ status: 200 + messages.push(message) }) });
    const [delivery] = await own.emit({ topic });
    expect(await delivery?.answer).toEqual({ status: 201 });
    expect(messages).toMatchObject([{ ...json, method: "POST" }]);
  });

  test.each([
    [undefined, {}],
    [{ headers: { "bad name": "x" } }, "payload: headers must be an object of HTTP headers"],
    [{ body: 42 }, "payload: body must be a string"],
    ["signed", "payload must return an object with headers and body, or nothing"],
  ])("emit says what is wrong if the option payload returns %j", async (content, expected) => {
    const own = inProcess({ seed: [json], payload: () => Object({ content }).content });
    const emitted = own.emit({ topic });
    if (typeof expected === "string") await expect(emitted).rejects.toThrow(expected);
    else expect(await emitted).toMatchObject([expected]);
  });

  test("emit takes the status of a response that the option send returns, as a fetch does", async () => {
    const own = inProcess({ seed: [json], send: async () => new Response("", { status: 202 }) });
    const [delivery] = await own.emit({ topic });
    expect(await delivery?.answer).toEqual({ status: 202 });
  });

  test("emit never starts more deliveries than the sandbox keeps", async () => {
    const own = inProcess({ seed: Array.from({ length: 11 }, () => json) });
    await expect(own.emit({ topic, times: 100 })).rejects.toThrow("emit: this would start 1100 deliveries");
    expect(own.deliveries).toEqual([]);
  });

  test("emit keeps the latest 1000 deliveries, with 10,000 characters of each body", async () => {
    for (let turn = 0; turn < 11; turn++) {
      await sandbox.emit({ topic: products.topic, times: 100, payload: `${turn} ${"a".repeat(20_000)}` });
    }
    expect(sandbox.deliveries).toHaveLength(1000);
    expect(sandbox.deliveries[0]?.body).toMatch(/^1 a{9998}$/);
  });
});

describe("internal trigger", () => {
  test("the internal trigger starts a delivery, and returns the subscription with the topic and the address in the format that is sent", async () => {
    const sandbox = inProcess({ seed: [json] });
    expect(await clientOf(sandbox).deliver({ ...orders, format: "xml" })).toEqual({
      ...sandbox.webhooks[0],
      format: "xml",
    });
    expect(sandbox.deliveries).toMatchObject([{ ...orders, format: "xml" }]);
  });

  test("the internal trigger takes no payload from the request", async () => {
    const sandbox = inProcess();
    await clientOf(sandbox).deliver(Object({ ...orders, payload: "mine" }));
    expect(sandbox.deliveries).toMatchObject([{ body: JSON.stringify({ topic, note: NOTE }) }]);
  });

  test("the internal trigger returns the id 0 if there is no such subscription, and notes it", async () => {
    const { data, response } = await clientOf(inProcess()).deliver(orders).withResponse();
    expect(data).toMatchObject({ ...orders, id: 0 });
    expect(response.headers.get("sandbox-note")).toBe("no webhook has this topic and address: the id is 0");
  });
});

describe("deliveries of a server", () => {
  const log: string[] = [];
  const received: object[] = [];
  let sandbox: RunningSandbox;
  let receiver: WebServer;

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, log: (line) => log.push(line) });
    receiver = await startWebServer(async (request, response) => {
      const { method, url: path, headers } = request;
      received.push({ method, path, type: headers["content-type"], body: await bodyOf(request) });
      if (path === "/moved") response.writeHead(307, { Location: "/elsewhere" }).end();
      else if (path === "/gone") request.socket.destroy();
      else if (path !== "/silent") response.writeHead(204).end();
    });
  });
  beforeEach(() => {
    sandbox.reset();
    received.length = 0;
    log.length = 0;
  });
  afterAll(async () => {
    await sandbox.close();
    await receiver[Symbol.asyncDispose]();
  });

  /** Triggers a delivery; returns its outcome. */
  async function deliver(address: string, own = sandbox) {
    await clientOf({ url: own.url, fetch }).deliver({ topic, address });
    return await own.deliveries.at(-1)?.answer;
  }

  test("a server sends a delivery as a POST with its payload, and records the status of the receiver", async () => {
    expect(await deliver(`${receiver.url}/hooks`)).toEqual({ status: 204 });
    const body = JSON.stringify({ topic, note: NOTE });
    expect(received).toEqual([{ method: "POST", path: "/hooks", type: "application/json", body }]);
  });

  test.each(["localhost", "shop.localhost"])("a server delivers to this machine by its name %s", async (name) => {
    expect(await deliver(receiver.url.replace("127.0.0.1", name))).toEqual({ status: 204 });
  });

  test("a delivery follows no redirect", async () => {
    expect(await deliver(`${receiver.url}/moved`)).toEqual({ status: 307 });
    expect(received).toHaveLength(1);
  });

  test.each([
    ["a receiver that breaks off", "/gone", { error: "ECONNRESET" }],
    ["a port where nothing listens", "http://127.0.0.1:9", { error: "ECONNREFUSED" }],
    ["another machine", "http://192.0.2.1/", { notSent: "its address is not on this machine" }],
    ["another machine by IPv6", "http://[::ffff:192.0.2.1]/", { notSent: "its address is not on this machine" }],
    ["an unknown name", "http://sandbox.invalid/", { notSent: "its host name has no address" }],
    ["an address that is no HTTP URL", "mailto:a@b.example", { notSent: "its address is not an HTTP URL" }],
  ])("a server cannot deliver to %s, and says why", async (_, to, outcome) => {
    expect(await deliver(to.startsWith("/") ? receiver.url + to : to)).toEqual(outcome);
  });

  test.each(["http://169.254.169.254/", "http://2852039166/", "http://[::ffff:a9fe:a9fe]/", "http://[fe80::1]/"])(
    "a server never delivers to the link-local address %s, even with deliverTo: any",
    async (address) => {
      await using any = await startSandbox({ port: 0, deliverTo: "any" });
      for (const own of [sandbox, any]) {
        expect(await deliver(address, own)).toEqual({ notSent: "its address is link-local" });
      }
    },
  );

  test("a server answers without waiting for the receiver, and close() ends a delivery", async () => {
    const own = await startSandbox({ port: 0, seed: [{ topic, address: `${receiver.url}/silent` }] });
    const [delivery] = await own.emit({ topic });
    expect(delivery?.state).toEqual({ pending: true });
    await expect.poll(() => received.length).toBe(1);
    await own.close();
    expect(await delivery?.answer).toEqual({ error: "the sandbox was closed" });
  });

  test("a delivery takes at most 10 s", async () => {
    const timers = vi.spyOn(globalThis, "setTimeout");
    const outcome = deliver(`${receiver.url}/silent`);
    await expect.poll(() => received.length).toBe(1);
    timers.mock.calls.find(([, ms]) => ms === 10_000)?.[0]();
    expect(await outcome).toEqual({ error: "no answer within 10000 ms" });
    timers.mockRestore();
  });

  test("a server logs the outcome of a delivery, without what may be secret in its address", async () => {
    await deliver("http://127.0.0.1:9/hunter2?key=hunter2");
    expect(log.at(-1)).toMatch(/^delivery: POST http:\/\/127\.0\.0\.1:9 failed: ECONNREFUSED [\d.]+ ms$/);
  });

  /** Sends a subscription of the receiver with some headers, which `fetch` would not send. */
  const send = (headers: object, method: string, path: string) =>
    sendRaw(sandbox.url, {
      ...{ method, path, headers: { ...HEADERS, ...headers } },
      body: JSON.stringify({ webhook: { topic, address: receiver.url } }),
    });

  const PAGE = { Origin: "https://foreign.example" };
  test.each([
    ["of a foreign origin", PAGE],
    ["of another machine's address", { Origin: "http://192.0.2.7" }],
    ["without an origin, such as one in a frame", { Origin: "null" }],
    ["whose host name has an address of this machine", { Origin: "http://a.example", Host: "a.example" }],
    ["that hides its origin", { "Sec-Fetch-Site": "cross-site" }],
  ])("a server delivers nothing if it is triggered by a page %s", async (_, headers) => {
    expect((await send(headers, "POST", DELIVER)).status).toBe(200);
    expect(await sandbox.deliveries[0]?.answer).toEqual({ notSent: "a web page from another machine triggered it" });
  });

  test.each([
    ["a page of this machine", { Origin: "http://localhost:5173", "Sec-Fetch-Site": "same-site" }],
    ["a program in another container", { Host: "sandbox:4010" }],
  ])("a server delivers if %s triggers it", async (_, headers) => {
    await send(headers, "POST", DELIVER);
    expect(await sandbox.deliveries[0]?.answer).toEqual({ status: 204 });
  });

  test("a server does not deliver to a subscription that a page of another machine created or was the last to update", async () => {
    const outcome = async () => await (await sandbox.emit({ topic }))[0]?.answer;
    await send(PAGE, "POST", WEBHOOKS);
    expect(await outcome()).toEqual({ notSent: "a web page from another machine set its address" });
    await send({}, "PUT", WEBHOOKS);
    expect(await outcome()).toEqual({ status: 204 });
    await send(PAGE, "PUT", WEBHOOKS);
    expect(await outcome()).toHaveProperty("notSent");
  });
});
