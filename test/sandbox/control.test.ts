import { createServer } from "node:http";
import { duplexPair } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connectSandbox } from "../../src/sandbox/index.js";
import { mountSandbox, type RunningSandbox, startSandbox } from "../../src/sandbox/server/index.js";
import { freePort } from "../servers/port.js";
import { startWebServer } from "../servers/web.js";
import { sendRaw } from "./raw-request.js";
import { clientOf, orders } from "./transports.js";

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, seed: 2 });
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const connected = () => connectSandbox(`${sandbox.url}/`);
const service = (own = sandbox) => clientOf({ url: own.url, fetch });

/** Sends a control request, such as `POST reset`. */
async function control(
  action: string,
  sent: object | string = "",
  headers: Record<string, string> = {},
  { url } = sandbox,
) {
  const [method = "", path = ""] = action.split(" ");
  const body = typeof sent === "string" ? sent : JSON.stringify(sent);
  const answer = await sendRaw(url, { method, path: `/__sandbox/${path}`, headers, body });
  return { ...answer, body: JSON.parse(answer.body) };
}

describe("connectSandbox", () => {
  test("a connected sandbox lists webhooks, requests and deliveries, with the outcome of each delivery", async () => {
    await service().deliver({ ...orders, address: "http://192.0.2.1/" });
    expect(await connected().webhooks).toEqual(sandbox.webhooks);
    expect(await connected().requests).toEqual(JSON.parse(JSON.stringify(sandbox.requests)));
    const [delivery] = await connected().deliveries;
    expect(delivery).toMatchObject({ topic: orders.topic, method: "POST" });
    expect(await delivery?.answer).toEqual({ notSent: "its address is not on this machine" });
  });

  test("a connected sandbox emits an event, and waits for the outcome of its delivery", async () => {
    let answer = () => {};
    await using slow = await startWebServer((_, response) => {
      answer = () => void response.writeHead(202).end();
    });
    await connected().reset([{ ...orders, address: slow.url }]);
    const [delivery] = await connected().emit({ topic: orders.topic, payload: { id: 7 } });
    expect(delivery).toMatchObject({ body: '{"id":7}', state: { pending: true } });
    setTimeout(() => answer(), 50);
    expect(await delivery?.answer).toEqual({ status: 202 });
  });

  test("a connected sandbox simulates, and ends only what it has simulated", async () => {
    const end = await connected().simulate({ operation: "listWebhooks", status: 500, times: "always" });
    await connected().simulate({ operation: "getWebhook", status: 501 });
    await expect(service().list()).rejects.toMatchObject({ status: 500 });
    await end();
    expect((await service().list()).webhooks).toHaveLength(2);
    await expect(service().get(1001)).rejects.toMatchObject({ status: 501 });
  });

  test("a connected sandbox stops the clock, lets it run again, and resets", async () => {
    await connected().setClock("2030-01-01");
    expect((await service().create(orders)).created_at).toContain("2030-01-01");
    await connected().setClock();
    expect((await service().create(orders)).created_at).not.toContain("2030-01-01");
    await connected().reset(5);
    expect(await connected().webhooks).toHaveLength(5);
    await connected().reset();
    expect(await connected().webhooks).toHaveLength(2);
  });

  test("connectSandbox rejects with what the sandbox refuses, and where no sandbox responds", async () => {
    await expect(connected().simulate({ status: 9 })).rejects.toThrow("422 simulate: status must be a whole number");
    await expect(connected().setClock(new Date(Number.NaN))).rejects.toThrow("setClock: the time must be a time");
    const url = `http://127.0.0.1:${await freePort()}`;
    await expect(connectSandbox(url).webhooks).rejects.toThrow(`No sandbox responds at ${url}/__sandbox. Start it`);
    await using other = await startWebServer((_, response) => void response.end("Hello"));
    await expect(connectSandbox(other.url).webhooks).rejects.toThrow("is not a sandbox. Check its URL");
  });
});

describe("control paths", () => {
  test("GET state returns a seed with which a sandbox goes on from there", async () => {
    await service().delete(1001);
    await control("POST simulate", { operation: "listWebhooks", status: 418, times: "always" });
    await control("POST clock", { time: "2030-01-01" });
    const { body: saved } = await control("GET state");
    await using own = await startSandbox({ port: 0, seed: saved });
    expect(own.webhooks).toEqual(sandbox.webhooks);
    expect((await service(own).create(orders)).created_at).toContain("2030-01-01");
    await expect(service(own).list()).rejects.toMatchObject({ status: 418 });
  });

  test("DELETE simulate ends all simulations", async () => {
    for (const status of [500, 501]) await control("POST simulate", { status });
    await control("DELETE simulate");
    expect((await service().list()).webhooks).toHaveLength(2);
  });

  test.each([
    ["malformed JSON", "POST simulate", "{", 400, "Invalid JSON"],
    ["a list", "POST simulate", "[]", 422, "send a JSON object"],
    ["a wrong seed", "POST reset", { seed: "many" }, 422, "seed must be a number"],
    ["an unknown field", "POST reset", { sed: 1 }, 422, "reset: sed does not exist"],
    ["an event without a topic", "POST emit", {}, 422, "topic is required"],
    ["an unknown delivery", "GET deliveries/0", "", 404, "The sandbox has no delivery with this id"],
    [
      "to end an unknown simulation",
      "DELETE simulate/1000000",
      "",
      404,
      "The sandbox has had no simulation with this id",
    ],
    ["to end a simulation without an id", "DELETE simulate/", "", 404, "POST /__sandbox/simulate returns the id"],
    ["the field __proto__", "POST simulate", '{"when": {"__proto__": {}}}', 422, "when.__proto__ does not exist"],
    ["an unknown path", "GET nothing", "", 404, "POST /__sandbox/reset"],
  ])("a control path refuses %s", async (_, action, body, status, detail) => {
    expect(await control(action, body)).toMatchObject({ status, body: { detail: expect.stringContaining(detail) } });
  });

  test("with control: false, there are no control paths", async () => {
    await using own = await startSandbox({ port: 0, control: false });
    for (const path of ["/__sandbox/state", "/"]) expect((await fetch(own.url + path)).status).toBe(404);
  });
});

/** Every control request. */
const ACTIONS = [
  ...["POST reset", "POST clock", "POST simulate", "DELETE simulate", "POST emit"],
  ...["GET state", "GET requests", "GET deliveries", "GET ", "OPTIONS reset"],
];

describe("who controls a sandbox", () => {
  test.each([
    ["a page of another machine", { Origin: "https://foreign.example" }],
    ["a page of another machine, by its address", { Origin: "http://192.0.2.7" }],
    ["a page without an origin, such as one in a frame", { Origin: "null" }],
    ["an image in a foreign page", { "Sec-Fetch-Site": "cross-site" }],
    ["a wrong control token", { "Sandbox-Control-Token": "guess" }],
    // A page may give its own name an address of this machine. Its requests then have no origin, and its name as the host.
    ...[
      ...["foreign.example", "foreign.example:4010", "localhost.foreign.example", "127.0.0.1.foreign.example"],
      ...["foreign-localhost", "192.0.2.7:4010", "[2001:db8::1]:4010"],
    ].map((Host): [string, Record<string, string>] => [`a page that is called as ${Host}`, { Host }]),
  ])("a sandbox is not controlled by %s", async (_, headers) => {
    await using own = await startSandbox({ port: 0, seed: 2, controlToken: "s3cret" });
    await service(own).delete(1001);
    for (const action of ACTIONS) {
      const answer = await sendRaw(own.url, {
        method: action.split(" ")[0] ?? "",
        path: `/__sandbox/${action.split(" ")[1]}`,
        headers,
      });
      expect([action, answer.status]).toEqual([action, 403]);
      expect(Object.keys(JSON.parse(answer.body))).toEqual(["status", "detail"]);
      expect(answer.headers).not.toHaveProperty("access-control-allow-origin");
    }
    expect(own.webhooks).toHaveLength(1);
  });

  /** The status of the answer to a peer with an address. Node treats the peer as a socket. */
  async function answerTo(remoteAddress: string, action: string, { middleware }: ReturnType<typeof mountSandbox>) {
    const server = createServer(middleware);
    const [own, peer] = duplexPair();
    server.emit("connection", Object.assign(peer, { remoteAddress }));
    const [method, path] = action.split(" ");
    own.write(`${method} /__sandbox/${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    return Number((await text(own)).split(" ")[1]);
  }

  test.each(["192.0.2.7", "::ffff:192.0.2.7", "2001:db8::1"])(
    "a sandbox is not controlled by a machine with the address %s",
    async (address) => {
      for (const action of ACTIONS) {
        await using served = mountSandbox({ seed: 2 });
        expect([action, await answerTo(address, action, served)]).toEqual([action, 403]);
      }
    },
  );

  test.each(["127.0.0.1", "::1", "::ffff:127.0.0.1"])(
    "a sandbox is controlled by this machine, at the address %s",
    async (address) => {
      await using served = mountSandbox({ seed: 2 });
      expect(await answerTo(address, "POST reset", served)).toBe(200);
    },
  );

  test("a delivery never controls a sandbox, whoever triggers it", async () => {
    await service().delete(1001);
    await service().deliver({ ...orders, address: `${sandbox.url}/__sandbox/reset` });
    expect(await sandbox.deliveries[0]?.answer).toEqual({ status: 422 });
    expect(sandbox.webhooks).toHaveLength(1);
  });

  test.each([
    ["of any port", { Origin: "http://localhost:5173" }],
    ["of a name that ends in .localhost", { Origin: "http://shop.localhost:5173", Host: "shop.localhost:4010" }],
  ])("a sandbox is controlled by a page of this machine, %s", async (_, headers) => {
    const answer = await control("POST reset", "", headers);
    expect([answer.status, answer.headers["access-control-allow-origin"]]).toEqual([200, headers.Origin]);
  });

  test("the control token lets anyone control a sandbox from anywhere; this machine does not need it", async () => {
    await using own = await startSandbox({ port: 0, controlToken: "s3cret" });
    const foreign = { Host: "sandbox.internal", Origin: "https://front-end.example" };
    const asked = { "Access-Control-Request-Method": "POST" };
    expect(
      await sendRaw(own.url, { method: "OPTIONS", path: "/__sandbox/reset", headers: { ...foreign, ...asked } }),
    ).toHaveProperty("status", 204);
    expect(await control("POST reset", "", { ...foreign, "Sandbox-Control-Token": "s3cret" }, own)).toMatchObject({
      status: 200,
      headers: { "access-control-allow-origin": foreign.Origin },
    });
    await connectSandbox(own.url, { token: "s3cret" }).reset();
    await connectSandbox(own.url).reset();
    await expect(connectSandbox(own.url, { token: "guess" }).reset()).rejects.toThrow("403 The control paths accept");
  });
});
