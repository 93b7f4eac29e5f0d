import { describe, expect, test } from "vitest";
import { answer, type Fault, startFaultServer } from "../servers/fault.js";
import { clientOf, example, failureOf, printed, token } from "./examples.js";

const clientSecret = "shh-0123456789";
const code = "c0de-9876543210";
const record = { ...example("OAuth").oauth, client_secret: clientSecret, code };
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
    "in an object": JSON.stringify({ oauth: { client_secret: { value: clientSecret }, code: [code] } }),
    "nested too deeply": deep,
  };

  test.each(Object.keys(bodies).flatMap((form) => [200, 201, 400].map((status) => [form, status] as const)))(
    "%s, with status %i",
    async (form, status) => {
      await using server = await startFaultServer(answer(status, bodies[form]));
      const failure = await failureOf(clientOf(server).oauth.exchangeAccessToken());
      expect(failure).toHaveProperty("status", status);
      expect(printed(failure)).not.toContain(clientSecret);
      expect(printed(failure)).not.toContain(code);
    },
  );

  test("in a header", async () => {
    const next = `https://shop.example/?client_secret=${clientSecret}&code=${code}`;
    await using server = await startFaultServer(answer(302, "", { Location: next, "X-Request-Id": "r-1" }));
    const failure = await failureOf(clientOf(server).oauth.exchangeAccessToken());
    expect(printed(failure)).not.toContain(clientSecret);
    if (!("document" in globalThis)) expect(printed(failure)).toContain("r-1");
  });

  test("but the fields that hold none stay readable", async () => {
    const refusal = { error: "invalid_client", oauth: { client_id: "lantern-books", client_secret: clientSecret } };
    await using server = await startFaultServer(answer(400, refusal));
    expect(await failureOf(clientOf(server).oauth.exchangeAccessToken())).toMatchObject({
      body: { error: "invalid_client", oauth: { client_id: "lantern-books", client_secret: "<SECRET>" } },
    });
  });
});

describe("a secret that the service repeats is not shown, however it is escaped", () => {
  const secret = `q"uo\\te/é<&'> plus+space-0123`;
  const html = (text: string) => text.replace(/[&<>"'/]/g, (char) => `&#x${char.charCodeAt(0).toString(16)};`);
  const named = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  const escapes: Record<string, (text: string) => string> = {
    "as it is": (text) => text,
    "in JSON": (text) => JSON.stringify(text),
    "in JSON, with escaped slashes and letters": (text) =>
      JSON.stringify(text).replaceAll("/", "\\/").replaceAll("é", "\\u00e9").replaceAll("<", "\\u003C"),
    "in JSON in a string": (text) => JSON.stringify(JSON.stringify({ text })),
    "in a URL": encodeURIComponent,
    "in a URL in a URL": (text) => encodeURIComponent(encodeURIComponent(text)),
    "in lower case in a URL": (text) => encodeURIComponent(text).replace(/%../g, (escaped) => escaped.toLowerCase()),
    "in a form": (text) => new URLSearchParams({ text }).toString(),
    "in HTML": (text) => text.replace(/[&<>"']/g, (char) => new Map(Object.entries(named)).get(char) ?? ""),
    "in HTML, by numbers": html,
    "in JSON in HTML": (text) => html(JSON.stringify(text)),
  };
  const sent = { ...example("WebhookComplete").webhook, secret };
  const parts = ["uo", "0123"];

  test.each(Object.entries(escapes))("%s", async (_, escaped) => {
    const echo: Fault = (response) =>
      response
        .writeHead(400, { "Content-Type": "text/html; charset=utf-8" })
        .end(`<p>A page that says: ${escaped(secret)} and ${escaped(token)} in a sentence</p>`);
    await using server = await startFaultServer(echo);
    const shown = printed(await failureOf(clientOf(server).webhooks.create(sent)));
    for (const part of [...parts, token]) expect(shown).not.toContain(part);
    expect(shown).toMatch(/<p>A page that says: .*<SECRET>.* in a sentence/);
  });

  test("in a redirect", async () => {
    const elsewhere = `https://login.example/?token=${encodeURIComponent(`a+b/${token}=`)}`;
    await using server = await startFaultServer(answer(302, "", { Location: elsewhere }));
    const failure = await failureOf(clientOf(server, { accessToken: `a+b/${token}=` }).webhooks.get(1));
    expect(printed(failure)).not.toContain(token);
  });

  test("but text with escapes stays as it is when it repeats no secret", async () => {
    const page = "<p>100&#37; sure &amp; 50%25 \\u0041</p>";
    await using server = await startFaultServer(answer(400, page));
    expect(await failureOf(clientOf(server).webhooks.get(1))).toHaveProperty("body", page);
  });
});

describe("a header that cannot be sent is refused, and its value is not quoted", () => {
  const value = "secret-\n0123456789";

  test("in a call", async () => {
    await using server = await startFaultServer(answer(200, {}));
    const failure = await failureOf(clientOf(server).webhooks.get(1, { headers: { "X-Key": value } }));
    expect(failure).toBeInstanceOf(TypeError);
    expect(failure.message).toBe("The header X-Key has a name or a value that HTTP cannot carry");
    expect(printed(failure)).not.toContain("0123456789");
    expect(server.arrivals).toEqual([]);
  });

  test("in the options of a client", () => {
    expect(() => clientOf({ url: "https://service.example" }, { headers: { "X-Key": value } })).toThrow(
      new TypeError("The header X-Key has a name or a value that HTTP cannot carry"),
    );
  });
});
