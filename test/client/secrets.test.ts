import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ServiceStatusError } from "../../src/client/index.js";
import { answer, type Fault, reset, startFaultServer } from "../servers/fault.js";
import { answerOf, clientOf, failureOf, input, nowhere, printed, token, tokenIn } from "./examples.js";

const clientSecret = "shh-0123456789";
const code = "c0de-9876543210";
const example = Object(answerOf("exchangeAccessToken")["oauth"]);
const record = { ...example, code, client_secret: clientSecret };
const wellFormed = JSON.stringify({ oauth: record });
const deep = `${'{"a":'.repeat(20_000)}${wellFormed}${"}".repeat(20_000)}`;

describe("an answer to the exchange that is not clean JSON shows no secret", () => {
  const bodies: Record<string, string> = {
    "with a trailing comma": wellFormed.replace("}}", "},}"),
    "that is cut": wellFormed.slice(0, -3),
    "as a form": new URLSearchParams(record).toString(),
    "as JSON in a string": JSON.stringify(wellFormed),
    "as JSON in a string in JSON": JSON.stringify({ data: JSON.stringify(wellFormed) }),
    "as a form in JSON": JSON.stringify({ data: new URLSearchParams(record).toString() }),
    "as XML in JSON": JSON.stringify({ data: `<client_secret>${clientSecret}</client_secret><code>${code}</code>` }),
    "as JSON in a URL in JSON": JSON.stringify({ next: `/?state=${encodeURIComponent(wellFormed)}` }),
    "in a field, and in a message": JSON.stringify({ ...record, message: `saving ${clientSecret} failed for ${code}` }),
    "in an object": JSON.stringify({ oauth: { code: [code], client_secret: { value: clientSecret } } }),
    "nested too deeply": deep,
  };

  test.each(Object.entries(bodies))("%s, whatever its status", async (_, body) => {
    for (const status of [200, 206, 400]) {
      await using server = await startFaultServer(answer(status, body));
      const failure = await failureOf(clientOf(server).exchange());
      expect(failure).toHaveProperty("status", status);
      expect(printed(failure)).not.toContain(clientSecret);
      expect(printed(failure)).not.toContain(code);
    }
  });

  test("in a text that is no JSON, so that the error has no body, whatever the text says", async () => {
    await using server = await startFaultServer(answer(502, "Bad gateway"));
    expect(await failureOf(clientOf(server).exchange())).toHaveProperty("body", undefined);
  });

  test("in a header", async () => {
    const next = `https://shop.example/?client_secret=${clientSecret}&code=${code}`;
    await using server = await startFaultServer(answer(302, "", { Location: next, "X-Request-Id": "r-1" }));
    const failure = await failureOf(clientOf(server).exchange());
    expect(printed(failure)).not.toContain(clientSecret);
    if (!("document" in globalThis)) expect(printed(failure)).toContain("r-1");
  });
});

describe("a secret that the service repeats is not shown, however it is escaped", () => {
  const named = new Map(Object.entries({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }));
  const escapes: Record<string, (text: string) => string> = {
    "as it is": (text) => text,
    "in JSON": (text) => JSON.stringify(text),
    "in JSON, with escaped slashes and letters": (text) =>
      JSON.stringify(text).replaceAll("/", "\\/").replaceAll("é", "\\u00e9").replaceAll("<", "\\u003C"),
    "in a URL": encodeURIComponent,
    "in lower case in a URL": (text) => encodeURIComponent(text).replace(/%../g, (escaped) => escaped.toLowerCase()),
    "in a form": (text) => new URLSearchParams({ text }).toString(),
    "in HTML": (text) => text.replace(/[&<>"']/g, (char) => named.get(char) ?? ""),
    "in HTML, by decimal numbers": (text) => text.replace(/\W/gu, (char) => `&#${char.codePointAt(0)};`),
    "in HTML, by hexadecimal numbers": (text) =>
      text.replace(/[&<>"'/]/g, (char) => `&#x${char.charCodeAt(0).toString(16)};`),
  };
  const plain = "abz019-_ \"/é<&'>+=;:#u{}";
  const secretsOf = (characters: string) =>
    fc
      .string({ unit: fc.constantFrom(...characters), minLength: 8, maxLength: 20 })
      .filter((text) => text.trim() === text);
  const ways = fc.constantFrom(...Object.values(escapes));

  test.each([
    ["is shown without it", plain, /^<p>It says: .*<SECRET>.* in a sentence<\/p>$/s],
    ["is shown without it, even if it may itself look escaped", `${plain}%%\\\\\\`, /<SECRET>/],
  ])("in one way: a sentence %s", async (_, characters, expected) => {
    const law = fc.asyncProperty(secretsOf(characters), ways, async (secret, escaped) => {
      const echo = escaped(secret);
      const fetch = async () => new Response(`<p>It says: ${echo} in a sentence</p>`, { status: 400 });
      const service = clientOf(nowhere, { fetch });
      const failure = await failureOf(service.create({ ...input, secret }));
      expect(failure).toHaveProperty("body", expect.stringMatching(expected));
      for (const form of [secret, echo]) expect(printed(failure)).not.toContain(form);
    });
    await fc.assert(law, { numRuns: 300 });
  });

  test("but text with escapes stays as it is when it repeats no secret", async () => {
    const page = "<p>100&#37; sure &amp; 50%25 \\u0041</p>";
    await using server = await startFaultServer(answer(400, page));
    expect(await failureOf(clientOf(server).get(1))).toHaveProperty("body", page);
  });
});

describe("no error shows the access token or a secret that was sent", () => {
  const secret = "signing-0123456789";
  /** An answer that repeats all that was sent, in a header, a key, a value and a longer text. */
  const echo =
    (status: number): Fault =>
    (response, request) => {
      const sent = String(tokenIn(request.headers));
      const body = { [sent]: [secret], text: `You sent ${sent} and ${secret}.` };
      answer(status, body, { "X-Echo": sent, Location: `https://login.example/?token=${sent}` })(response, request);
    };

  test.each<[string, Fault]>([
    ["an error status", echo(400)],
    ["an answer that does not match the contract", echo(200)],
    ["a redirect", echo(302)],
    ["a reset", reset],
  ])("of a request that ends with %s", async (_, fault) => {
    await using server = await startFaultServer(fault);
    const service = clientOf(server);
    const failures = [
      await failureOf(service.create({ ...input, secret })),
      await failureOf(service.exchange({ body: { credentials: [{ anything: secret }] } })),
      await failureOf(service.exchange({ body: { toJSON: () => ({ anything: secret }) } })),
    ];
    for (const text of failures.map(printed)) {
      expect(text).not.toContain(token);
      expect(text).not.toContain(secret);
    }
  });

  test("nor credentials that the caller adds", async () => {
    const [basic, session, key, other] = ["c2hvcDpwYXNz", "5f0a9c", "hunter2-0123", "9876543210-hunter2"];
    const headers = { Cookie: `theme=dark; session=${session}`, "X-Api-Key": key, "X-Auth-Token": other };
    await using server = await startFaultServer(
      answer(400, { sent: [`Basic ${basic}`, `session=${session}`, key, other] }),
    );
    const failure = await failureOf(
      clientOf(server, { headers: { ...headers, Authorization: `Basic ${basic}` } }).get(1),
    );
    for (const secret of [basic, session, key, other]) expect(printed(failure)).not.toContain(secret);
  });

  test("nor that of a try before", async () => {
    const answers = ["first", "second"].map((name) => `${name}-${token}`);
    await using server = await startFaultServer(answer(503, answers, { "Retry-After": "0" }));
    let tries = 0;
    const service = clientOf(server, { accessToken: () => answers[tries++] ?? "", maxRetries: 1 });
    expect(await failureOf(service.get(1))).toMatchObject({ body: ["<SECRET>", "<SECRET>"] });
  });

  test("also where it consists of digits, and is sent back as a number", async () => {
    await using server = await startFaultServer(answer(400, { sent: [12345678], other: 1234 }));
    const failure = await failureOf(clientOf(server, { accessToken: "12345678" }).get(1));
    expect(failure).toMatchObject({ body: { sent: ["<SECRET>"], other: 1234 } });
  });

  test("however long, cut or trimmed, in a moment", async () => {
    const document = `<a b="1">é</a>\n`.repeat(2_000);
    const secrets: Record<string, [sent: string, repeated: string]> = {
      "an assertion that is cut": ["ab+/".repeat(750), "ab+/".repeat(500)],
      "a token that is cut": ["Kx9-".repeat(20), "Kx9-".repeat(10)],
      "an XML document": [document, document],
      "mostly dashes": [`${"-".repeat(40)}1`, `${"-".repeat(40)}1`],
      "with the end of a line": ["Zs3cr3t-0123456789\n", "Zs3cr3t-0123456789"],
    };
    for (const [what, [sent, repeated]] of Object.entries(secrets)) {
      const fetch = async () => Response.json({ detail: `Not ${repeated}` }, { status: 400 });
      const failure = await failureOf(clientOf(nowhere, { fetch }).exchange({ body: { assertion: sent } }));
      expect(failure, what).toMatchObject({ body: { detail: "Not <SECRET>" } });
    }
  });

  test("but other letters, which JSON writes as two halves each, stay, in a moment", async () => {
    const detail = "\\ud83d\\ude00".repeat(40);
    const fetch = async () => Response.json({ detail }, { status: 400 });
    const failure = await failureOf(
      clientOf(nowhere, { fetch }).exchange({ body: { assertion: `${"п".repeat(30)}1` } }),
    );
    expect(failure).toMatchObject({ body: { detail } });
  });

  test("of a token in quotes within a header", async () => {
    const headers = { Authorization: 'Token token="Kx9-0123"' };
    await using server = await startFaultServer(answer(400, { detail: "No token Kx9-0123" }));
    expect(await failureOf(clientOf(server, { headers }).get(1))).toMatchObject({
      body: { detail: "No token <SECRET>" },
    });
  });

  test("a secret that begins with the access token is hidden to its end", async () => {
    const longer = `${token}-and-more`;
    await using server = await startFaultServer(answer(400, { detail: `You sent ${longer}.` }));
    const failure = await failureOf(clientOf(server).create({ ...input, secret: longer }));
    expect(failure).toMatchObject({ body: { detail: "You sent <SECRET>." } });
  });

  test("that JavaScript passes to a method whose operation has no such field", async () => {
    await using server = await startFaultServer(answer(400, `No ${clientSecret}`));
    const failure = await failureOf(clientOf(server).update({ ...input, secret: clientSecret }));
    expect(failure).toHaveProperty("body", "No <SECRET>");
  });
});

test("a field of a payload that the contract does not specify is a secret by its name, even of a number or a word", async () => {
  await using server = await startFaultServer(answer(400, { error: "No letmein, no 20261123", password: "letmein" }));
  const failure = await failureOf(clientOf(server).exchange({ body: { password: "letmein", clientSecret: 20261123 } }));
  expect(failure).toMatchObject({ body: { error: "No <SECRET>, no <SECRET>", password: "<SECRET>" } });
});

test("of a text that assigns a value to a secret field, all else stays", async () => {
  await using server = await startFaultServer(
    answer(400, { message: 'The code=abc-123 "client_secret": zz-9,k;7.x expired' }),
  );
  const { message } = await failureOf(clientOf(server).exchange());
  expect(message).toContain('"The code=<SECRET> "client_secret": <SECRET> expired"');
});

describe("what is no secret stays readable", () => {
  test("such as ordinary words of a payload that the contract does not specify", async () => {
    const refusal = { error: "invalid_grant", error_description: "Say json, or xml.", code: "invalid_grant" };
    await using server = await startFaultServer(answer(400, refusal));
    const body = { hint: "invalid_grant", format: "json", grant_type: "authorization_code", code: "c0de-0123456789" };
    const failure = await failureOf(clientOf(server).exchange({ body }));
    expect(failure).toMatchObject({ body: refusal });
    expect(failure instanceof ServiceStatusError && failure.headers.get("Content-Type")).toBe("application/json");
  });

  test("such as the number of a status, and the name of an error in capitals", async () => {
    const refusal = { code: "INVALID_GRANT", detail: "Upstream failed with status code: 400 Bad Request" };
    await using server = await startFaultServer(answer(502, refusal));
    expect(await failureOf(clientOf(server).exchange())).toMatchObject({ body: refusal });
  });

  test("such as the other fields of a token exchange", async () => {
    await using server = await startFaultServer(answer(206, { oauth: { ...record, code: "of plain words" } }));
    expect(await failureOf(clientOf(server).exchange())).toMatchObject({
      body: { oauth: { ...record, code: "<SECRET>", client_secret: "<SECRET>" } },
    });
  });

  test.each([
    ["abc", "You sent abc."],
    ["abcd", "You sent <SECRET>."],
  ])("such as an access token of fewer than four characters: %s is told as %s", async (accessToken, told) => {
    await using server = await startFaultServer(answer(400, { detail: `You sent ${accessToken}.` }));
    const failure = await failureOf(clientOf(server, { accessToken }).get(1));
    expect(failure).toMatchObject({ body: { detail: told } });
  });
});

test.each<[unknown, string]>([
  [{ "X-Key": "secret-\n0123456789" }, "The header X-Key is not valid in HTTP"],
  ["X-Key: secret-0123456789", "headers must be an object"],
  [5, "headers must be an object"],
])(
  "headers that cannot be sent, such as %o, are refused, and their values are not quoted",
  async (headers, refusal) => {
    const options = Object({ headers });
    expect(await failureOf(clientOf(nowhere).get(1, options))).toEqual(new TypeError(refusal));
    expect(() => clientOf(nowhere, options)).toThrow(new TypeError(refusal));
  },
);
