// Why a call has failed, in the words of the message. Errors of Node's network are in node.test.ts.
import { describe, expect, test } from "vitest";
import type { Send } from "../../src/client/index.js";
import { answer, startFaultServer } from "../servers/fault.js";
import { clientOf, failureOf, nowhere, token, WEBHOOKS } from "./examples.js";

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
    ["a reason beside an error that says less", { error: "unprocessable", reason: words }],
    ["a list of errors with the names of their fields", { errors: [{ field: "topic", reason: words }] }],
    ["a message that is empty, and an error", { message: " ", error: words }],
    ["plain text", words],
    [
      "a text with control and direction characters",
      { message: "topic\u0000\r\nmust\u202e \u2066have\u001b a\u200b slash" },
    ],
  ])("of %s", async (_, body) => {
    expect(await quoteOf(body)).toBe(words);
  });

  const errors = { format: [], topic: ["must have a slash"], address: ["is no URL"] };

  test.each<[what: string, body: unknown, said: string]>([
    ["under the names of fields", { errors }, "topic: must have a slash"],
    ["that are called error", { error: errors }, "topic: must have a slash"],
  ])("of errors %s, with the first name", async (_, body, said) => {
    expect(await quoteOf(body)).toBe(said);
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

describe("the reason of an error is those words alone, for a user to read", () => {
  const reasonOf = async (status: number, body: unknown) => {
    await using server = await startFaultServer(answer(status, body));
    return Object(await failureOf(clientOf(server, once).get(1001))).reason;
  };

  test.each([
    [422, { title: "Unprocessable", detail: "topic must\nhave a slash" }, "topic must have a slash"],
    [200, { message: "No such topic" }, "No such topic"],
    [502, "<h1>Bad gateway</h1>", undefined],
    [404, "", undefined],
    [500, { code: 7 }, undefined],
  ])("with status %i and the body %j: %s", async (status, body, reason) => {
    expect(await reasonOf(status, body)).toBe(reason);
  });

  test("without the access token", async () => {
    expect(await reasonOf(400, { message: `No ${token} here` })).toBe("No <SECRET> here");
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

test("the message of a failed connection quotes the innermost reason: of all addresses that were tried", async () => {
  const refusal = (address: string) => new Error(`connect ECONNREFUSED ${address}`);
  const all = new AggregateError([refusal("::1:4010"), refusal("127.0.0.1:4010")]);
  const fetch: Send = () => Promise.reject(new TypeError("fetch failed", { cause: all }));
  const failure = await failureOf(clientOf(nowhere, { ...once, fetch }).get(1));
  const said = "connect ECONNREFUSED ::1:4010, connect ECONNREFUSED 127.0.0.1:4010";
  expect(failure.message).toContain(`The service did not answer: "${said}": GET `);
  expect(failure.cause).toMatchObject({ message: said });
});

describe("the message of a call without an answer quotes", () => {
  const openSsl = "80:error:0A00010B:SSL routines:tls_get_more_records:wrong version number:record.c:1:";
  const named = (name: string) => Object.assign(new Error(""), { name });
  const fromFetch = (cause: unknown) => new TypeError("fetch failed", { cause });
  const itself = Object.assign(new AggregateError([], "All have failed"), { code: "ECONNRESET" });
  itself.errors.push(itself);
  const circle = new Error("The first");
  circle.cause = new Error("The second", { cause: circle });

  test.each<[what: string, rejection: unknown, said: string | undefined]>([
    ["the words of OpenSSL alone", fromFetch(new Error(openSsl)), "TLS failed: wrong version number"],
    ["the message of another library", Object.assign(new Error("Too slow"), { library: "other" }), "Too slow"],
    ["the name of an error that has no message", named("NetworkError"), "NetworkError"],
    ["the name of such a cause", fromFetch(named("SocketError")), "SocketError"],
    ["the message of errors of which there are none", fromFetch(new AggregateError([], "No address")), "No address"],
    ["errors that contain themselves", fromFetch(itself), "All have failed"],
    ["one of the errors that are causes of each other", circle, expect.stringMatching(/^The (first|second)$/)],
    ["nothing of null", null, undefined],
    ["nothing of an empty text", "", undefined],
  ])("%s", async (_, rejection, said) => {
    const fetch: Send = () => Promise.reject(rejection);
    const failure = await failureOf(clientOf(nowhere, { ...once, fetch }).get(1));
    expect(failure.name).toBe("ServiceConnectionError");
    const shown = /^The service did not answer(?:: "(.*)")?: GET /.exec(failure.message);
    expect(shown).not.toBeNull();
    expect(shown?.[1]).toEqual(said);
  });

  test("that the connection broke off, where fetch takes a part for the whole answer", async () => {
    const fetch = async () => new Response('{"webhook":{', { headers: { "Content-Encoding": "gzip" } });
    const failure = await failureOf(clientOf(nowhere, { ...once, fetch }).get(1));
    expect(failure.message).toContain('The answer is incomplete: "the connection broke off": GET ');
    expect(failure.cause).toMatchObject({ name: "TypeError", message: "the connection broke off" });
  });
});
