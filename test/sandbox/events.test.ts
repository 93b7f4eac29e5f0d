import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  connectSandbox,
  type Delivery,
  type EmittedEvent,
  type SandboxState,
  type Seed,
} from "../../src/sandbox/index.js";
import { startSandbox } from "../../src/sandbox/server/index.js";
import { bodyOf, startWebServer, type WebServer } from "../servers/web.js";
import {
  ask,
  clientOf,
  inProcess,
  orders,
  products,
  type ReachedSandbox,
  TOKEN,
  transports,
  unusedTopic,
} from "./transports.js";

/** What a test needs of a sandbox, in process or in another process. */
type Emitting = Pick<SandboxState, "emit">;

/** The ways in which a test emits an event: what one promises, all promise. */
const ways: Readonly<Record<string, (options: object) => Promise<{ own: ReachedSandbox; emitting: Emitting }>>> = {
  async "in process"(options) {
    const own = inProcess(options);
    return { own, emitting: own };
  },
  async "as a server"(options) {
    const own = await transports["over HTTP"](options);
    return { own, emitting: own };
  },
  async "in another process"(options) {
    const own = await transports["over HTTP"](options);
    return { own, emitting: connectSandbox(own.url) };
  },
};

// Nothing listens there.
const nowhere = "http://127.0.0.1:9";
const json = { ...orders, address: `${nowhere}/json`, format: "json" } as const;
const xml = { ...orders, address: `${nowhere}/xml`, format: "xml" } as const;
const other = { ...products, address: `${nowhere}/other` };
const seed = [json, xml, other] satisfies Seed;
const { topic } = orders;

const circle: { own?: object } = {};
circle.own = circle;

/** What keeps all that it has to itself. */
class Order {
  readonly #id = 7;
  get id() {
    return this.#id;
  }
}

const NOT_JSON = "emit: payload must be a string, or a value that JSON can represent";

/** What a test compares of deliveries. */
const sentBy = (deliveries: readonly Delivery[]) => deliveries.map(({ address, body }) => [address, body]);

describe.each(Object.entries(ways))("an event, emitted %s,", (_, reach) => {
  let own: ReachedSandbox;
  let emitting: Emitting;

  beforeAll(async () => {
    ({ own, emitting } = await reach({ seed }));
  });
  beforeEach(() => own.reset());
  afterAll(() => own.close());

  test("is delivered to every subscription with its topic, in its format, and is recorded", async () => {
    const deliveries = await emitting.emit({ topic, payload: { id: 7, lines: ["a", "b"], note: null } });
    expect(sentBy(deliveries)).toEqual([
      [json.address, '{"id":7,"lines":["a","b"],"note":null}'],
      [xml.address, "<delivery><id>7</id><lines><item>a</item><item>b</item></lines><note></note></delivery>"],
    ]);
    expect(deliveries).toMatchObject([
      { topic, format: "json", method: "POST", headers: { "Content-Type": "application/json" } },
      { topic, format: "xml", method: "POST", headers: { "Content-Type": "application/xml" } },
    ]);
    expect(own.deliveries.map(({ id }) => id)).toEqual(deliveries.map(({ id }) => id));
  });

  test("reaches what a create subscribed, and no longer what a delete removed", async () => {
    const made = await clientOf(own).create({ ...orders, topic: unusedTopic });
    expect(await emitting.emit({ topic: made.topic })).toHaveLength(1);
    await clientOf(own).delete(made.id);
    expect(await emitting.emit({ topic: made.topic })).toEqual([]);
    expect(own.deliveries).toHaveLength(1);
  });

  test("has a text as it is, in any format", async () => {
    const deliveries = await emitting.emit({ topic, payload: "<order id='7'/> & more" });
    expect(deliveries.map(({ body }) => body)).toEqual(["<order id='7'/> & more", "<order id='7'/> & more"]);
  });

  test("has a note without a payload", async () => {
    const note = "Sent by the sandbox. The payload of a delivery is not specified.";
    expect((await emitting.emit({ topic })).map(({ body }) => body)).toEqual([
      JSON.stringify({ topic, note }),
      `<delivery><topic>${topic}</topic><note>${note}</note></delivery>`,
    ]);
  });

  test("is delivered several times with times, each with a number of its own", async () => {
    const deliveries = await emitting.emit({ topic: products.topic, times: 3 });
    expect(deliveries).toHaveLength(3);
    expect(new Set(deliveries.map(({ id }) => id)).size).toBe(3);
  });

  test("has the headers that are given, each once, however it is written", async () => {
    const headers = { "X-Event": "7", "content-type": "application/cloudevents+json" };
    const [delivery] = await emitting.emit({ topic: products.topic, headers });
    expect(delivery?.headers).toEqual(headers);
  });

  test("has no delivery where no subscription has the topic", async () => {
    expect(await emitting.emit({ topic: unusedTopic })).toEqual([]);
  });

  test.each<[unknown, string]>([
    [{}, "emit: topic "],
    [{ topic: 7 }, "emit: topic "],
    [{ topic: "orders" }, "emit: topic must "],
    [{ topic, times: 0 }, "emit: times must be a whole number from 1 to 100, got 0"],
    [{ topic, times: 101 }, "emit: times must be a whole number from 1 to 100, got 101"],
    [{ topic, headers: { "X-Event": "two\nlines" } }, "emit: headers must be an object of HTTP headers"],
    [{ topic, headers: { "X-Event": null } }, "emit: headers must be an object of HTTP headers"],
    [{ topic, headers: { "X-Event": ["a"] } }, "emit: headers must be an object of HTTP headers"],
    [{ topic, headers: { "content-length": "3" } }, "emit: headers must not contain content-length"],
    [{ topic, headers: { "Transfer-Encoding": "chunked" } }, "emit: headers must not contain Transfer-Encoding"],
    [{ topic, payloads: {} }, "emit: payloads does not exist: use topic, payload, headers, times"],
    [null, "emit: pass an object with topic, payload, headers, times"],
    [topic, "emit: pass an object with topic, payload, headers, times"],
  ])("%o is refused, and delivers nothing", async (given, message) => {
    const event: EmittedEvent = JSON.parse(JSON.stringify(given));
    await expect(emitting.emit(event)).rejects.toThrow(message);
    expect(own.deliveries).toEqual([]);
  });

  test("with headers of the platform, which have no fields, is refused", async () => {
    const event = { topic, headers: new Headers({ "X-Event": "7" }) };
    await expect(Reflect.apply(emitting.emit, undefined, [event])).rejects.toThrow("emit: headers must be an object");
  });

  test.each([
    ["a number that JSON cannot write", 7n],
    ["a function", () => 7],
    ["an object that contains itself", circle],
  ])("with %s as payload is refused", async (_, payload) => {
    await expect(emitting.emit({ topic, payload })).rejects.toThrow(new RangeError(NOT_JSON));
  });

  test.each([
    ["Uint8Array", new Uint8Array(2)],
    ["ArrayBuffer", new ArrayBuffer(2)],
    ["Map", new Map([["id", 7]])],
    ["Set", { ids: [new Set([7])] }],
    ["TypeError", { error: new TypeError("wrong") }],
    ["Blob", new Blob(["seven"])],
    ["Promise", Promise.resolve({ id: 7 })],
    ["Order", new Order()],
  ])("with a payload of the class %s, or with one in it, is refused, and names the class", async (name, payload) => {
    const message = `${NOT_JSON}, and ${name} is none`;
    await expect(emitting.emit({ topic, payload })).rejects.toThrow(new RangeError(message));
    expect(own.deliveries).toEqual([]);
  });

  test("has a payload of plain objects, of objects of a class with fields, and of those with toJSON", async () => {
    const others = [{}, Object.create(null), runInNewContext("({})"), [], Object.assign(new Order(), { lines: 7 })];
    const payload = [...others, new Date(0), new URL("https://front-end.example/")];
    const [delivery] = await emitting.emit({ topic, payload });
    expect(delivery?.body).toBe('[{},{},{},[],{"lines":7},"1970-01-01T00:00:00.000Z","https://front-end.example/"]');
  });

  test("never begins more deliveries than are recorded", async () => {
    own.reset(Array.from({ length: 11 }, () => orders));
    const message = "emit: times 100 would create 1100 deliveries, and the sandbox keeps only 1000";
    await expect(emitting.emit({ topic, times: 100 })).rejects.toThrow(message);
    expect(own.deliveries).toEqual([]);
  });

  test("is seen by the option payload, which signs it", async () => {
    const signing = await reach({
      seed,
      payload: ({ body, headers }: Delivery) => ({
        headers: { "x-signature": `signed ${body}`, "X-Type": headers["Content-Type"] },
      }),
    });
    const [delivery] = await signing.emitting.emit({ topic, payload: "hello", headers: { "X-Signature": "none" } });
    const headers = { "Content-Type": "application/json", "x-signature": "signed hello", "X-Type": "application/json" };
    expect(delivery?.headers).toEqual(headers);
    await signing.own.close();
  });
});

describe("the deliveries of an event", () => {
  const received: { type: string | undefined; body: string }[] = [];
  let receiver: WebServer;

  beforeAll(async () => {
    receiver = await startWebServer(async (request, response) => {
      received.push({ type: request.headers["content-type"], body: await bodyOf(request) });
      response.writeHead(204).end();
    });
  });
  beforeEach(() => void received.splice(0));
  afterAll(() => receiver[Symbol.asyncDispose]());

  test("reach a receiver on this machine, in the format of each subscription, as often as times says", async () => {
    const address = `${receiver.url}/hooks`;
    await using sandbox = await startSandbox({
      port: 0,
      seed: [
        { ...json, address },
        { ...xml, address },
      ],
    });
    const deliveries = await connectSandbox(sandbox.url).emit({ topic, payload: { id: 7 }, times: 2 });
    for (const { answer } of deliveries) expect(await answer).toEqual({ status: 204 });
    const inXml = { type: "application/xml", body: "<delivery><id>7</id></delivery>" };
    const inJson = { type: "application/json", body: '{"id":7}' };
    expect(received).toHaveLength(4);
    expect(received.filter(({ type }) => type === inXml.type)).toEqual([inXml, inXml]);
    expect(received.filter(({ type }) => type === inJson.type)).toEqual([inJson, inJson]);
  });

  test("say why nothing is sent, such as to the addresses of the contract's examples", async () => {
    await using sandbox = await startSandbox({ port: 0, seed: [{ ...orders, address: "http://192.0.2.1/" }] });
    const [delivery] = await sandbox.emit({ topic });
    expect(await delivery?.answer).toEqual({ notSent: "its address is not on this machine" });
    expect(delivery?.state).toEqual({ notSent: "its address is not on this machine" });
    const recording = inProcess({ seed: "examples" });
    const [recorded] = await recording.emit({ topic });
    expect(await recorded?.answer).toEqual({ notSent: "recorded only" });
  });

  test("all arrive, also when there are many", async () => {
    await using sandbox = await startSandbox({ port: 0, seed: [{ ...json, address: receiver.url }] });
    const deliveries = await sandbox.emit({ topic, times: 100 });
    const outcomes = await Promise.all(deliveries.map(({ answer }) => answer));
    expect(outcomes.filter((outcome) => !("status" in outcome))).toEqual([]);
    expect(received).toHaveLength(100);
  });
});

test("with a state for each token, an event reaches only the subscriptions of its token", async () => {
  await using sandbox = await startSandbox({ port: 0, seed: [json], statePer: "token" });
  await ask({ url: sandbox.url, fetch }, undefined, { method: "GET", headers: TOKEN });
  const one = connectSandbox(sandbox.url).forToken("one");
  await one.reset([json, xml]);
  expect(await one.emit({ topic })).toHaveLength(2);
  expect(await sandbox.forToken("two").emit({ topic })).toHaveLength(1);
  expect(sandbox.forToken("one").deliveries).toHaveLength(2);
  await expect(sandbox.emit({ topic })).rejects.toThrow("Each access token has its own state");
  await expect(connectSandbox(sandbox.url).emit({ topic })).rejects.toThrow("422 Each access token has its own state");
});
