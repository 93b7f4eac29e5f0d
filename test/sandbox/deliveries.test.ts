import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { operations } from "../../generated/contract.js";
import { connectSandbox, type DeliveryMessage } from "../../src/sandbox/index.js";
import { type RunningSandbox, startSandbox } from "../../src/sandbox/server/index.js";
import { addressOf } from "../servers/port.js";
import { startWebServer } from "../servers/web.js";
import { sendRaw } from "./raw-request.js";
import {
  clientOf,
  DELIVER,
  HEADERS,
  inProcess,
  orders,
  post,
  type ReachedSandbox,
  refused,
  textsOf,
  transports,
  WEBHOOKS,
  type Webhooks,
} from "./transports.js";

const { topic: event } = orders;

describe.each(Object.entries(transports))("%s", (_, reach) => {
  // Nothing listens there.
  const here = { ...orders, address: "http://127.0.0.1:9/hooks" };
  let sandbox: ReachedSandbox;
  let service: Webhooks;

  beforeAll(async () => {
    sandbox = await reach();
    service = clientOf(sandbox);
  });
  beforeEach(() => sandbox.reset());
  afterAll(() => sandbox.close());

  describe("the answer to a trigger", () => {
    test("has the subscription with the sent topic and address, in the sent format", async () => {
      const item = await service.create(here);
      expect(await service.deliver({ ...here, format: "xml" })).toEqual({ ...item, format: "xml" });
      expect(await service.get(item["id"])).toHaveProperty("format", "json");
    });

    test("has an id of none if there is no such subscription, and a header says so", async () => {
      const sent = { ...here, format: "xml" } as const;
      const { response, data } = await service.deliver(sent).withResponse();
      expect(data).toMatchObject({ id: 0, ...sent });
      expect(response.headers.get("sandbox-note")).toBe("no webhook has this topic and address: the id is 0");
    });
  });

  test("nothing is delivered for a refused request, a simulated failure or a new subscription", async () => {
    expect((await post(sandbox, { ...here, topic: undefined }, DELIVER)).status).toBe(
      refused(422, operations.deliverWebhook),
    );
    sandbox.simulate({ status: 503 });
    expect((await post(sandbox, here, DELIVER)).status).toBe(503);
    await service.create(here);
    expect(sandbox.deliveries).toEqual([]);
  });

  test("a delivery has the payload and the headers that the team's own function makes", async () => {
    await using own = await reach({
      payload: async ({ topic: event, body }) => ({
        headers: { "X-Signature": `signed ${event}`, "content-type": "application/cloudevents+json" },
        body: body.toUpperCase(),
      }),
    });
    await clientOf(own).deliver(here);
    const headers = { "content-type": "application/cloudevents+json", "X-Signature": `signed ${event}` };
    const body = JSON.stringify({ topic: event }).slice(1, -1).toUpperCase();
    expect(own.deliveries).toMatchObject([{ body: expect.stringContaining(body) }]);
    expect(own.deliveries[0]?.headers).toEqual(headers);
  });
});

describe.each(Object.entries(transports))("%s, the option payload", (_, reach) => {
  test.each([
    ["a string", "hello"],
    ["a list", []],
    ["null", null],
    ["a body that is no string", { body: { id: 7 } }],
    ["headers that are none", { headers: { "X-Signature": undefined } }],
    ["headers of the platform, which have no fields", { headers: new Headers({ "X-Signature": "7" }) }],
  ])("is refused in one line where it returns %s, and nothing is delivered", async (_, returned) => {
    const lines: string[] = [];
    const options = { seed: [orders], log: (line: string) => lines.push(line), payload: () => returned };
    await using sandbox: ReachedSandbox = await Reflect.apply(reach, undefined, [options]);
    const sentence =
      "The option payload must return undefined, or an object whose headers are HTTP headers and whose body is a string.";
    await expect(sandbox.emit({ topic: orders.topic })).rejects.toThrow(sentence);
    const answer = await post(sandbox, orders, DELIVER);
    expect(answer.status).toBe(500);
    expect(await textsOf(answer)).toContain(sentence);
    expect(sandbox.deliveries).toEqual([]);
    expect(lines.filter((line) => line.includes("\n"))).toEqual([]);
  });

  test("may return its message with another body, and fields that it does not need", async () => {
    await using sandbox = await reach({ seed: [orders], payload: (message) => ({ ...message, body: "own" }) });
    expect(await sandbox.emit({ topic: orders.topic })).toMatchObject([{ body: "own" }]);
  });
});

test("an option send may return the response of a fetch: its status is the outcome", async () => {
  const lines: string[] = [];
  const send = async () => new Response(null, { status: 204 });
  const sandbox = inProcess({ seed: [orders], log: (line) => lines.push(line), send });
  const [delivery] = await sandbox.emit({ topic: orders.topic });
  expect(await delivery?.answer).toEqual({ status: 204 });
  expect(lines).toEqual([expect.stringContaining(" 204 ")]);
});

test.each([
  ["nothing", undefined],
  ["a status by itself", 200],
  ["another field", { ok: true }],
])("an option send that returns %s is told in the outcome, and in the log", async (_, returned) => {
  const lines: string[] = [];
  const options = { seed: [orders], log: (line: string) => lines.push(line), send: async () => returned };
  const sandbox: ReachedSandbox = Reflect.apply(inProcess, undefined, [options]);
  const [delivery] = await sandbox.emit({ topic: orders.topic });
  const error = "the option send must return { status }, { error } or { notSent }";
  expect(await delivery?.answer).toEqual({ error });
  expect(delivery?.state).toEqual({ error });
  expect(lines).toEqual([expect.stringContaining(`failed: ${error}`)]);
});

test("in process, a delivery is only recorded, or sent by the option send", async () => {
  const messages: DeliveryMessage[] = [];
  const send = async (message: DeliveryMessage) => {
    messages.push(message);
    return { status: 202 };
  };
  const [recording, sending] = [inProcess(), inProcess({ send })];
  for (const sandbox of [recording, sending]) await post(sandbox, orders, DELIVER);
  expect(recording.deliveries).toMatchObject([{ ...orders, method: "POST" }]);
  expect(await recording.deliveries[0]?.answer).toEqual({ notSent: "recorded only" });
  expect(messages).toMatchObject([{ ...orders, headers: { "Content-Type": "application/json" } }]);
  expect(await sending.deliveries[0]?.answer).toEqual({ status: 202 });
});

// Only the server sends.
describe("as a server, a delivery", () => {
  const log: string[] = [];
  const received: object[] = [];
  let sandbox: RunningSandbox;
  let receiver: Server;
  let address: string;

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, log: (line) => log.push(line) });
    receiver = createServer(async (request, response) => {
      const { method, url: path, headers } = request;
      received.push({ method, path, type: headers["content-type"], body: await text(request) });
      if (path === "/moved") response.writeHead(307, { Location: "/elsewhere" }).end();
      else if (path === "/gone") request.socket.destroy();
      else if (path === "/endless") response.writeHead(200).write("the first of many");
      else if (path !== "/silent") response.writeHead(204).end();
    }).listen(0, "127.0.0.1");
    await once(receiver, "listening");
    address = addressOf(receiver).url;
  });
  beforeEach(() => {
    sandbox.reset();
    for (const list of [received, log]) list.length = 0;
  });
  afterAll(async () => {
    await sandbox.close();
    receiver.close();
    receiver.closeAllConnections();
  });

  /** Triggers a delivery, which the sandbox answers in any case; returns its outcome. */
  async function deliver(to: string, own = sandbox, fields: object = {}) {
    const sent = { ...orders, address: to, ...fields };
    expect(await (await post({ url: own.url, fetch }, sent, DELIVER)).json()).toMatchObject({ webhook: sent });
    return own.deliveries.at(-1)?.answer;
  }

  test("is sent as a POST to the given address, such as one of localhost, in JSON, and is recorded with its answer", async () => {
    const hooks = `${address.replace("127.0.0.1", "localhost")}/hooks`;
    expect(await deliver(hooks)).toEqual({ status: 204 });
    const note = "Sent by the sandbox. The payload of a delivery is not specified.";
    const body = JSON.stringify({ topic: event, note });
    expect(sandbox.deliveries).toMatchObject([{ method: "POST", address: hooks, topic: event, body }]);
    expect(received).toEqual([{ method: "POST", path: "/hooks", type: "application/json", body }]);
  });

  test("is sent in XML if the trigger says so", async () => {
    await deliver(address, sandbox, { format: "xml" });
    const body = expect.stringContaining(`<topic>${event}</topic>`);
    expect(received).toMatchObject([{ type: "application/xml", body }]);
  });

  test("to a receiver that hangs does not hold back the answer, and close() ends it", async () => {
    const own = await startSandbox({ port: 0 });
    const arrived = once(receiver, "request");
    await post({ url: own.url, fetch }, { ...orders, address: `${address}/silent` }, DELIVER);
    await arrived;
    await own.close();
    expect(await own.deliveries[0]?.answer).toEqual({ error: "the sandbox was closed" });
  });

  test("to a receiver that hangs ends after 10 s", async () => {
    const timers = vi.spyOn(globalThis, "setTimeout");
    const answer = deliver(`${address}/silent`);
    await once(receiver, "request");
    timers.mock.calls.find(([, ms]) => ms === 10_000)?.[0]();
    expect(await answer).toEqual({ error: "no answer within 10000 ms" });
    timers.mockRestore();
  });

  test("is listed at once, with its state so far, while its receiver hangs", async () => {
    const own = await startSandbox({ port: 0 });
    const arrived = once(receiver, "request");
    await post({ url: own.url, fetch }, { ...orders, address: `${address}/silent` }, DELIVER);
    await arrived;
    const [listed] = await connectSandbox(own.url).deliveries;
    expect([listed?.state, own.deliveries[0]?.state]).toEqual([{ pending: true }, { pending: true }]);
    await own.close();
    expect(await own.deliveries[0]?.answer).toEqual(own.deliveries[0]?.state);
    expect(await listed?.answer).toHaveProperty("error");
  });

  test("is listed with a promise of its outcome in another process, too", async () => {
    let answer = () => {};
    await using slow = await startWebServer((_, response) => {
      answer = () => void response.writeHead(202).end();
    });
    await post({ url: sandbox.url, fetch }, { ...orders, address: slow.url }, DELIVER);
    const [listed] = await connectSandbox(sandbox.url).deliveries;
    answer();
    expect(await listed?.answer).toEqual({ status: 202 });
  });

  test.each([
    ["a page of a foreign origin", { Origin: "https://foreign.example" }],
    ["a page without an origin, such as one in a frame", { Origin: "null" }],
    [
      "a page that has given its own host name an address of this machine",
      { Host: "foreign.example:4010", "Sec-Fetch-Site": "same-origin" },
    ],
    ["a page of another machine", { Origin: "http://192.0.2.7" }],
    ["a foreign page that hides its origin", { "Sec-Fetch-Site": "cross-site" }],
  ])("that %s triggers is recorded, and not sent", async (_, headers) => {
    expect((await triggeredBy(headers)).status).toBe(200);
    expect(await sandbox.deliveries[0]?.answer).toEqual({ notSent: "a web page from another machine triggered it" });
    expect(received).toEqual([]);
  });

  test.each([
    ["a page of this machine", { Origin: "http://localhost:5173", "Sec-Fetch-Site": "same-site" }],
    ["a page of a name of this machine", { Origin: "http://shop.localhost:5173", Host: "localhost.:4010" }],
    ["a program in another container", { Host: "sandbox:4010" }],
  ])("that %s triggers is sent", async (_, headers) => {
    await triggeredBy(headers);
    expect(await sandbox.deliveries[0]?.answer).toEqual({ status: 204 });
  });

  test("to a subscription that a web page of another machine creates is recorded, and not sent", async () => {
    await subscribedBy(PAGE);
    const [delivery] = await sandbox.emit({ topic: event });
    expect(await delivery?.answer).toEqual({ notSent: "a web page from another machine set its address" });
    expect(received).toEqual([]);
  });

  test("to a subscription goes where the latest update says, unless a web page of another machine sent that", async () => {
    const outcome = async () => await (await sandbox.emit({ topic: event }))[0]?.answer;
    await subscribedBy();
    expect(await outcome()).toEqual({ status: 204 });
    await subscribedBy(PAGE, "PUT");
    expect(await outcome()).toEqual({ notSent: "a web page from another machine set its address" });
    await subscribedBy({}, "PUT");
    expect(await outcome()).toEqual({ status: 204 });
  });

  const PAGE = { Origin: "https://foreign.example" };

  /** Creates or updates a subscription by a request with some headers. */
  function subscribedBy(headers: Readonly<Record<string, string>> = {}, method = "POST") {
    return sentBy(headers, method, WEBHOOKS);
  }

  /** Triggers a delivery by a request with some headers. */
  function triggeredBy(headers: Readonly<Record<string, string>>) {
    return sentBy(headers, "POST", DELIVER);
  }

  /** Sends a subscription with some headers, which `fetch` would not send. */
  function sentBy(headers: Readonly<Record<string, string>>, method: string, path: string) {
    const body = JSON.stringify({ webhook: { ...orders, address } });
    return sendRaw(sandbox.url, { method, path, headers: { ...HEADERS, ...headers }, body });
  }

  test.each(["localhost", "localhost.", "shop.localhost", "a.shop.localhost."])(
    "reaches this machine by its name %s",
    async (name) => {
      expect(await deliver(address.replace("127.0.0.1", name))).toEqual({ status: 204 });
    },
  );

  const elsewhere = "its address is not on this machine";
  test.each([
    ["/moved", { status: 307 }],
    ["/gone", { error: "ECONNRESET" }],
    ["/endless", { status: 200 }],
    ["http://127.0.0.1:9", { error: "ECONNREFUSED" }],
    ["http://sandbox.invalid/", { notSent: "its host name has no address" }],
    ["http://192.0.2.1/", { notSent: elsewhere }],
    ["http://[2001:db8::1]/", { notSent: elsewhere }],
    ["http://[::ffff:192.0.2.1]/", { notSent: elsewhere }],
    ["mailto:orders@lantern-books.example", { notSent: "its address is not an HTTP URL" }],
    ["file:///etc/passwd", { notSent: "its address is not an HTTP URL" }],
    ["http://name:hunter2@127.0.0.1:9/", { error: "ECONNREFUSED" }],
  ])("to %s has the outcome %o, which is logged, and follows no redirect", async (to, outcome) => {
    expect(await deliver(to.startsWith("/") ? address + to : to)).toEqual(outcome);
    const [[name, said] = []] = Object.entries(outcome);
    const words = new Map([
      ["status", said],
      ["error", `failed: ${said}`],
      ["notSent", `not sent: ${said}`],
    ]);
    expect(log).toContainEqual(expect.stringContaining(` ${words.get(name ?? "")} `));
    expect(log.join()).not.toContain("hunter2");
    expect(received).not.toContainEqual(expect.objectContaining({ path: "/elsewhere" }));
  });

  test.each([
    ["mailto:orders@lantern-books.example", " mailto:"],
    ["ftp://lantern-books.example/hooks", " ftp://lantern-books.example"],
    ["http://lantern-books.example:99999/hooks", ""],
  ])("to %s, which is no HTTP URL, is one line in the log, without what may be secret", async (to, shown) => {
    await deliver(to);
    const lines = log.map((line) => line.replace(/ [\d.]+ ms$/, ""));
    expect(lines).toContain(`delivery: POST${shown} not sent: its address is not an HTTP URL`);
  });

  test.each([
    "http://169.254.169.254/",
    "http://2852039166/",
    "http://[::ffff:a9fe:a9fe]/",
    "http://[fe80::1]/",
    "http://[febf::1]/",
  ])("never goes to %s, even with deliverTo: any, since it is link-local", async (address) => {
    await using any = await startSandbox({ port: 0, deliverTo: "any" });
    for (const own of [sandbox, any]) {
      expect(await deliver(address, own)).toEqual({ notSent: "its address is link-local" });
    }
  });
});
