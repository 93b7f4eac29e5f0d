import { describe, expect, test } from "vitest";
import { accessToken, operations } from "../../generated/contract.js";
import {
  ask,
  CREATED,
  HEADERS,
  isRefusalDeclared,
  LIMIT,
  orders,
  refused,
  textsOf,
  transports,
  WEBHOOKS,
} from "./transports.js";

describe.each(Object.entries(transports))("%s, a refusal says what to do", (_, reach) => {
  const { header } = accessToken;
  const posted = (body: string, headers: object = HEADERS) => Object({ method: "POST", headers, body });
  const text = { ...HEADERS, "Content-Type": "text/plain" };
  test.each<[why: string, path: string, init: RequestInit, status: number, message: string]>([
    ["the token is missing", WEBHOOKS, { headers: {} }, 401, `${header} is missing.* any access token`],
    ["the contract does not have the path", "/api/webhook", {}, 404, ` no path /api/webhook\\. .*are: .*${WEBHOOKS},`],
    ["there is no such subscription", `${WEBHOOKS}/1008`, {}, 404, `no webhook.* GET ${WEBHOOKS} lists all webhooks`],
    ["the method is unknown", WEBHOOKS, { method: "PURGE" }, 405, "not support PURGE\\. Allowed: GET, POST, PUT\\.$"],
    ["the body is a text", WEBHOOKS, posted("{}", text), refused(415), "application/json$"],
    ["the body is no JSON", WEBHOOKS, posted("{"), 400, "^Invalid JSON"],
  ])("when %s", async (_, path, init, status, message) => {
    await using sandbox = await reach();
    const answer = await ask(sandbox, path, init);
    expect(answer.status).toBe(status);
    expect(await textsOf(answer)).toContainEqual(expect.stringMatching(message));
  });

  test("by its method: the header Allow names all that the path has", async () => {
    await using sandbox = await reach();
    const all = Object.values(operations);
    for (const { path } of all) {
      const methods = all.flatMap((each) => (each.path === path ? each.method : []));
      const answer = await ask(sandbox, path.replace("{id}", "1001"), { method: "PURGE" });
      expect([answer.status, answer.headers.get("Allow")]).toEqual([405, methods.join(", ")]);
    }
  });

  test("in a problem document, where the contract declares no form", async () => {
    await using sandbox = await reach();
    const answer = await ask(sandbox, "/api/webhook");
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
  });

  test("unless the token is optional: then a request without one is answered, with a state that all of them share", async () => {
    await using sandbox = await reach({ accessToken: "optional", statePer: "token" });
    const webhook = { topic: "orders/create", address: "https://front-end.example/hooks" };
    const created = await ask(sandbox, WEBHOOKS, {
      method: "POST",
      body: JSON.stringify({ webhook }),
      headers: { "Content-Type": "application/json" },
    });
    expect(created.status).toBe(CREATED);
    expect((await (await ask(sandbox, WEBHOOKS, { headers: {} })).json()).webhooks).toHaveLength(1);
    expect((await (await ask(sandbox)).json()).webhooks).toEqual([]);
    sandbox.forToken("").simulate({ status: 401 });
    expect((await ask(sandbox, WEBHOOKS, { headers: {} })).status).toBe(401);
  });

  test.each<[path: string, init: RequestInit, said: string]>([
    [`?limit=${LIMIT.most + 1}&page=many`, {}, `: limit must be at most ${LIMIT.most}; page must be an integer.`],
    ["?limit=0", {}, ": limit must be a whole number from 1, by the sandbox's own choice."],
    ["?page=-1", {}, ": page must be a whole number from 1, by the sandbox's own choice."],
    ["", posted(""), "The request is not valid: the body is required"],
    ["", posted("[]"), "The request is not valid: the body must"],
    ["", posted("{}"), "The request is not valid: webhook is required"],
    ["", posted(`{ "webhook": { "topic": "a", "address": "https://a.example/" } }`), "not valid: webhook.topic must"],
  ])("when the query is %j, with %j", async (path, init, said) => {
    await using sandbox = await reach();
    const answer = await ask(sandbox, WEBHOOKS + path, init);
    expect(answer.status).toBe(refused(422));
    expect(await textsOf(answer)).toContainEqual(expect.stringContaining(said));
  });

  test.each([
    ["https://a.example/hooks?a=b%20c#d", CREATED],
    ["http://[::1]:8080/", CREATED],
    [`https://a.example/${"b".repeat(1_000_000)}`, CREATED],
    ["a.example/hooks", refused(422)],
    ["https://a.example/a b", refused(422)],
    ["https://a.example/%zz", refused(422)],
    ["https://ä.example/", refused(422)],
  ])("by the form of its address: %.30s gets status %d", async (address, status) => {
    await using sandbox = await reach();
    const body = JSON.stringify({ webhook: { ...orders, address } });
    expect((await ask(sandbox, WEBHOOKS, { method: "POST", body })).status).toBe(status);
  });

  // A form that the contract declares has its own places for that.
  test.skipIf(isRefusalDeclared)("at the field that is missing, as a form needs it", async () => {
    await using sandbox = await reach();
    const body = JSON.stringify({ webhook: { topic: orders.topic } });
    const { validation } = await (await ask(sandbox, WEBHOOKS, { method: "POST", body })).json();
    const message = "webhook.address is required";
    expect(validation).toEqual([
      { location: ["body", "webhook", "address"], severity: "Error", code: "required", message },
    ]);
  });
});
