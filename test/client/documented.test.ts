// The tests of the client that are about HTTP methods and about fields: they have the contract of the tests in place of
// openapi.yaml (test/vitest.config.ts), so they do not run in Chromium.
import { expect, test } from "vitest";
import { answer, type Fault, startFaultServer } from "../servers/fault.js";
import { answerOf } from "../worlds/roles.js";
import { clientOf, failureOf, nowhere, withOptions } from "./examples.js";

const busy = answer(503, {}, { "Retry-After": "0" });

test("a call is retried when it is a GET, PUT or DELETE, with the same request", async () => {
  await using server = await startFaultServer(busy);
  const service = clientOf(server, { maxRetries: 1 });
  await failureOf(service.get(1));
  await failureOf(service.update({ topic: "orders/create" }));
  await failureOf(service.delete(1));
  const { arrivals } = server;
  expect(arrivals.map(({ method }) => method)).toEqual(["GET", "GET", "PUT", "PUT", "DELETE", "DELETE"]);
  for (const index of [0, 2, 4]) expect(arrivals[index + 1]).toEqual(arrivals[index]);
});

test("what the caller changes after the call is not sent with the next try", async () => {
  const input = { topic: "orders/create" };
  const headers = { "X-Trace": "first" };
  const changing: Fault = (...exchange) => {
    input.topic = "changed/meanwhile";
    headers["X-Trace"] = "second";
    busy(...exchange);
  };
  await using server = await startFaultServer(changing);
  const service = clientOf(server, { maxRetries: 1 });
  await failureOf(withOptions(service, { headers }).update(input));
  const [first, second] = server.arrivals;
  expect(second).toEqual(first);
  expect(first?.headers["x-trace"]).toBe("first");
});

test("a value of another type is an error that names its place, wherever it is in an answer", async () => {
  let body: unknown;
  const service = clientOf(nowhere, { fetch: async () => Response.json(body) });
  const calls = [
    [answerOf("list"), () => service.list()],
    [answerOf("get"), () => service.get(1)],
    [answerOf("delete"), () => service.delete(1)],
  ] as const;
  for (const [example, call] of calls) {
    for (const [place, before] of valuesIn(example)) {
      for (const other of [undefined, null, true, "text", 1.5, 2 ** 53, {}, []]) {
        if (kindOf(other) === kindOf(before)) continue;
        body = replaced(example, place, other);
        const failure = await failureOf(call());
        expect(failure.name).toBe("ServiceResponseError");
        expect(failure.message).toContain(`The answer does not match the contract at body.${place.join(".")}: `);
      }
    }
  }
});

/** The values in a JSON value, each with the keys that lead to it. */
function valuesIn(value: unknown): [place: string[], value: unknown][] {
  if (typeof value !== "object") return [];
  return Object.entries(Object(value)).flatMap(([key, inner]): [string[], unknown][] => [
    [[key], inner],
    ...valuesIn(inner).map(([place, innermost]): [string[], unknown] => [[key, ...place], innermost]),
  ]);
}

/** A copy of a JSON value with another value in one place. */
function replaced(whole: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const copy = Array.isArray(whole) ? [...whole] : { ...Object(whole) };
  return Object.assign(copy, { [key]: replaced(copy[key], rest, value) });
}

/** Of numbers, the client accepts only integers that JavaScript holds exactly. */
function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "array";
  return Number.isSafeInteger(value) ? "integer" : value === null ? "null" : typeof value;
}
