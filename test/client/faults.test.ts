import { describe, expect, test } from "vitest";
import {
  ServiceConnectionError,
  ServiceError,
  ServiceResponseError,
  ServiceStatusError,
  ServiceTimeoutError,
} from "../../src/client/index.js";
import { answer, type Fault, reset, stall, startFaultServer, startOf } from "../servers/fault.js";
import { clientOf, failureOf, found, input, item, WEBHOOKS } from "./examples.js";

const page = "<h1>Bad gateway</h1>";
const html = (status: number): Fault => answer(status, page, { "Content-Type": "text/html" });
const breakOff = startOf('{"webhook":', (response) => response.destroy());
const last = (status: number): Fault => answer(status, "", { Connection: "close", "Retry-After": "0" });
const once = { maxRetries: 0 };

describe.each<[what: string, fault: Fault, error: object, tries: number]>([
  ["a connection that is reset", reset, connectionError(/^The service did not answer: ".+": GET /), 2],
  ["a body that breaks off", breakOff, connectionError(/^The answer is incomplete: ".+": GET /), 2],
  ["JSON that is cut short", answer(200, '{"webhook":'), responseError("The answer is not JSON", '{"webhook":'), 1],
  ["a page of HTML with status 200", html(200), responseError("The answer is not JSON", page), 1],
  ["an empty answer with status 200", answer(200, ""), responseError("The answer is empty"), 1],
  ["an answer without its envelope", answer(200, item), responseError("The answer has no webhook", item), 1],
  [
    "an envelope that holds nothing",
    answer(200, { webhook: null }),
    responseError("The answer has no webhook", { webhook: null }),
    1,
  ],
  [
    "an empty answer with status 200, and the end of the connection",
    last(200),
    responseError("The answer is empty"),
    1,
  ],
  ["an empty answer with status 503, and the end of the connection", last(503), statusError(503), 2],
  ["status 206 with an item as its body", answer(206, found), statusError(206, found), 1],
  ["status 404 without a body", answer(404, ""), statusError(404), 1],
  ["status 409 with a reason", answer(409, { reason: ["taken"] }), statusError(409, { reason: ["taken"] }), 1],
  ["a page of HTML with status 502", html(502), statusError(502, page), 2],
])("%s", (_, fault, { message, ...error }: { message?: string | RegExp }, tries) => {
  test("is an error of its own type, which names the request and carries the answer", async () => {
    await using server = await startFaultServer(fault);
    const failure = await failureOf(clientOf(server, once).get(1001));
    const url = `${server.url}${WEBHOOKS}/1001`;
    expect(failure).toBeInstanceOf(ServiceError);
    expect(failure).toMatchObject({ ...error, method: "GET", url });
    expect(failure.message).toMatch(message ?? "");
    expect(failure.message.endsWith(`: GET ${url}`)).toBe(true);
  });

  test("makes the client repeat a GET if that may help, and a POST never", async () => {
    await using server = await startFaultServer(fault);
    const service = clientOf(server, { maxRetries: 1 });
    await failureOf(service.get(1001));
    expect(server.arrivals.splice(0)).toHaveLength(tries);
    await failureOf(service.create(input));
    expect(server.arrivals.map(({ path }) => path)).toEqual([WEBHOOKS]);
  });
});

function connectionError(message: RegExp): object {
  return { constructor: ServiceConnectionError, name: "ServiceConnectionError", message };
}

function responseError(message: string, body?: unknown): object {
  return {
    constructor: ServiceResponseError,
    name: "ServiceResponseError",
    message: `${message}: GET `,
    status: 200,
    body,
  };
}

function statusError(status: number, body?: unknown): object {
  const message = `The service answered with status ${status}: GET `;
  return { constructor: ServiceStatusError, name: "ServiceStatusError", message, status, body };
}

test("a refused connection is a connection error, with the innermost error of fetch as its cause", async () => {
  const server = await startFaultServer(stall);
  await server[Symbol.asyncDispose]();
  const failure = await failureOf(clientOf(server, once).get(1001));
  expect(failure).toBeInstanceOf(ServiceConnectionError);
  expect(failure.cause).toMatchObject({ name: expect.stringMatching(/Error$/), message: expect.stringMatching(/./) });
});

test("a gzipped answer that is cut short is a connection error, and the call is retried", async () => {
  const stream = new Blob([JSON.stringify(found)]).stream().pipeThrough(new CompressionStream("gzip"));
  const whole = new Uint8Array(await new Response(stream).arrayBuffer());
  const headers = { "Content-Type": "application/json", "Content-Encoding": "gzip" };
  const cut: Fault = (response) => response.writeHead(200, headers).end(whole.subarray(0, 40));
  await using server = await startFaultServer(cut, (response) => response.writeHead(200, headers).end(whole));
  expect((await failureOf(clientOf(server, once).get(1))).name).toBe("ServiceConnectionError");
  expect(await clientOf(server).get(1)).toEqual(item);
});

test("a page without its list, and a confirmation that is empty, are errors, too", async () => {
  const failureWith = async (body: unknown, call: (service: ReturnType<typeof clientOf>) => Promise<unknown>) => {
    await using server = await startFaultServer(answer(200, body));
    return await failureOf(call(clientOf(server)));
  };
  const notListed = await failureWith({ items: [] }, (service) => service.list());
  expect(notListed).toMatchObject({ name: "ServiceResponseError", body: { items: [] } });
  expect(notListed.message).toContain("The answer has no webhooks: GET ");
  expect((await failureWith("", (service) => service.delete(1))).message).toContain("The answer is empty: DELETE ");
});

test("an error becomes JSON with its message, and instanceof narrows its type", async () => {
  await using server = await startFaultServer(answer(404, { reason: "gone" }, { "X-Request-Id": "r-1" }));
  const failure: unknown = await failureOf(clientOf(server).get(1));
  expect(JSON.parse(JSON.stringify(failure))).toMatchObject({
    name: "ServiceStatusError",
    message: `The service answered with status 404: GET ${server.url}${WEBHOOKS}/1`,
    status: 404,
    headers: { "x-request-id": "r-1" },
    body: { reason: "gone" },
  });
  expect(failure instanceof ServiceError && failure instanceof ServiceStatusError && failure.status).toBe(404);
});

test("a body as long as 10 MB does not hide the status", async () => {
  await using server = await startFaultServer(answer(500, "x".repeat(10_000_000)));
  expect(await failureOf(clientOf(server, once).get(1001))).toMatchObject({ status: 500 });
});

test.each([
  ["before the headers", stall],
  ["in the middle of the body", startOf('{"webhook":', () => undefined)],
])("a call whose answer stalls %s ends at its timeout, and leaves no request behind", async (_, fault) => {
  await using server = await startFaultServer(fault);
  const failure = await failureOf(clientOf(server).get(1001, { timeout: 50 }));
  expect(failure).toBeInstanceOf(ServiceTimeoutError);
  expect(failure.name).toBe("ServiceTimeoutError");
  expect(failure.message).toBe(`No answer within 50 ms: GET ${server.url}${WEBHOOKS}/1001`);
  await expect.poll(() => server.openRequests()).toBe(0);
});
