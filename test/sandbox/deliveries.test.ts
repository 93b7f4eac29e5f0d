import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { createServer as createSocketServer, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ServiceClient } from "../../src/client/index.js";
import type { DeliveryMessage } from "../../src/sandbox/index.js";
import { type RunningSandbox, startSandbox } from "../../src/sandbox/server/index.js";
import { addressOf } from "../servers/port.js";
import {
  ask,
  clientOf,
  DELIVER,
  HEADERS,
  inProcess,
  orders,
  post,
  type ReachedSandbox,
  TOKEN,
  transports,
} from "./transports.js";

describe.each(Object.entries(transports))("%s", (_, reach) => {
  // Nothing listens there.
  const address = "http://127.0.0.1:9/hooks";
  let sandbox: ReachedSandbox;
  let service: ServiceClient;

  beforeAll(async () => {
    sandbox = await reach();
    service = clientOf(sandbox);
  });
  beforeEach(() => sandbox.reset());
  afterAll(() => sandbox.close());

  describe("the answer to a trigger", () => {
    test("has the subscription with the sent topic and address, in the sent format", async () => {
      const webhook = await service.webhooks.create({ topic: "orders/create", address });
      expect(await service.webhooks.deliver({ topic: "orders/create", address, format: "xml" })).toEqual({
        ...webhook,
        format: "xml",
      });
      expect((await service.webhooks.get(webhook.id)).format).toBe("json");
    });

    test("has the id 0 if there is no such subscription, and a header says so", async () => {
      const { response, data } = await service.webhooks
        .deliver({ topic: "products/update", address, format: "xml" })
        .withResponse();
      expect(data).toMatchObject({ id: 0, topic: "products/update", address, format: "xml" });
      expect(response.headers.get("sandbox-note")).toBe("no item has this topic and address: the id is 0");
    });
  });

  describe("nothing is delivered", () => {
    test.each([
      ["without a token", { "Content-Type": "application/json" }, {}, 401],
      ["without a topic", HEADERS, { topic: undefined }, 422],
      ["with another content type", { ...TOKEN, "Content-Type": "text/plain" }, {}, 415],
      ["that does not accept JSON", { ...HEADERS, Accept: "application/xml" }, {}, 406],
    ])("for a refused request %s", async (_, headers, change, status) => {
      const body = JSON.stringify({ webhook: { topic: "orders/create", address, ...change } });
      expect((await ask(sandbox, DELIVER, { method: "POST", headers, body })).status).toBe(status);
      expect(sandbox.deliveries).toEqual([]);
    });

    test("for a simulated failure", async () => {
      sandbox.simulate({ status: 503 });
      expect((await post(sandbox, { topic: "a/b", address }, DELIVER)).status).toBe(503);
      expect(sandbox.deliveries).toEqual([]);
    });

    test("for a new subscription: only a trigger delivers", async () => {
      await service.webhooks.create({ topic: "orders/create", address });
      expect(sandbox.deliveries).toEqual([]);
    });
  });

  test("a delivery has the payload and the headers that the team's own function makes", async () => {
    await using own = await reach({
      payload: async ({ topic, body }) => ({ headers: { "X-Signature": `signed ${topic}` }, body: body.toUpperCase() }),
    });
    await clientOf(own).webhooks.deliver({ topic: "a/b", address });
    const headers = { "Content-Type": "application/json", "X-Signature": "signed a/b" };
    expect(own.deliveries).toMatchObject([{ headers, body: expect.stringContaining('"TOPIC":"A/B"') }]);
  });
});

describe("in process, a delivery", () => {
  test("is only recorded", async () => {
    const sandbox = inProcess();
    await post(sandbox, orders, DELIVER);
    expect(sandbox.deliveries).toMatchObject([{ ...orders, method: "POST" }]);
    expect(await sandbox.deliveries[0]?.answer).toEqual({ notSent: "recorded only" });
  });

  test("is sent by the option send", async () => {
    const messages: DeliveryMessage[] = [];
    const sandbox = inProcess({
      async send(message) {
        messages.push(message);
        return { status: 202 };
      },
    });
    await post(sandbox, { ...orders, format: "xml" }, DELIVER);
    expect(messages).toMatchObject([{ ...orders, headers: { "Content-Type": "application/xml" } }]);
    expect(await sandbox.deliveries[0]?.answer).toEqual({ status: 202 });
  });
});

// Only the server sends.
describe("behind a port, deliveries are sent", () => {
  const log: string[] = [];
  let sandbox: RunningSandbox;
  let service: ServiceClient;
  let receiver: Server;
  let address: string;
  let received: { method: string | undefined; path: string | undefined; type: string | undefined; body: string }[];

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, log: (line) => log.push(line) });
    service = clientOf({ url: sandbox.url, fetch });
    receiver = createServer(async (request, response) => {
      const { method, url: path, headers } = request;
      received.push({ method, path, type: headers["content-type"], body: await text(request) });
      if (path === "/moved") response.writeHead(307, { Location: "/elsewhere" }).end();
      else if (path !== "/silent") response.writeHead(204).end();
    }).listen(0, "127.0.0.1");
    await once(receiver, "listening");
    address = addressOf(receiver).url;
  });
  beforeEach(() => {
    sandbox.reset();
    received = [];
    log.length = 0;
  });
  // The deliveries of a test end before the next test begins.
  afterEach(() => Promise.all(sandbox.deliveries.map(({ answer }) => answer)));
  afterAll(async () => {
    await sandbox.close();
    receiver.close();
    receiver.closeAllConnections();
  });

  /** The only delivery that was sent. */
  function onlyDelivery() {
    expect(sandbox.deliveries).toHaveLength(1);
    const [delivery] = sandbox.deliveries;
    if (!delivery) throw new Error("Nothing was sent");
    return delivery;
  }

  describe("a triggered delivery is sent", () => {
    test("as a POST to the given address, in JSON, and is recorded with its answer", async () => {
      const webhook = await service.webhooks.deliver({ topic: "orders/create", address: `${address}/hooks` });
      expect(webhook).toMatchObject({ topic: "orders/create", address: `${address}/hooks`, format: "json" });
      const { answer, ...sent } = onlyDelivery();
      expect(await answer).toEqual({ status: 204 });
      expect(sent).toMatchObject({ method: "POST", address: `${address}/hooks`, topic: "orders/create" });
      expect(received).toEqual([{ method: "POST", path: "/hooks", type: "application/json", body: sent.body }]);
      expect(JSON.parse(sent.body)).toEqual({
        topic: "orders/create",
        note: "Sent by the sandbox. The payload of a delivery is not specified.",
      });
    });

    test("in XML, if the trigger says so", async () => {
      const topic = 'orders & <"shipments">\u0000\ud800/create';
      await service.webhooks.deliver({ topic, address, format: "xml" });
      expect(await onlyDelivery().answer).toEqual({ status: 204 });
      expect(received).toMatchObject([{ method: "POST", type: "application/xml" }]);
      expect(received[0]?.body).toContain('<topic>orders &#38; &#60;"shipments"&#62;\ufffd\ufffd/create</topic>');
    });

    test("to no other address: a redirect is not followed", async () => {
      await service.webhooks.deliver({ topic: "orders/create", address: `${address}/moved` });
      expect(await onlyDelivery().answer).toEqual({ status: 307 });
      expect(received).toHaveLength(1);
    });
  });

  test.each([
    [
      "switches protocols",
      (socket: Socket) => socket.write("HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n"),
      { status: 101 },
    ],
    ["hangs up", (socket: Socket) => socket.destroy(), { error: "ECONNRESET" }],
  ])("a delivery whose receiver %s has an outcome immediately", async (_, answer, outcome) => {
    const sockets = createSocketServer((socket) => socket.once("data", () => answer(socket))).listen(0, "127.0.0.1");
    await once(sockets, "listening");
    await service.webhooks.deliver({ topic: "a/b", address: addressOf(sockets).url });
    const start = performance.now();
    expect(await onlyDelivery().answer).toEqual(outcome);
    expect(performance.now() - start).toBeLessThan(5000);
    sockets.close();
  });

  describe("a delivery that fails changes nothing for the caller", () => {
    test("when nothing listens at its address", async () => {
      const address = "http://127.0.0.1:9";
      expect(await service.webhooks.deliver({ topic: "orders/create", address })).toHaveProperty("address", address);
      expect(await onlyDelivery().answer).toEqual({ error: "ECONNREFUSED" });
      expect(log).toContainEqual(expect.stringMatching(/^delivery: POST \S+ failed: ECONNREFUSED /));
    });

    test("when its receiver hangs: the answer does not wait, and close() ends the delivery", async () => {
      const own = await startSandbox({ port: 0 });
      const { webhooks } = clientOf({ url: own.url, fetch });
      const arrived = once(receiver, "request");
      await webhooks.deliver({ topic: "orders/create", address: `${address}/silent` });
      await arrived;
      await own.close();
      expect(await own.deliveries[0]?.answer).toEqual({ error: "the sandbox was closed" });
    });
  });

  describe("a delivery goes only to this machine, and is recorded as not sent otherwise", () => {
    const deliverTo = async (sandbox: RunningSandbox, address: string) => {
      await clientOf({ url: sandbox.url, fetch }).webhooks.deliver({ topic: "orders/create", address });
      return sandbox.deliveries.at(-1)?.answer;
    };

    test.each([
      ["http://sandbox.invalid/", "its host name has no address"],
      ["http://192.0.2.1/", "its address is not on this machine"],
      ["http://[2001:db8::1]/", "its address is not on this machine"],
      ["http://[::ffff:192.0.2.1]/", "its address is not on this machine"],
      ["mailto:orders@lantern-books.example", "its address is not an HTTP URL"],
      ["file:///etc/passwd", "its address is not an HTTP URL"],
      ["http://name:hunter2@127.0.0.1/", "its address contains a user name or a password"],
      ["http://169.254.169.254/latest", "its address is link-local"],
      ["http://[fe80::1]/", "its address is link-local"],
    ])("%s gets no delivery: %s", async (address, notSent) => {
      expect(await deliverTo(sandbox, address)).toEqual({ notSent });
      expect(log).toContainEqual(expect.stringContaining(`not sent: ${notSent} `));
      expect(log.join()).not.toContain("hunter2");
    });

    test.each(["localhost", "127.0.0.1"])("%s counts as this machine", async (host) => {
      const { port } = new URL(address);
      expect(await deliverTo(sandbox, `http://${host}:${port}/`)).toEqual({ status: 204 });
    });

    test.each([
      "http://169.254.169.254/latest",
      "http://2852039166/",
      "http://[::ffff:a9fe:a9fe]/",
      "http://[fe80::1]/",
    ])("with deliverTo: any, %s still gets no delivery, since it is link-local", async (address) => {
      await using any = await startSandbox({ port: 0, deliverTo: "any" });
      expect(await deliverTo(any, address)).toEqual({ notSent: "its address is link-local" });
    });
  });
});
