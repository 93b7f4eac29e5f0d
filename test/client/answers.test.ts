import { expect, test } from "vitest";
import { answerOf, clientOf, failureOf, nowhere } from "./examples.js";

test("a value of another type is an error that names its place, wherever it is in an answer", async () => {
  let body: unknown;
  const service = clientOf(nowhere, { fetch: async () => Response.json(body) });
  const calls = [
    [answerOf("listWebhooks"), () => service.list()],
    [answerOf("getWebhook"), () => service.get(1)],
    [answerOf("deleteWebhook"), () => service.delete(1)],
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
