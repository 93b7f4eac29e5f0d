import { once as event } from "node:events";
import { createServer } from "node:net";
import { inspect } from "node:util";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import {
  isServiceFailure,
  ServiceConnectionError,
  ServiceError,
  ServiceResponseError,
  ServiceStatusError,
  ServiceTimeoutError,
} from "../../src/client/index.js";
import { answer, type Fault, reset, stall, startFaultServer, startOf } from "../servers/fault.js";
import { addressOf, freePort } from "../servers/port.js";
import { clientOf, example, failureOf, found, token } from "./examples.js";

const { webhook } = example("WebhookComplete");
const html = (status: number): Fault => answer(status, "<h1>Bad gateway</h1>", { "Content-Type": "text/html" });
const breakOff = startOf('{"webhook":', (response) => response.destroy());
const once = { maxRetries: 0 };

interface FaultCase {
  faults: [Fault, ...Fault[]];
  type: abstract new (...args: never[]) => ServiceError;
  name: string;
  says: string;
}

/** What becomes of a call when its one try meets a fault. */
const cases: Record<string, FaultCase> = {
  "a connection that is reset": {
    faults: [reset],
    type: ServiceConnectionError,
    name: "ServiceConnectionError",
    says: "The service did not answer",
  },
  "a body that breaks off": {
    faults: [breakOff],
    type: ServiceConnectionError,
    name: "ServiceConnectionError",
    says: "The answer is not whole",
  },
  "JSON that is cut short": {
    faults: [answer(200, '{"webhook": {"id": 10')],
    type: ServiceResponseError,
    name: "ServiceResponseError",
    says: "The answer is not JSON",
  },
  "a page of HTML with status 200": {
    faults: [html(200)],
    type: ServiceResponseError,
    name: "ServiceResponseError",
    says: "The answer is not JSON",
  },
  "an empty answer with status 200": {
    faults: [answer(200, "")],
    type: ServiceResponseError,
    name: "ServiceResponseError",
    says: "The answer is empty",
  },
  "a resource without its envelope": {
    faults: [answer(200, found.webhook)],
    type: ServiceResponseError,
    name: "ServiceResponseError",
    says: "The answer is not what the contract says at body.webhook",
  },
  "status 204": {
    faults: [(response) => response.writeHead(204).end()],
    type: ServiceStatusError,
    name: "ServiceStatusError",
    says: "The service answered with status 204",
  },
  "status 201, though its body be a subscription": {
    faults: [answer(201, found)],
    type: ServiceStatusError,
    name: "ServiceStatusError",
    says: "The service answered with status 201",
  },
  "a page of HTML with status 502": {
    faults: [html(502)],
    type: ServiceStatusError,
    name: "ServiceStatusError",
    says: "The service answered with status 502",
  },
};

describe.each(Object.entries(cases))("%s", (_, { faults, type, name, says }) => {
  test("is an error of its own kind, which names the request", async () => {
    await using server = await startFaultServer(...faults);
    const failure = await failureOf(clientOf(server).webhooks.get(1001, once));
    expect(failure).toBeInstanceOf(type);
    expect(failure).toBeInstanceOf(ServiceError);
    expect(failure.name).toBe(name);
    expect(failure.message).toBe(`${says}: GET ${server.url}/api/admin/26.0/webhooks/1001`);
    expect(failure).toMatchObject({ method: "GET", url: `${server.url}/api/admin/26.0/webhooks/1001` });
  });

  test("never makes a POST be sent twice", async () => {
    await using server = await startFaultServer(...faults);
    const service = clientOf(server, { maxRetries: 5 });
    await failureOf(service.webhooks.create(webhook));
    await failureOf(service.webhooks.deliver(webhook));
    await failureOf(service.oauth.exchangeAccessToken());
    expect(server.arrivals.map(({ path }) => path.split("/").at(-1))).toEqual(["webhooks", "deliver", "access_token"]);
  });
});

test("a refused connection is a connection error, with what fetch threw as its cause", async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const failure = await failureOf(clientOf({ url }).webhooks.get(1001, once));
  expect(failure).toBeInstanceOf(ServiceConnectionError);
  expect(inspect(failure.cause)).toContain("ECONNREFUSED");
});

test("a gzipped answer that is cut short is a connection error, and tried again", async () => {
  const whole = gzipSync(JSON.stringify(found));
  const headers = { "Content-Type": "application/json", "Content-Encoding": "gzip" };
  const cut: Fault = (response) => response.writeHead(200, headers).end(whole.subarray(0, 40));
  await using server = await startFaultServer(cut, (response) => response.writeHead(200, headers).end(whole));
  expect((await failureOf(clientOf(server).webhooks.get(1, once))).name).toBe("ServiceConnectionError");
  expect(await clientOf(server).webhooks.get(1)).toEqual(found.webhook);
});

test("a POST that is answered with another success says that it may have been carried out", async () => {
  await using server = await startFaultServer(answer(201, found));
  expect((await failureOf(clientOf(server).webhooks.create(webhook))).message).toMatch(
    /^The service answered with status 201, so it may have carried the request out: POST /,
  );
});

describe("a body of another form than the contract's is an error", () => {
  const { pagination } = example("WebhookList");
  const list = (webhooks: unknown) => ({ webhooks, pagination });
  const wrong: [body: unknown, place: string][] = [
    [{ webhook: "x" }, "webhook"],
    [{ webhook: null }, "webhook"],
    [{ webhook: [found.webhook] }, "webhook"],
    [{ webhook: { ...found.webhook, id: "1001" } }, "webhook.id"],
    [{ webhook: { ...found.webhook, topic: undefined } }, "webhook.topic"],
    [list("abc"), "webhooks"],
    [list([found.webhook, { ...found.webhook, id: 1.5 }]), "webhooks.1.id"],
    [list({ 0: found.webhook }), "webhooks"],
    [{ success: "yes", message: "" }, "success"],
  ];

  test.each(wrong)("%j, at %s", async (body, place) => {
    await using server = await startFaultServer(answer(200, body));
    const { webhooks } = clientOf(server);
    const call = place.startsWith("webhooks")
      ? webhooks.list()
      : place === "success"
        ? webhooks.delete(1)
        : webhooks.get(1);
    const failure = await failureOf(call);
    expect(failure.name).toBe("ServiceResponseError");
    expect(failure.message).toContain(`The answer is not what the contract says at body.${place}: `);
  });

  test("and so is an id that JavaScript would round", async () => {
    const body = JSON.stringify(found).replace('"id":1001', '"id":9007199254740993');
    await using server = await startFaultServer(answer(200, body));
    expect((await failureOf(clientOf(server).webhooks.get(1))).message).toContain("at body.webhook.id: ");
  });

  test("while fields that the contract does not list may come too", async () => {
    await using server = await startFaultServer(answer(200, { webhook: { ...found.webhook, more: [1] }, meta: {} }));
    expect(await clientOf(server).webhooks.get(1)).toHaveProperty("more", [1]);
  });
});

test("a page of a login with status 200 can be diagnosed", async () => {
  await using server = await startFaultServer(html(200));
  expect(await failureOf(clientOf(server).webhooks.get(1))).toMatchObject({
    name: "ServiceResponseError",
    status: 200,
    body: "<h1>Bad gateway</h1>",
  });
});

test("an error is written as JSON with its message, and narrowed by its name", async () => {
  await using server = await startFaultServer(answer(404, { reason: "gone" }, { "X-Request-Id": "r-1" }));
  const failure: unknown = await failureOf(clientOf(server).webhooks.get(1));
  expect(JSON.parse(JSON.stringify(failure))).toMatchObject({
    name: "ServiceStatusError",
    message: `The service answered with status 404: GET ${server.url}/api/admin/26.0/webhooks/1`,
    status: 404,
    headers: { "x-request-id": "r-1" },
    body: { reason: "gone" },
  });
  expect(isServiceFailure(failure) && failure.name === "ServiceStatusError" && failure.status).toBe(404);
  expect(isServiceFailure(new Error("Another"))).toBe(false);
});

describe("a status error carries the answer", () => {
  test("its status, though its body be nested too deep to be copied", async () => {
    const depth = 50_000;
    await using server = await startFaultServer(answer(500, "[".repeat(depth) + "]".repeat(depth)));
    expect(await failureOf(clientOf(server).webhooks.get(1, once))).toMatchObject({ status: 500 });
  });

  test("its status, its headers, and its body as JSON", async () => {
    await using server = await startFaultServer(answer(409, { reason: ["taken"] }, { "X-Reason": "taken" }));
    const failure = await failureOf(clientOf(server).webhooks.create(webhook));
    expect(failure).toMatchObject({ status: 409, body: { reason: ["taken"] } });
    expect(failure instanceof ServiceStatusError && failure.headers.get("X-Reason")).toBe("taken");
  });

  test("its body as text where it is not JSON", async () => {
    await using server = await startFaultServer(html(403));
    expect(await failureOf(clientOf(server).webhooks.get(1))).toMatchObject({ body: "<h1>Bad gateway</h1>" });
  });

  test.each(["chunked", "with a length"])("no body where it is empty, %s", async (form) => {
    await using server = await startFaultServer((response) => {
      if (form === "chunked") response.writeHead(404).flushHeaders();
      response.writableEnded || response.headersSent ? response.end() : response.writeHead(404).end();
    });
    expect(await failureOf(clientOf(server).webhooks.get(1))).toHaveProperty("body", undefined);
  });
});

describe("a stall ends at the timeout", () => {
  test.each([
    ["before the headers", stall],
    ["in the middle of the body", startOf('{"webhook":', () => undefined)],
  ])("%s", async (_, fault) => {
    await using server = await startFaultServer(fault);
    const failure = await failureOf(clientOf(server).webhooks.get(1001, { timeout: 50 }));
    expect(failure).toBeInstanceOf(ServiceTimeoutError);
    expect(failure.name).toBe("ServiceTimeoutError");
    expect(failure.message).toBe(
      `The service did not answer within 50 ms: GET ${server.url}/api/admin/26.0/webhooks/1001`,
    );
    // The request is not left behind.
    await expect.poll(() => server.waitedFor()).toBe(0);
  });
});

describe("large bodies", () => {
  test("of 10 MB come and go in whole", async () => {
    const secret = "s".repeat(10_000_000);
    const topic = `orders/${"t".repeat(10_000_000)}`;
    await using server = await startFaultServer(answer(200, { webhook: { ...found.webhook, topic } }));
    const created = await clientOf(server).webhooks.create({ ...webhook, secret });
    expect(created.topic.length).toBe(topic.length);
    expect(JSON.parse(server.arrivals[0]?.body ?? "").webhook.secret.length).toBe(secret.length);
  });

  test("of 10 MB in an error do not hide the status", async () => {
    await using server = await startFaultServer(answer(500, "x".repeat(10_000_000)));
    expect(await failureOf(clientOf(server).webhooks.get(1, once))).toHaveProperty("status", 500);
  });
});

describe("no error shows a secret", () => {
  const secret = "signing-0123456789";
  const escaped = 'quote"\\secret/é-0123';
  /** An answer that repeats all that was sent, in a header, a key, a value and a text within another. */
  const echo =
    (status: number): Fault =>
    (response, request) => {
      const sent = String(request.headers["x-service-access-token"]);
      const body = { [sent]: [secret], text: `You sent ${sent} and ${secret}.`, deep: { escaped } };
      response.writeHead(status, { "Content-Type": "application/json", "X-Echo": sent }).end(JSON.stringify(body));
    };
  /** Everything that a program could print of an error. */
  const printed = (error: Error) =>
    [
      String(error),
      error.stack,
      inspect(error, { depth: null, showHidden: true }),
      JSON.stringify(error),
      JSON.stringify(Object.entries(error)),
    ].join("\n");

  test.each([
    ["a status", echo(400)],
    ["an answer that is none", echo(200)],
    ["a reset", reset],
    [
      "text",
      (response, request) => response.writeHead(400).end(`${request.headers["x-service-access-token"]} ${secret}`),
    ],
  ] satisfies [string, Fault][])("of the request, with %s", async (_, fault) => {
    await using server = await startFaultServer(fault);
    const failure = await failureOf(clientOf(server).webhooks.create({ ...webhook, secret }));
    expect(printed(failure)).not.toContain(token);
    expect(printed(failure)).not.toContain(secret);
  });

  test("that is not written in JSON as it is", async () => {
    await using server = await startFaultServer(echo(400));
    const failure = await failureOf(clientOf(server).webhooks.create({ ...webhook, secret: escaped }));
    expect(failure).toMatchObject({ body: { deep: { escaped: "<SECRET>" } } });
  });

  test("of a payload that the contract does not specify", async () => {
    await using server = await startFaultServer(echo(400));
    const body = { credentials: [{ anything: secret }] };
    expect(printed(await failureOf(clientOf(server).oauth.exchangeAccessToken({ body })))).not.toContain(secret);
  });

  test("of an exchange that is answered with another status", async () => {
    const { oauth } = example("OAuth");
    const body = { oauth: { ...oauth, client_secret: "the-client-secret-1", code: "the-code-1" } };
    await using server = await startFaultServer(answer(201, body));
    const failure = await failureOf(clientOf(server).oauth.exchangeAccessToken());
    expect(failure).toMatchObject({ status: 201, body: { oauth: { client_id: oauth.client_id, code: "<SECRET>" } } });
    expect(printed(failure)).not.toContain("the-client-secret-1");
  });

  test("of a payload that writes itself as JSON", async () => {
    await using server = await startFaultServer(echo(400));
    const body = { toJSON: () => ({ anything: secret }) };
    expect(printed(await failureOf(clientOf(server).oauth.exchangeAccessToken({ body })))).not.toContain(secret);
  });

  test("in what a peer has sent that is no HTTP", async () => {
    // It sends back the raw request, which Node's parser puts into its error.
    const peer = createServer((socket) => socket.once("data", (data) => socket.end(data)));
    await event(peer.listen(0, "127.0.0.1"), "listening");
    const { url } = addressOf(peer);
    const failure = await failureOf(clientOf({ url }).webhooks.create({ ...webhook, secret }));
    peer.close();
    expect(failure.name).toBe("ServiceConnectionError");
    expect(inspect(failure.cause)).toContain("HTTPParserError");
    expect(printed(failure)).not.toContain(token);
    expect(printed(failure)).not.toContain(secret);
  });

  test("and ordinary words of an unspecified payload stay readable", async () => {
    const refusal = { error: "invalid_grant", error_description: "Say json, or xml." };
    await using server = await startFaultServer(answer(400, refusal, { "Content-Type": "application/json" }));
    const body = { hint: "invalid_grant", format: "json", grant_type: "authorization_code", code: "c0de-0123456789" };
    const failure = await failureOf(clientOf(server).oauth.exchangeAccessToken({ body }));
    expect(failure).toMatchObject({ body: refusal });
    expect(failure instanceof ServiceStatusError && failure.headers.get("Content-Type")).toBe("application/json");
  });

  test("and a refusal may say its code in words", async () => {
    await using server = await startFaultServer(answer(400, { code: "invalid_grant" }));
    expect(await failureOf(clientOf(server).oauth.exchangeAccessToken())).toMatchObject({
      body: { code: "invalid_grant" },
    });
  });

  test("and two keys that hold secrets stay two", async () => {
    await using server = await startFaultServer(answer(400, { [token]: 1, [secret]: 2 }));
    const failure = await failureOf(clientOf(server).webhooks.create({ ...webhook, secret }));
    expect(failure).toMatchObject({ body: { "<SECRET>": 1, "<SECRET>_": 2 } });
  });

  test("and what is no secret stays readable, though a token be as short as a word", async () => {
    await using server = await startFaultServer(answer(400, { detail: "a detail" }));
    const failure = await failureOf(clientOf(server, { accessToken: "t" }).webhooks.create({ ...webhook, secret }));
    expect(failure).toMatchObject({ body: { detail: "a detail" } });
  });
});
