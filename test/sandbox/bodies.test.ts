import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { operations } from "../../generated/contract.js";
import { sendRaw } from "./raw-request.js";
import { ask, CREATED, HEADERS, orders, refused, textsOf, transports, WEBHOOKS } from "./transports.js";

const json = JSON.stringify({ webhook: orders });
const withoutBody = Object.values(operations).filter(({ body }) => !body);

describe.each(Object.entries(transports))("%s", (_, reach) => {
  // A `fetch` refuses to send a GET with a body, which Node and others send.
  const sendable = withoutBody.filter(({ method }) => method !== "GET");
  describe.each(sendable)("$method $path, which takes no body,", (operation) => {
    const { method, path, status } = operation;
    const sent = (body: string) => ({ method, headers: HEADERS, body });
    const one = path.replace("{id}", "1001");

    test.each(["null", '""', "{}", " { } "])(
      "accepts %j, which some clients send to keep their Content-Type",
      async (body) => {
        await using sandbox = await reach({ seed: 3 });
        expect((await ask(sandbox, one, sent(body))).status).toBe(status);
      },
    );

    test.each(["[]", "0", "false", '{"a":1}', '"a"'])("refuses %j, which says something", async (body) => {
      await using sandbox = await reach({ seed: 3 });
      const answer = await ask(sandbox, one, sent(body));
      expect(answer.status).toBe(refused(415, operation));
      expect(await textsOf(answer)).toContain("The operation takes no request body.");
      expect(sandbox.webhooks).toHaveLength(3);
    });
  });

  test("a body may begin with the mark of UTF-8", async () => {
    await using sandbox = await reach();
    const answer = await ask(sandbox, WEBHOOKS, { method: "POST", body: `\uFEFF${json}` });
    expect([answer.status, sandbox.requests[0]?.body]).toEqual([CREATED, { webhook: orders }]);
  });

  test.each(["gzip", "deflate", "br"])("a body in %s is refused by that name", async (encoding) => {
    await using sandbox = await reach();
    const headers = { ...HEADERS, "Content-Encoding": encoding };
    const answer = await ask(sandbox, WEBHOOKS, { method: "POST", headers, body: gzipSync(json) });
    expect([answer.status, answer.headers.get("accept-encoding")]).toEqual([refused(415), "identity"]);
    expect(await textsOf(answer)).toContain(
      `The body has the Content-Encoding ${encoding}, which the sandbox does not decode. Send the body uncompressed.`,
    );
  });

  test("a body that is not encoded may say so", async () => {
    await using sandbox = await reach();
    const headers = { ...HEADERS, "Content-Encoding": "identity" };
    for (const [body, status] of [
      [json, CREATED],
      ["{", 400],
    ] as const) {
      expect((await ask(sandbox, WEBHOOKS, { method: "POST", headers, body })).status).toBe(status);
    }
  });

  test("a body without a Content-Type is refused as one of another type", async () => {
    await using sandbox = await reach();
    const { "Content-Type": _, ...headers } = HEADERS;
    const body = new TextEncoder().encode(json);
    const answer = await ask(sandbox, WEBHOOKS, { method: "POST", headers, body });
    expect(answer.status).toBe(refused(415));
    expect(await textsOf(answer)).toContain("Supported content types: application/json");
  });
});

test.each(withoutBody.filter(({ method }) => method === "GET"))(
  "as a server, $method $path accepts the body null",
  async ({ path, status }) => {
    await using sandbox = await transports["over HTTP"]({ seed: 3 });
    const sent = { path: path.replace("{id}", "1001"), headers: HEADERS, body: "null" };
    expect((await sendRaw(sandbox.url, sent)).status).toBe(status);
  },
);
