import { describe, expect, test } from "vitest";
import {
  ServiceConnectionError,
  ServiceError,
  ServiceResponseError,
  ServiceStatusError,
  ServiceTimeoutError,
} from "../../src/client/index.js";
import { answer, type Fault, reset, stall, startFaultServer, startOf } from "../servers/fault.js";
import { clientOf, example, failureOf, found, printed, token } from "./examples.js";

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

async function gzip(text: string): Promise<Uint8Array> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The error of a call whose only try ends in a fault. */
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
    says: "The answer is incomplete",
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
    says: "The answer does not match the contract at body.webhook",
  },
  "status 204": {
    faults: [(response) => response.writeHead(204).end()],
    type: ServiceStatusError,
    name: "ServiceStatusError",
    says: "The service answered with status 204",
  },
  "status 201 with a subscription as its body": {
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
  test("is an error of its own type, which names the request", async () => {
    await using server = await startFaultServer(...faults);
    const failure = await failureOf(clientOf(server).webhooks.get(1001, once));
    expect(failure).toBeInstanceOf(type);
    expect(failure).toBeInstanceOf(ServiceError);
    expect(failure.name).toBe(name);
    expect(failure.message).toBe(`${says}: GET ${server.url}/api/admin/26.0/webhooks/1001`);
    expect(failure).toMatchObject({ method: "GET", url: `${server.url}/api/admin/26.0/webhooks/1001` });
  });

  test("never makes the client send a POST twice", async () => {
    await using server = await startFaultServer(...faults);
    const service = clientOf(server, { maxRetries: 5 });
    await failureOf(service.webhooks.create(webhook));
    await failureOf(service.webhooks.deliver(webhook));
    await failureOf(service.oauth.exchangeAccessToken());
    expect(server.arrivals.map(({ path }) => path.split("/").at(-1))).toEqual(["webhooks", "deliver", "access_token"]);
  });
});

test("a refused connection is a connection error, with what fetch threw as its cause", async () => {
  const server = await startFaultServer(stall);
  await server[Symbol.asyncDispose]();
  const failure = await failureOf(clientOf(server).webhooks.get(1001, once));
  expect(failure).toBeInstanceOf(ServiceConnectionError);
  expect(failure.cause).toMatchObject({ name: "TypeError", message: expect.stringMatching(/./) });
});

test("a gzipped answer that is cut short is a connection error, and the call is retried", async () => {
  const whole = await gzip(JSON.stringify(found));
  const headers = { "Content-Type": "application/json", "Content-Encoding": "gzip" };
  const cut: Fault = (response) => response.writeHead(200, headers).end(whole.subarray(0, 40));
  await using server = await startFaultServer(cut, (response) => response.writeHead(200, headers).end(whole));
  expect((await failureOf(clientOf(server).webhooks.get(1, once))).name).toBe("ServiceConnectionError");
  expect(await clientOf(server).webhooks.get(1)).toEqual(found.webhook);
});

test("when another success status answers a POST, the error says that it may have been carried out", async () => {
  await using server = await startFaultServer(answer(201, found));
  expect((await failureOf(clientOf(server).webhooks.create(webhook))).message).toMatch(
    /^The service answered with status 201, so it may have carried out the request: POST /,
  );
});

describe("a body that does not match the contract is an error", () => {
  const { pagination } = example("WebhookList");
  const list = (webhooks: unknown) => ({ webhooks, pagination });
  const wrong: [what: string, place: string, body: unknown][] = [
    ["a string for a subscription", "webhook", { webhook: "x" }],
    ["null for a subscription", "webhook", { webhook: null }],
    ["an array for a subscription", "webhook", { webhook: [found.webhook] }],
    ["a string for an id", "webhook.id", { webhook: { ...found.webhook, id: "1001" } }],
    ["a missing topic", "webhook.topic", { webhook: { ...found.webhook, topic: undefined } }],
    ["a string for a list", "webhooks", list("abc")],
    ["a fraction for an id", "webhooks.1.id", list([found.webhook, { ...found.webhook, id: 1.5 }])],
    ["an object for a list", "webhooks", list({ 0: found.webhook })],
    ["a string for a boolean", "success", { success: "yes", message: "" }],
  ];

  test.each(wrong)("%s is an error at %s", async (_, place, body) => {
    await using server = await startFaultServer(answer(200, body));
    const { webhooks } = clientOf(server);
    const call = place.startsWith("webhooks")
      ? webhooks.list()
      : place === "success"
        ? webhooks.delete(1)
        : webhooks.get(1);
    const failure = await failureOf(call);
    expect(failure.name).toBe("ServiceResponseError");
    expect(failure.message).toContain(`The answer does not match the contract at body.${place}: `);
  });

  test("an id that JavaScript would round is an error", async () => {
    const body = JSON.stringify(found).replace('"id":1001', '"id":9007199254740993');
    await using server = await startFaultServer(answer(200, body));
    expect((await failureOf(clientOf(server).webhooks.get(1))).message).toContain("at body.webhook.id: ");
  });

  test("fields that the contract does not list are no error", async () => {
    await using server = await startFaultServer(answer(200, { webhook: { ...found.webhook, more: [1] }, meta: {} }));
    expect(await clientOf(server).webhooks.get(1)).toHaveProperty("more", [1]);
  });
});

test("the error for a login page with status 200 holds the status and the page", async () => {
  await using server = await startFaultServer(html(200));
  expect(await failureOf(clientOf(server).webhooks.get(1))).toMatchObject({
    name: "ServiceResponseError",
    status: 200,
    body: "<h1>Bad gateway</h1>",
  });
});

test("an error becomes JSON with its message, and instanceof narrows its type", async () => {
  await using server = await startFaultServer(answer(404, { reason: "gone" }, { "X-Request-Id": "r-1" }));
  const failure: unknown = await failureOf(clientOf(server).webhooks.get(1));
  expect(JSON.parse(JSON.stringify(failure))).toMatchObject({
    name: "ServiceStatusError",
    message: `The service answered with status 404: GET ${server.url}/api/admin/26.0/webhooks/1`,
    status: 404,
    headers: { "x-request-id": "r-1" },
    body: { reason: "gone" },
  });
  expect(failure instanceof ServiceError && failure instanceof ServiceStatusError && failure.status).toBe(404);
});

describe("a status error carries the answer", () => {
  test("it has the status even when the body is nested too deeply to copy", async () => {
    const depth = 50_000;
    await using server = await startFaultServer(answer(500, "[".repeat(depth) + "]".repeat(depth)));
    expect(await failureOf(clientOf(server).webhooks.get(1, once))).toMatchObject({ status: 500 });
  });

  test("it has the status, the headers, and the body as JSON", async () => {
    await using server = await startFaultServer(answer(409, { reason: ["taken"] }, { "X-Reason": "taken" }));
    const failure = await failureOf(clientOf(server).webhooks.create(webhook));
    expect(failure).toMatchObject({ status: 409, body: { reason: ["taken"] } });
    expect(failure instanceof ServiceStatusError && failure.headers.get("X-Reason")).toBe("taken");
  });

  test("it has the body as text when the body is not JSON", async () => {
    await using server = await startFaultServer(html(403));
    expect(await failureOf(clientOf(server).webhooks.get(1))).toMatchObject({ body: "<h1>Bad gateway</h1>" });
  });

  test.each(["chunked", "with a length"])("it has no body when the answer is empty, %s", async (form) => {
    await using server = await startFaultServer((response) => {
      response.writeHead(404);
      if (form === "chunked") response.flushHeaders();
      response.end();
    });
    expect(await failureOf(clientOf(server).webhooks.get(1))).toHaveProperty("body", undefined);
  });
});

describe("a call ends at its timeout", () => {
  test.each([
    ["before the headers", stall],
    ["in the middle of the body", startOf('{"webhook":', () => undefined)],
  ])("when the answer stalls %s", async (_, fault) => {
    await using server = await startFaultServer(fault);
    const failure = await failureOf(clientOf(server).webhooks.get(1001, { timeout: 50 }));
    expect(failure).toBeInstanceOf(ServiceTimeoutError);
    expect(failure.name).toBe("ServiceTimeoutError");
    expect(failure.message).toBe(
      `The service did not answer within 50 ms: GET ${server.url}/api/admin/26.0/webhooks/1001`,
    );
    // The request is not left behind.
    await expect.poll(() => server.openRequests()).toBe(0);
  });
});

describe("a body of 10 MB", () => {
  test("arrives complete in both directions", async () => {
    const secret = "s".repeat(10_000_000);
    const topic = `orders/${"t".repeat(10_000_000)}`;
    await using server = await startFaultServer(answer(200, { webhook: { ...found.webhook, topic } }));
    const created = await clientOf(server).webhooks.create({ ...webhook, secret });
    expect(created.topic.length).toBe(topic.length);
    expect(JSON.parse(server.arrivals[0]?.body ?? "").webhook.secret.length).toBe(secret.length);
  });

  test("does not hide the status of an error", async () => {
    await using server = await startFaultServer(answer(500, "x".repeat(10_000_000)));
    expect(await failureOf(clientOf(server).webhooks.get(1, once))).toHaveProperty("status", 500);
  });
});

describe("no error shows a secret", () => {
  const secret = "signing-0123456789";
  const escaped = 'quote"\\secret/é-0123';
  /** An answer that repeats all that was sent, in a header, a key, a value and a longer text. */
  const echo =
    (status: number): Fault =>
    (response, request) => {
      const sent = String(request.headers["x-service-access-token"]);
      const body = { [sent]: [secret], text: `You sent ${sent} and ${secret}.`, deep: { escaped } };
      response.writeHead(status, { "Content-Type": "application/json", "X-Echo": sent }).end(JSON.stringify(body));
    };

  test.each([
    ["an error status", echo(400)],
    ["an answer that does not match the contract", echo(200)],
    ["a reset", reset],
    [
      "plain text",
      (response, request) => response.writeHead(400).end(`${request.headers["x-service-access-token"]} ${secret}`),
    ],
  ] satisfies [string, Fault][])("of a request that ends with %s", async (_, fault) => {
    await using server = await startFaultServer(fault);
    const failure = await failureOf(clientOf(server).webhooks.create({ ...webhook, secret }));
    expect(printed(failure)).not.toContain(token);
    expect(printed(failure)).not.toContain(secret);
  });

  test("of a payload that the contract does not specify", async () => {
    await using server = await startFaultServer(echo(400));
    const body = { credentials: [{ anything: secret }] };
    expect(printed(await failureOf(clientOf(server).oauth.exchangeAccessToken({ body })))).not.toContain(secret);
  });

  test("of a token exchange that gets another success status", async () => {
    const { oauth } = example("OAuth");
    const body = { oauth: { ...oauth, client_secret: "the-client-secret-1", code: "the-code-1" } };
    await using server = await startFaultServer(answer(201, body));
    const failure = await failureOf(clientOf(server).oauth.exchangeAccessToken());
    expect(failure).toMatchObject({ status: 201, body: { oauth: { client_id: oauth.client_id, code: "<SECRET>" } } });
    expect(printed(failure)).not.toContain("the-client-secret-1");
  });

  test("of a payload with a toJSON method", async () => {
    await using server = await startFaultServer(echo(400));
    const body = { toJSON: () => ({ anything: secret }) };
    expect(printed(await failureOf(clientOf(server).oauth.exchangeAccessToken({ body })))).not.toContain(secret);
  });

  test("ordinary words of an unspecified payload stay readable", async () => {
    const refusal = { error: "invalid_grant", error_description: "Say json, or xml." };
    await using server = await startFaultServer(answer(400, refusal, { "Content-Type": "application/json" }));
    const body = { hint: "invalid_grant", format: "json", grant_type: "authorization_code", code: "c0de-0123456789" };
    const failure = await failureOf(clientOf(server).oauth.exchangeAccessToken({ body }));
    expect(failure).toMatchObject({ body: refusal });
    expect(failure instanceof ServiceStatusError && failure.headers.get("Content-Type")).toBe("application/json");
  });

  test("a code made of ordinary words stays readable in a refusal", async () => {
    await using server = await startFaultServer(answer(400, { code: "invalid_grant" }));
    expect(await failureOf(clientOf(server).oauth.exchangeAccessToken())).toMatchObject({
      body: { code: "invalid_grant" },
    });
  });

  test("two keys that hold secrets stay two keys", async () => {
    await using server = await startFaultServer(answer(400, { [token]: 1, [secret]: 2 }));
    const failure = await failureOf(clientOf(server).webhooks.create({ ...webhook, secret }));
    expect(failure).toMatchObject({ body: { "<SECRET>": 1, "<SECRET>_": 2 } });
  });

  test("text that is not secret stays readable even when the access token is a single letter", async () => {
    await using server = await startFaultServer(answer(400, { detail: "a detail" }));
    const failure = await failureOf(clientOf(server, { accessToken: "t" }).webhooks.create({ ...webhook, secret }));
    expect(failure).toMatchObject({ body: { detail: "a detail" } });
  });
});
