// What a call fails with, and whether it is tried again.
import { describe, expect, test } from "vitest";
import {
  ServiceConnectionError,
  ServiceError,
  ServiceResponseError,
  ServiceStatusError,
  ServiceTimeoutError,
} from "../../src/client/index.js";
import { answer, type Fault, reset, stall, startFaultServer, startOf } from "../servers/fault.js";
import { clientOf, failureOf, found, input, item, type Methods, WEBHOOKS } from "./examples.js";

const page = "<h1>Bad gateway</h1>";
const html = (status: number): Fault => answer(status, page, { "Content-Type": "text/html" });
const breakOff = startOf('{"webhook":', (response) => response.destroy());

describe("a call fails with an error of its own type, which names the request and carries the answer", () => {
  const connection = (said: RegExp) => ({ constructor: ServiceConnectionError, message: expect.stringMatching(said) });
  const response = (said: string, body?: unknown) => error(ServiceResponseError, said, 200, body);
  const status = (said: number | string, body?: unknown) =>
    error(ServiceStatusError, `The service answered with status ${said}`, Number.parseInt(`${said}`, 10), body);
  const error = (type: { name: string }, said: string, status: number, body: unknown) => {
    return { constructor: type, message: expect.stringMatching(`^${said}: GET `), status, body };
  };

  test.each<[what: string, fault: Fault, error: object, tries: number]>([
    ["a connection that is reset", reset, connection(/^The service did not answer: ".+": GET /), 2],
    ["a body that breaks off", breakOff, connection(/^The answer is incomplete: ".+": GET /), 2],
    ["JSON that is cut short", answer(200, '{"webhook":'), response("The answer is not JSON", '{"webhook":'), 1],
    ["a page of HTML with status 200", html(200), response("The answer is not JSON", page), 1],
    ["an empty answer with status 200", answer(200, ""), response("The answer is empty"), 1],
    ["an answer without its envelope", answer(200, item), response("The answer has no webhook", item), 1],
    ["an empty envelope", answer(200, { webhook: null }), response("The answer has no webhook", { webhook: null }), 1],
    ["status 206 with an item as its body", answer(206, found), status(206, found), 1],
    ["a redirect", answer(302, "", { Location: "/elsewhere" }), status("302, a redirect to /elsewhere"), 1],
    ["a redirect to nowhere", answer(302, ""), status(302), 1],
    ["status 404 without a body", answer(404, ""), status(404), 1],
    ["status 409 with a reason", answer(409, { reason: ["taken"] }), status('409: "taken"', { reason: ["taken"] }), 1],
    ["a page of HTML with status 502", html(502), status(502, page), 2],
    ["a body of 10 MB", answer(500, `<${"x".repeat(10_000_000)}`), status(500, expect.any(String)), 2],
  ])("%s: a GET, which is repeated if that may help, and a POST, which is not", async (_, fault, expected, tries) => {
    await using server = await startFaultServer(fault);
    const service = clientOf(server, { maxRetries: 1 });
    const failure = await failureOf(service.get(1001));
    const url = `${server.url}${WEBHOOKS}/1001`;
    expect(failure).toMatchObject({ ...expected, name: failure.constructor.name, method: "GET", url });
    expect(failure instanceof ServiceError && failure.message.endsWith(`: GET ${url}`)).toBe(true);
    expect(server.arrivals.splice(0)).toHaveLength(tries);
    await failureOf(service.create(input));
    expect(server.arrivals).toHaveLength(1);
  });

  test.each<[what: string, said: string, call: (service: Methods) => Promise<unknown>, body: unknown]>([
    ["a page without its list", "has no webhooks", (service) => service.list(), { items: [] }],
    ["a page without a pagination", "has no pagination", (service) => service.list(), { webhooks: [item] }],
    ["a page without counts", "has no pagination", (service) => service.list(), { webhooks: [item], pagination: {} }],
    [
      "a page whose items are no list",
      "has no webhooks",
      (service) => service.list(),
      { webhooks: {}, pagination: {} },
    ],
    ["a confirmation that is empty", "is empty", (service) => service.delete(1), ""],
  ])("%s", async (_, said, call, body) => {
    await using server = await startFaultServer(answer(200, body));
    const failure = await failureOf(call(clientOf(server)));
    expect(failure).toBeInstanceOf(ServiceResponseError);
    expect(failure.message).toContain(`The answer ${said}: `);
  });
});

test("a gzipped answer that is cut short is a connection error, and the call is retried", async () => {
  const stream = new Blob([JSON.stringify(found)]).stream().pipeThrough(new CompressionStream("gzip"));
  const whole = new Uint8Array(await new Response(stream).arrayBuffer());
  const headers = { "Content-Type": "application/json", "Content-Encoding": "gzip" };
  const cut: Fault = (response) => response.writeHead(200, headers).end(whole.subarray(0, -30));
  await using server = await startFaultServer(cut, (response) => response.writeHead(200, headers).end(whole));
  expect((await failureOf(clientOf(server, { maxRetries: 0 }).get(1))).name).toBe("ServiceConnectionError");
  expect(await clientOf(server).get(1)).toEqual(item);
});

test("the fields of an error, which loggers copy, become JSON with the headers of the answer", async () => {
  await using server = await startFaultServer(answer(404, {}, { "X-Request-Id": "r-1" }));
  const failure = await failureOf(clientOf(server).get(1));
  expect(JSON.parse(JSON.stringify({ ...failure }))).toMatchObject({ status: 404, headers: { "x-request-id": "r-1" } });
});

test("an error has every cookie of the answer", async () => {
  const cookies = ["shop=1; Path=/", "lang=en"];
  await using server = await startFaultServer((response) => response.writeHead(404, { "Set-Cookie": cookies }).end());
  expect(Object(await failureOf(clientOf(server).get(1))).headers.getSetCookie()).toEqual(cookies);
});

test("an error becomes JSON with its message and its fields", async () => {
  await using server = await startFaultServer(answer(404, { reason: "gone" }, { "X-Request-Id": "r-1" }));
  const failure = await failureOf(clientOf(server).get(1));
  expect(JSON.parse(JSON.stringify(failure))).toMatchObject({
    name: "ServiceStatusError",
    message: `The service answered with status 404: "gone": GET ${server.url}${WEBHOOKS}/1`,
    status: 404,
    headers: { "x-request-id": "r-1" },
    body: { reason: "gone" },
  });
});

test.each([
  ["before the headers", stall],
  ["in the middle of the body", startOf('{"webhook":', () => undefined)],
])("a call whose answer stalls %s ends at its timeout, and leaves no request behind", async (_, fault) => {
  await using server = await startFaultServer(fault);
  const failure = await failureOf(clientOf(server).get(1001, { timeout: 50 }));
  expect(failure).toBeInstanceOf(ServiceTimeoutError);
  expect(failure.message).toBe(`No answer within 50 ms: GET ${server.url}${WEBHOOKS}/1001`);
  await expect.poll(() => server.openRequests()).toBe(0);
});
