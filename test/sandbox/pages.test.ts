import { describe, expect, test } from "vitest";
import { accessToken } from "../../generated/contract.js";
import { ask, HEADERS, transports, WEBHOOKS } from "./transports.js";

const origin = { Origin: "https://front-end.example" };

describe.each(Object.entries(transports))("%s, a page of any origin", (_, reach) => {
  test.each([0, 1])("can send a preflight, with a failureRate of %d, whose answer has no body", async (failureRate) => {
    await using sandbox = await reach({ failureRate });
    const { status, headers } = await ask(sandbox, WEBHOOKS, {
      method: "OPTIONS",
      headers: {
        ...origin,
        "Access-Control-Request-Method": "DELETE",
        "Access-Control-Request-Headers": `content-type,${accessToken.header.toLowerCase()}`,
      },
    });
    expect([status, headers.get("content-length")]).toEqual([204, null]);
    expect(Object.fromEntries(headers)).toMatchObject({
      "access-control-allow-origin": "https://front-end.example",
      "access-control-allow-methods": "DELETE",
      "access-control-allow-headers": `content-type,${accessToken.header.toLowerCase()}`,
    });
  });

  test.each([
    ["a refusal without a token", WEBHOOKS, {}, "WWW-Authenticate"],
    ["a refused method", WEBHOOKS, { ...HEADERS, method: "PATCH" }, "Allow"],
    ["an answer with a note", `${WEBHOOKS}?unknown=1`, HEADERS, "Sandbox-Note"],
  ])("can read each header of %s", async (_, path, { method = "GET", ...headers }: Record<string, string>, name) => {
    await using sandbox = await reach();
    const answer = await ask(sandbox, path, { method, headers: { ...headers, ...origin } });
    expect(answer.headers.has(name)).toBe(true);
    expect(answer.headers.get("access-control-expose-headers")?.split(", ")).toContain(name);
  });

  test("can read a refusal as well as an answer, also with credentials", async () => {
    await using sandbox = await reach();
    for (const headers of [{ ...HEADERS, ...origin }, origin]) {
      const answer = await ask(sandbox, WEBHOOKS, { headers });
      expect(answer.headers.get("access-control-allow-origin")).toBe("https://front-end.example");
      expect(answer.headers.get("access-control-allow-credentials")).toBe("true");
    }
  });
});
