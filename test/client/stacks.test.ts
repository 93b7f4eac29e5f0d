// V8 keeps the callers of a call that has waited, as long as each promise has one reader. Other engines keep less.
import { describe, expect, test } from "vitest";
import type { ServiceClient, ServiceClientOptions } from "../../src/client/index.js";
import { failureOf, input, nowhere, serviceOf } from "./examples.js";
import { ONE } from "./paths.js";

/** Clients whose calls fail, and the name of the error. */
const failures: [what: string, name: string, options: Partial<ServiceClientOptions>][] = [
  ["an error status", "ServiceStatusError", { fetch: async () => Response.json({}, { status: 404 }) }],
  ["an answer that is no JSON", "ServiceResponseError", { fetch: async () => new Response("<html>") }],
  ["a failed connection", "ServiceConnectionError", { fetch: () => Promise.reject(new Error("cut")) }],
  ["a failed connection, again", "ServiceConnectionError", { fetch: failing, maxRetries: 1 }],
  ["the timeout of a call", "ServiceTimeoutError", { fetch: pending, timeout: 10 }],
  ["the timeout of a try", "ServiceTimeoutError", { fetch: pending, tryTimeout: 10 }],
  ["an accessToken function that has none", "ServiceTokenError", { accessToken: () => "" }],
  ["a token of a function, and a failed connection", "ServiceConnectionError", { accessToken, fetch: failing }],
  ["headers of a function, and a failed connection", "ServiceConnectionError", { headers: () => ({}), fetch: failing }],
  ["a fetch that returns nothing", "TypeError", { fetch: Object(async () => undefined) }],
  ["a fetch that returns no Response", "TypeError", { fetch: Object(async () => ({})) }],
  ["a fetch that has read its Response", "TypeError", { fetch: readBefore }],
];

async function failing(): Promise<never> {
  await new Promise(setImmediate);
  const refused = { code: "ECONNREFUSED" };
  throw Object.assign(new Error("refused"), refused);
}

async function readBefore(): Promise<Response> {
  const response = Response.json({});
  await response.text();
  return response;
}

function pending(): Promise<never> {
  return new Promise(() => undefined);
}

async function accessToken(): Promise<string> {
  return "a token";
}

/** Ways to call, each in a function whose name is to be in the stack. */
const ways: ((service: ServiceClient) => Promise<unknown>)[] = [
  async function callGet({ webhooks }) {
    return await webhooks.get(1);
  },
  async function callGetWithResponse({ webhooks }) {
    return await webhooks.get(1).withResponse();
  },
  async function callCreate({ webhooks }) {
    return await webhooks.create(input);
  },
  async function callList({ webhooks }) {
    return await webhooks.list();
  },
  async function callListWithResponse({ webhooks }) {
    return await webhooks.list().withResponse();
  },
  async function walkItems({ webhooks }) {
    for await (const _ of webhooks.list());
  },
  async function walkPages({ webhooks }) {
    for await (const _ of webhooks.list().pages());
  },
  async function callPath({ http }) {
    const { error } = await http.GET(ONE, { params: { path: { id: 1 } } });
    if (error) throw error;
  },
  async function callBehindMiddleware({ webhooks, http }) {
    http.use({ onRequest: () => undefined });
    return await webhooks.get(1);
  },
];

describe.each(failures)("the stack of %s", (_, name, options) => {
  test.each(ways.map((way) => ({ way, caller: way.name })))(
    "names $caller, after a timer too",
    async ({ way, caller }) => {
      const service = serviceOf(nowhere, { maxRetries: 0, ...options });
      // Between two timers, Node has frames of its own below what goes on after the first one.
      await new Promise((resolve) => {
        setTimeout(resolve);
        setTimeout(() => undefined);
      });
      const failure = await failureOf(way(service));
      expect(failure.name).toBe(name);
      expect(failure.stack).toMatch(new RegExp(`^    at .*\\b${caller}\\b`, "m"));
    },
  );
});

test("no call leaves stacks of another length behind", async () => {
  const usual = Error.stackTraceLimit;
  for (const [, , options] of failures) {
    await failureOf(serviceOf(nowhere, { maxRetries: 0, ...options }).webhooks.get(1));
    expect(Error.stackTraceLimit).toBe(usual);
  }
});

test.each([
  ["an id that cannot be in a path", (service: ServiceClient) => service.webhooks.get("")],
  ["an option that cannot be used", (service: ServiceClient) => service.webhooks.get(1, { timeout: 0 })],
])("the stack of %s names the caller", async (_, call) => {
  const callWrongly = async () => await call(serviceOf(nowhere));
  expect((await failureOf(callWrongly())).stack).toContain("callWrongly");
});

test.each<[what: string, options: (fail: () => Promise<never>) => Partial<ServiceClientOptions>]>([
  ["accessToken", (fail) => ({ accessToken: fail })],
  ["headers", (fail) => ({ headers: fail })],
])("the stack of what the function %s throws later names the caller", async (_, options) => {
  const own = options(async () => {
    await new Promise(setImmediate);
    throw new Error("no token");
  });
  // V8 keeps ten frames of their errors. A walk, and a call of a path, have more of their own.
  for (const way of ways.filter(({ name }) => /^call(Get|Create|List)/.test(name)))
    expect((await failureOf(way(serviceOf(nowhere, own)))).stack).toContain(way.name);
});
