import { createServer } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { operations } from "../../generated/contract.js";
import { ServiceConnectionError } from "../../src/client/index.js";
import { createSandbox } from "../../src/sandbox/index.js";
import { createListener } from "../../src/sandbox/server/listener.js";
import { addressOf } from "../servers/port.js";
import { collection, idAt, ids, itemsOf, kept, names, type RoleMethods, wrapped } from "../worlds/roles.js";
import {
  ask,
  CREATED,
  clientOf,
  HEADERS,
  orders,
  products,
  type ReachedSandbox,
  transports,
  WEBHOOKS,
} from "./transports.js";

describe.each(Object.entries(transports))("%s", (_, reach) => {
  let sandbox: ReachedSandbox;
  let service: RoleMethods;

  beforeAll(async () => {
    sandbox = await reach({ seed: 3 });
    service = clientOf(sandbox);
  });
  beforeEach(() => sandbox.reset());
  afterAll(() => sandbox.close());

  const list = async (query = "") => {
    const answer = await ask(sandbox, WEBHOOKS + query);
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };

  describe("a failure", () => {
    test("is for the next request of its operation, and changes nothing", async () => {
      sandbox.simulate({ operation: ids.create, status: 500 });
      expect(await service.get(idAt(0))).toHaveProperty(names.id, idAt(0));
      await expect(service.create(orders)).rejects.toMatchObject({
        status: 500,
        body: { detail: "This failure is simulated (simulate). Nothing was changed." },
      });
      expect(kept(sandbox)).toHaveLength(3);
      expect(await service.create(orders)).toHaveProperty(names.id, idAt(3));
    });

    test("is followed by a retry without a wait, since Retry-After is 0 by default", async () => {
      sandbox.simulate({ status: 429, times: 2 });
      expect(itemsOf(await clientOf(sandbox, { maxRetries: 2 }).list())).toHaveLength(3);
      expect(sandbox.requests.map(({ status }) => status)).toEqual([429, 429, 200]);
    });

    test.each([
      ["with", { error: "slow down" }],
      ["without", undefined],
    ])("has the Retry-After that is set, %s a body of its own", async (_, body) => {
      sandbox.simulate({ status: 429, retryAfter: 7, body });
      expect((await list()).headers.get("retry-after")).toBe("7");
    });

    test("that breaks off is a connection error, even though the operation was carried out", async () => {
      sandbox.simulate({ abort: true });
      await expect(service.create(orders)).rejects.toBeInstanceOf(ServiceConnectionError);
      expect(kept(sandbox)).toHaveLength(4);
      sandbox.simulate({ abort: true });
      const answer = await ask(sandbox);
      expect(answer.status).toBe(200);
      await expect(answer.text()).rejects.toThrow();
    });
  });

  describe("a delay", () => {
    test("holds back each create until the simulation is ended", async () => {
      const end = sandbox.simulate({ operation: ids.create, delay: 60, times: "always" });
      for (const _ of [1, 2]) {
        const start = performance.now();
        await service.create(orders);
        expect(performance.now() - start).toBeGreaterThan(55);
      }
      end();
      sandbox.simulate({ delay: 600_000, times: "always" });
      sandbox.reset();
      expect(itemsOf(await service.list())).toHaveLength(3);
    });

    test("does not hold back a call that is aborted", async () => {
      sandbox.simulate({ delay: 600_000 });
      const giveUp = new AbortController();
      const listed = ask(sandbox, WEBHOOKS, { signal: giveUp.signal });
      giveUp.abort(new Error("given up"));
      await expect(listed).rejects.toThrow("given up");
    });
  });

  describe("an answer of your own", () => {
    test("is sent as JSON, with headers, and changes nothing", async () => {
      sandbox.simulate({ operation: ids.list, body: { items: "none" }, headers: { "X-Own": "yes" } });
      const answer = await list();
      expect([answer.status, answer.text, answer.headers.get("x-own")]).toEqual([200, '{"items":"none"}', "yes"]);
      expect(answer.headers.has("retry-after")).toBe(false);
      expect(itemsOf(JSON.parse((await list()).text))).toHaveLength(3);
    });

    test("has headers that a page of another origin can read", async () => {
      sandbox.simulate({ status: 429, headers: { "X-RateLimit-Remaining": "0", "X-Own": "yes" } });
      const { headers } = await ask(sandbox, WEBHOOKS, { headers: { ...HEADERS, Origin: "http://localhost:5173" } });
      expect(headers.get("access-control-expose-headers")).toMatch(/Retry-After, .*X-RateLimit-Remaining, X-Own$/);
    });

    test("can be malformed, with any status, and null", async () => {
      sandbox.simulate({ status: 502, body: "<html>" });
      expect(await list()).toMatchObject({ status: 502, text: "<html>" });
      sandbox.simulate({ body: null });
      expect(await list()).toMatchObject({ status: 200, text: "null" });
    });

    test("can add headers to a real answer, and replace its own, however they are written", async () => {
      sandbox.simulate({ headers: { "content-type": "text/plain", "X-Own": "yes" } });
      const { text, headers } = await list();
      expect(itemsOf(JSON.parse(text))).toHaveLength(3);
      expect([headers.get("Content-Type"), headers.get("x-own")]).toEqual(["text/plain", "yes"]);
    });

    test("is for requests with these values in their path, their query or their body", async () => {
      sandbox.simulate({ when: { path: { [collection.idParameter ?? ""]: idAt(1) } }, status: 500 });
      sandbox.simulate({ when: { query: { [names.query]: 2 } }, status: 501 });
      sandbox.simulate({ when: { body: wrapped({ [names.event]: products[names.event] }) }, status: 502 });
      expect(await service.get(idAt(0))).toHaveProperty(names.id, idAt(0));
      await expect(service.get(idAt(1))).rejects.toMatchObject({ status: 500 });
      expect((await list(`?${names.query}=1`)).status).toBe(200);
      expect((await list(`?${names.query}=2`)).status).toBe(501);
      await service.create(orders);
      await expect(service.create(products)).rejects.toMatchObject({ status: 502 });
    });
  });

  describe("failureRate", () => {
    test("of 1 fails every request with status 503 and a Retry-After that a page can read", async () => {
      await using failing = await reach({ failureRate: 1 });
      const answer = await ask(failing);
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "0"]);
      expect(answer.headers.get("access-control-expose-headers")).toContain("Retry-After");
      expect((await answer.json()).detail).toContain("This failure is simulated (failureRate)");
    });

    test("with a randomSeed fails the same requests every time, which change nothing", async () => {
      const statuses = async (failing: ReachedSandbox) => {
        const found = [];
        // One after the other: the order of simultaneous requests is chance.
        for (let request = 0; request < 40; request++) {
          found.push(
            await clientOf(failing)
              .create(orders)
              .then(
                () => CREATED,
                ({ status }) => status,
              ),
          );
        }
        expect(kept(failing)).toHaveLength(found.filter((status) => status === CREATED).length);
        return found;
      };
      await using failing = await reach({ failureRate: 0.5, randomSeed: 7 });
      await using other = await reach({ failureRate: 0.5, randomSeed: 8 });
      const first = await statuses(failing);
      expect(new Set(first)).toEqual(new Set([CREATED, 503]));
      failing.reset();
      expect(await statuses(failing)).toEqual(first);
      expect(await statuses(other)).not.toEqual(first);
    });

    test("without a randomSeed fails about that share of the requests", async () => {
      await using failing = await reach({ failureRate: 0.5 });
      const answers = await Promise.all(Array.from({ length: 300 }, () => ask(failing)));
      const succeeded = answers.filter(({ status }) => status === 200).length;
      // Six standard deviations to either side.
      expect(Math.abs(succeeded - 150)).toBeLessThan(52);
    });
  });
});

const nested = JSON.parse(`${"[".repeat(5000)}${"]".repeat(5000)}`);
test.each([
  [undefined, "set status, delay or abort"],
  [null, "set status, delay or abort"],
  [{}, "set status, delay or abort"],
  [{ status: 200 }, "status must be a whole number from 400 to 599, got 200"],
  [{ body: {}, status: 199 }, "status must be a whole number from 200"],
  [{ status: 500, times: 0 }, 'times, unless "always", must be a whole number from 1'],
  [{ delay: -1 }, "delay must be a whole number from 0"],
  [{ status: 500, abort: true }, "status and abort cannot be combined"],
  [{ body: {}, abort: true }, "status and abort cannot be combined"],
  [{ status: 500, abort: "true" }, "abort must be true or false"],
  [
    { operation: "listHooks", status: 500 },
    `operation must be one of ${Object.keys(operations).join(", ").slice(0, 40)}`,
  ],
  [{ sttus: 500 }, "sttus does not exist"],
  [{ status: 500, when: { id: 1 } }, "when.id does not exist"],
  [{ status: 500, when: { path: "1001" } }, "when, its path and query, and headers must be objects"],
  [{ headers: { "a b": "c" } }, "headers.a b cannot be sent"],
  [{ headers: { a: "b\n" } }, "headers.a cannot be sent"],
  [{ headers: { a: ["b"] } }, "headers.a cannot be sent"],
  [{ headers: { a: undefined } }, "headers.a cannot be sent"],
  [{ headers: { "Content-Length": "3" } }, "headers.Content-Length cannot be sent"],
  [{ headers: { "transfer-encoding": "chunked" } }, "headers.transfer-encoding cannot be sent"],
  [{ body: () => 0 }, "body and when must be writable as JSON"],
  [{ body: nested }, "body and when must be writable as JSON"],
  [{ status: 500, when: { body: nested } }, "body and when must be writable as JSON"],
])("an impossible simulation is refused: %#", (simulation, message) => {
  expect(() => Reflect.apply(createSandbox().simulate, undefined, [simulation])).toThrow(`simulate: ${message}`);
});

test.each([
  [204, ""],
  [202, ""],
  [200, "1"],
])("behind a port, an answer with status %d and the body %j can break off", async (status, body) => {
  const answer = async () => ({ status, headers: {}, body, isBroken: true });
  const server = createServer(createListener(answer, new AbortController().signal)).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const read = async () => (await fetch(addressOf(server).url)).text();
  await expect(read()).rejects.toThrow(TypeError);
  server.close();
});
