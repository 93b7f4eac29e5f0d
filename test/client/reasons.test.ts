// Why a call has failed, in the words of the message. Errors of Node's network are in node.test.ts.
import { describe, expect, test } from "vitest";
import type { Send } from "../../src/client/index.js";
import { answer, startFaultServer } from "../servers/fault.js";
import { clientOf, failureOf, nowhere, WEBHOOKS } from "./examples.js";

const once = { maxRetries: 0 };

/** What the message says of an answer with this body, between the status and the request. */
async function quoteOf(body: unknown): Promise<string | undefined> {
  await using server = await startFaultServer(answer(422, body));
  const { message } = await failureOf(clientOf(server, once).get(1001));
  const [before, after] = ["The service answered with status 422", `: GET ${server.url}${WEBHOOKS}/1001`];
  expect(message.startsWith(before) && message.endsWith(after)).toBe(true);
  return /^: "(.*)"$/s.exec(message.slice(before.length, -after.length))?.[1];
}

describe("the message of a refusal quotes the body's own words", () => {
  const words = "topic must have a slash";

  test.each<[what: string, body: unknown]>([
    ["a problem document", { type: "about:blank", title: "Unprocessable", status: 422, detail: words }],
    ["a problem document with only a title", { title: words }],
    ["a message", { error: "Unprocessable Entity", message: words }],
    ["an error as text", { error: words }],
    ["an error as an object", { error: { code: 7, message: words } }],
    ["a list of errors", { errors: [{ code: 1 }, words].slice(1) }],
    ["a list of errors as objects", { errors: [{ field: "topic", message: words }, { message: "and more" }] }],
    ["errors as text", { errors: words }],
    ["details as a list of objects", { detail: [{ loc: ["body", "topic"], msg: words }] }],
    ["errors under a title that says less", { title: "One or more errors occurred.", errors: [{ msg: words }] }],
    ["an error with its description", { error: "invalid_request", error_description: words }],
    ["a message that is empty, and an error", { message: " ", error: words }],
    ["plain text", words],
    [
      "a text with control and direction characters",
      { message: "topic\u0000\r\nmust\u202e \u2066have\u001b a\u200b slash" },
    ],
  ])("of %s", async (_, body) => {
    expect(await quoteOf(body)).toBe(words);
  });

  test("of errors under the names of fields, with the first name", async () => {
    const errors = { format: [], topic: ["must have a slash"], address: ["is no URL"] };
    expect(await quoteOf({ errors })).toBe("topic: must have a slash");
    expect(await quoteOf({ error: errors })).toBe("topic: must have a slash");
  });

  test("of errors that name their fields, with the first name, unless they say it themselves", async () => {
    expect(await quoteOf({ errors: [{ field: "topic", message: "is required" }] })).toBe("topic: is required");
    expect(await quoteOf({ detail: [{ loc: ["body", "topic"], msg: "Missing" }] })).toBe("topic: Missing");
  });

  test.each([
    ["HTML", "<h1>Bad</h1>"],
    ["JSON without words", { status: 422, errors: [] }],
    ["nothing", ""],
  ])("but nothing of %s", async (_, body) => expect(await quoteOf(body)).toBeUndefined());

  test("up to 200 characters of them", async () => {
    expect(await quoteOf({ message: "x".repeat(200) })).toBe("x".repeat(200));
    expect(await quoteOf({ message: "x".repeat(201) })).toBe(`${"x".repeat(199)}…`);
    expect(await quoteOf({ message: "😀".repeat(201) })).toBe(`${"😀".repeat(199)}…`);
  });
});

test("the message of a success that does not match the contract quotes its words, too", async () => {
  const messageOf = async (body: unknown) => {
    await using server = await startFaultServer(answer(200, body));
    return (await failureOf(clientOf(server, once).get(1001))).message;
  };
  expect(await messageOf({ errors: [{ message: "No such topic" }] })).toContain(
    'The answer has no webhook: "No such topic": GET ',
  );
  expect(await messageOf("Come back later")).toContain('The answer is not JSON: "Come back later": GET ');
  expect(await messageOf('["cut')).toContain("The answer is not JSON: GET ");
});

describe("the message of a failed connection quotes the innermost reason", () => {
  const failing = (rejection: unknown) => {
    const fetch: Send = () => Promise.reject(rejection);
    return failureOf(clientOf(nowhere, { ...once, fetch }).get(1));
  };
  const refusal = (address: string) =>
    Object.assign(new Error(`connect ECONNREFUSED ${address}`), { code: "ECONNREFUSED" });

  test("of a chain of causes", async () => {
    const failure = await failing(new TypeError("fetch failed", { cause: refusal("127.0.0.1:4010") }));
    expect(failure.message).toMatch(/^The service did not answer: "connect ECONNREFUSED 127\.0\.0\.1:4010": GET /);
  });

  test("of all addresses that were tried, and JSON shows it", async () => {
    const all = new AggregateError([refusal("::1:4010"), refusal("127.0.0.1:4010")]);
    const failure = await failing(new TypeError("fetch failed", { cause: all }));
    expect(failure.message).toContain('"connect ECONNREFUSED ::1:4010, connect ECONNREFUSED 127.0.0.1:4010"');
    const message = "connect ECONNREFUSED ::1:4010, connect ECONNREFUSED 127.0.0.1:4010";
    expect(JSON.parse(JSON.stringify(failure))).toMatchObject({ cause: { message } });
  });
});
