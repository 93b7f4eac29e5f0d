import { createServer } from "node:http";
import { duplexPair } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { connectSandbox } from "../../src/sandbox/index.js";
import {
  type MountedSandbox,
  mountSandbox,
  type RunningSandbox,
  startSandbox,
} from "../../src/sandbox/server/index.js";
import { freePort } from "../servers/port.js";
import { startWebServer } from "../servers/web.js";
import { sendRaw } from "./raw-request.js";
import { clientOf, orders, post, products } from "./transports.js";

const log: string[] = [];
const first = 1001;
let sandbox: RunningSandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, seed: 2, log: (line) => log.push(line) });
});
beforeEach(() => {
  sandbox.reset();
  log.length = 0;
});
afterAll(() => sandbox.close());

/** Sends a control request, such as `POST reset`. */
async function control(
  action: string,
  sent: object | string = "",
  headers: Record<string, string> = {},
  own = sandbox,
) {
  const [method = "", path = ""] = action.split(" ");
  const body = typeof sent === "string" ? sent : JSON.stringify(sent);
  const answer = await sendRaw(own.url, { method, path: `/__sandbox/${path}`, headers, body });
  return { ...answer, body: JSON.parse(answer.body) };
}

const serviceOf = (own: RunningSandbox) => clientOf({ url: own.url, fetch });

describe("a test in another process has the interface of a sandbox in process", () => {
  const connected = () => connectSandbox(`${sandbox.url}/`);

  test("to look at webhooks, requests and deliveries", async () => {
    await serviceOf(sandbox).deliver({ ...orders, address: "http://192.0.2.1/" });
    expect(await connected().webhooks).toEqual(sandbox.webhooks);
    expect(await connected().requests).toEqual(JSON.parse(JSON.stringify(sandbox.requests)));
    const [delivery] = await connected().deliveries;
    expect(delivery).toMatchObject({ topic: orders.topic, format: "json" });
    expect(await delivery?.answer).toEqual({ notSent: "its address is not on this machine" });
  });

  test("to simulate, and to end what it simulates, and nothing else", async () => {
    const end = await connected().simulate({ operation: "listWebhooks", status: 500, times: "always" });
    await connected().simulate({ operation: "getWebhook", status: 501 });
    await expect(serviceOf(sandbox).list()).rejects.toMatchObject({ status: 500 });
    await end();
    expect((await serviceOf(sandbox).list()).webhooks).toHaveLength(2);
    await expect(serviceOf(sandbox).get(first)).rejects.toMatchObject({ status: 501 });
  });

  test("to wait for a request, and not for an earlier one, whatever time the test has set", async () => {
    const create = (webhook: object) => post({ url: sandbox.url, fetch }, webhook);
    await create(products);
    for (const now of [0, Date.UTC(2100, 0)]) {
      vi.useFakeTimers({ toFake: ["Date"], now });
      // As a module that is loaded after a setup file has set the time.
      const module = `../../src/sandbox/connect.ts?loaded-at=${now}`;
      const { connectSandbox }: typeof import("../../src/sandbox/index.js") = await import(module);
      let isWaiting = true;
      const next = connectSandbox(sandbox.url).nextRequest({ operation: "createWebhook" });
      void next.finally(() => {
        isWaiting = false;
      });
      // The first ones may arrive before the sandbox learns of the wait.
      while (isWaiting) await create(orders);
      vi.useRealTimers();
      expect(await next).toMatchObject({ body: { webhook: orders } });
    }
  });

  test("to wait for the first request after another one by its number, even if it overtakes the wait", async () => {
    const create = (webhook: object) => post({ url: sandbox.url, fetch }, webhook);
    await create(products);
    await create(orders);
    const [first] = await connected().requests;
    expect(first?.number).toBe(1);
    expect(await connected().nextRequest({ after: 0 })).toMatchObject({ body: { webhook: products } });
    const second = await connected().nextRequest({ after: 1, operation: "createWebhook" });
    expect(second).toMatchObject({ number: 2, body: { webhook: orders } });
    await connected().reset();
    const next = connected().nextRequest({ after: 0 });
    await create(products);
    expect(await next).toMatchObject({ number: 1, body: { webhook: products } });
  });

  test("to wait for a request for 30 s", async () => {
    const timers = vi.spyOn(globalThis, "setTimeout");
    const next = expect(connected().nextRequest()).rejects.toThrow("next: 504 No such request came within 30 s.");
    const late = () => timers.mock.calls.find(([, ms]) => ms === 30_000);
    await expect.poll(late).toBeDefined();
    late()?.[0]();
    await next;
    timers.mockRestore();
  });

  test("to stop the clock and to reset", async () => {
    expect(await connected().setClock("2030-01-01")).toBeUndefined();
    expect((await serviceOf(sandbox).create(orders)).created_at).toContain("2030-01-01");
    await connected().reset({ webhooks: [orders], clock: "2031-01-01" });
    expect(await connected().webhooks).toMatchObject([{ ...orders, created_at: expect.any(String) }]);
    expect(await connected().reset()).toBeUndefined();
    expect(await connected().webhooks).toHaveLength(2);
  });

  test("and rejects with what the sandbox refuses", async () => {
    await expect(connected().simulate({ status: 9 })).rejects.toThrow("422 simulate: status must be a whole number");
    await expect(connected().setClock(new Date(Number.NaN))).rejects.toThrow("setClock: the time must be a time");
    const url = `http://127.0.0.1:${await freePort()}`;
    await expect(connectSandbox(url).webhooks).rejects.toThrow(`No sandbox responds at ${url}/__sandbox. Start it`);
    await using other = await startWebServer((_, response) => void response.end("Hello"));
    await expect(connectSandbox(other.url).webhooks).rejects.toThrow("is not a sandbox. Check its URL");
    // The platform says what is wrong with a header or a URL.
    await expect(connectSandbox(url).forToken("€").webhooks).rejects.toThrow(TypeError);
    await expect(connectSandbox("no URL").webhooks).rejects.toThrow(TypeError);
  });

  test("for each access token by itself; a reset without one is for all", async () => {
    await using own = await startSandbox({ port: 0, seed: 2, statePer: "token" });
    const [one, two] = ["one", "two"].map((token) => connectSandbox(own.url).forToken(token));
    await two?.reset(3);
    await one?.reset(5);
    expect([await one?.webhooks, await two?.webhooks]).toMatchObject([{ length: 5 }, { length: 3 }]);
    await expect(connectSandbox(own.url).webhooks).rejects.toThrow("422 Each access token has its own state");
    await connectSandbox(own.url).reset();
    expect([await one?.webhooks, await two?.webhooks]).toMatchObject([{ length: 2 }, { length: 2 }]);
  });
});

describe("a control request", () => {
  test("DELETE simulate ends all simulations", async () => {
    for (const status of [500, 501]) await control("POST simulate", { status });
    await control("DELETE simulate");
    expect((await control("GET state")).body.simulations).toEqual([]);
  });

  test("GET state returns a seed: a sandbox that starts or is reset with it goes on from there", async () => {
    await serviceOf(sandbox).delete(first);
    await control("POST simulate", { operation: "listWebhooks", status: 418, times: "always" });
    await control("POST clock", { time: "2030-01-01" });
    const { body: saved } = await control("GET state");
    await control("POST reset", { seed: 5 });
    await control("POST reset", { seed: saved });
    expect((await control("GET state")).body).toEqual(saved);
    await using own = await startSandbox({ port: 0, seed: saved });
    expect(own.webhooks).toEqual(saved.webhooks);
    expect((await serviceOf(own).create(orders)).created_at).toBe("2030-01-01T00:00:00+00:00");
    await expect(serviceOf(own).list()).rejects.toMatchObject({ status: 418 });
  });

  test.each([
    ["what is no JSON", "POST simulate", "{", 400, "Invalid JSON"],
    ["what is no object", "POST simulate", "[]", 422, "send a JSON object"],
    ["a wrong status", "POST simulate", { status: 9 }, 422, "status must be a whole number"],
    ["a wrong seed", "POST reset", { seed: "many" }, 422, "seed must be a number"],
    ["an unknown field", "POST reset", { sed: 1 }, 422, "sed does not exist"],
    ["a wrong time", "POST clock", { time: "noon" }, 422, "must be a time"],
    ["a number of a request that is none", "POST next", { after: "now" }, 422, "after must be a whole number from 0"],
    ["an event without a topic", "POST emit", {}, 422, "emit: topic must "],
    ["an event with a wrong topic", "POST emit", { topic: "orders" }, 422, "emit: topic must "],
    ["a delivery that it does not have", "GET deliveries/0", "", 404, "The sandbox has no delivery with this id"],
    ["the end of what has no number", "DELETE simulate/all", "", 404, "The sandbox has had no simulation with this id"],
    ["the end of an empty id", "DELETE simulate/", "", 404, "POST /__sandbox/simulate returns the id"],
    ["the end of a simulation that never was", "DELETE simulate/1000000", "", 404, "no simulation with this id"],
    ["an unknown path", "GET nothing", "", 404, "POST /__sandbox/reset"],
    ["a method of another path", "GET reset", "", 404, "GET /__sandbox/reset does not exist"],
  ])("%s is refused, and changes nothing", async (_, action, body, status, detail) => {
    expect(await control(action, body)).toMatchObject({ status, body: { detail: expect.stringContaining(detail) } });
    expect((await control("GET state")).body).toMatchObject({ simulations: [] });
  });

  test("what fails inside is answered with status 500, and logged", async () => {
    let isBroken = false;
    const clock = () => {
      if (isBroken) throw new Error("the clock has stopped");
      return new Date();
    };
    await using own = await startSandbox({ port: 0, clock, log: (line) => log.push(line) });
    isBroken = true;
    const stopped = expect.stringContaining("the clock has stopped");
    expect(await control("POST reset", { seed: 1 }, {}, own)).toMatchObject({ status: 500, body: { detail: stopped } });
    expect(log).toContainEqual(stopped);
  });
});

/** Every control request. */
const CONTROLS = [
  ...["POST reset", "POST simulate", "DELETE simulate", "POST clock", "POST next", "POST emit"],
  ...["GET state", "GET requests", "GET deliveries"],
];
const BODIES = new Map([
  ["POST simulate", { status: 500 }],
  ["POST emit", { topic: "orders/create" }],
]);
const bodyOf = (action: string) => JSON.stringify(BODIES.get(action)) ?? "";

describe("nobody else controls the sandbox", () => {
  test.each([
    ["a web page of another machine", { Origin: "https://foreign.example" }],
    ["a page without an origin, such as one in a frame", { Origin: "null" }],
    ["a request to a foreign name of this machine", { Host: "foreign.example" }],
    ["a page of another machine", { Origin: "http://192.0.2.7" }],
    ["an image in a foreign page", { "Sec-Fetch-Site": "cross-site" }],
    ["a wrong control token", { "Sandbox-Control-Token": "guess" }],
  ])("not %s", async (_, headers) => {
    await using own = await startSandbox({ port: 0, seed: 2, controlToken: "s3cret" });
    await serviceOf(own).delete(first);
    for (const action of CONTROLS) {
      const { status, body, headers: answered } = await control(action, bodyOf(action), headers, own);
      expect([action, status, Object.keys(body)]).toEqual([action, 403, ["status", "detail"]]);
      expect(answered).not.toHaveProperty("access-control-allow-origin");
    }
    expect(own.webhooks).toHaveLength(1);
  });

  test("not a delivery, whoever triggers it", async () => {
    await serviceOf(sandbox).delete(first);
    await serviceOf(sandbox).deliver({ ...products, address: `${sandbox.url}/__sandbox/reset` });
    expect(await sandbox.deliveries[0]?.answer).toEqual({ status: 422 });
    expect(sandbox.webhooks).toHaveLength(1);
  });

  /** The status of the answer to a peer with an address. Node treats the peer as a socket. */
  async function answerTo(remoteAddress: string, action: string, served: MountedSandbox): Promise<string> {
    const server = createServer(served.middleware);
    const [own, peer] = duplexPair();
    server.emit("connection", Object.assign(peer, { remoteAddress }));
    const body = bodyOf(action);
    own.write(`${action.replace(" ", " /__sandbox/")} HTTP/1.1\r\nHost: localhost\r\n`);
    own.write(`Connection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    return (await text(own)).slice("HTTP/1.1 ".length).slice(0, 3);
  }

  test.each([
    ["192.0.2.7", "403"],
    ["::ffff:192.0.2.7", "403"],
    ["127.0.0.1", "200"],
    ["::1", "200"],
    ["::ffff:127.0.0.1", "200"],
  ])("a peer with the address %s gets status %s", async (address, status) => {
    // Who may wait for the next request waits.
    for (const action of CONTROLS.filter((one) => status === "403" || one !== "POST next")) {
      await using served = mountSandbox({ seed: 2 });
      await post({ url: "http://sandbox.test", fetch: served.fetch });
      expect([action, await answerTo(address, action, served)]).toEqual([action, status]);
      if (status === "403") expect([served.webhooks.length, served.requests.length]).toEqual([3, 1]);
    }
  });

  test("a page of this machine can", async () => {
    const origin = "http://localhost:5173";
    const { status, headers } = await control("POST reset", "", { Origin: origin });
    expect([status, headers["access-control-allow-origin"]]).toEqual([200, origin]);
  });

  test("another machine with the control token can, and this machine without it", async () => {
    await using own = await startSandbox({ port: 0, controlToken: "s3cret" });
    const foreign = { Host: "sandbox.internal", Origin: "https://front-end.example" };
    const answer = await control("POST reset", "", { ...foreign, "Sandbox-Control-Token": "s3cret" }, own);
    expect(answer.status).toBe(200);
    await connectSandbox(own.url, { token: "s3cret" }).reset();
    await connectSandbox(own.url).reset();
  });

  test("control: false turns the control paths off", async () => {
    await using own = await startSandbox({ port: 0, control: false });
    expect(await control("POST reset", "", {}, own)).toMatchObject({ status: 404 });
    expect((await fetch(own.url)).status).toBe(404);
  });
});
