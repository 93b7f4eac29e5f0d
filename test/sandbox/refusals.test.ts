import { describe, expect, test } from "vitest";
import { ask, detailOf, HEADERS, transports, WEBHOOKS } from "./transports.js";

const ACCEPT = { headers: { ...HEADERS, Accept: "application/xml" } };

describe.each(Object.entries(transports))("%s, a refusal says what to do", (_, reach) => {
  test.each([
    ["the token is missing", WEBHOOKS, { headers: {} }, /^401 .*X-Service-Access-Token is missing.* any access token/],
    [
      "the contract does not have the path",
      "/api/webhook",
      {},
      /^404 The contract has no path \/api\/webhook\. Its paths are: .*\/webhooks,/,
    ],
    [
      "there is no such subscription",
      `${WEBHOOKS}/7`,
      {},
      /^404 .*no item.* GET \/api\/admin\/26\.0\/webhooks lists all that it has/,
    ],
    ["an id is in braces", `${WEBHOOKS}/{id}`, {}, /^404 .*no item/],
    ["an id is in encoded braces", `${WEBHOOKS}/%7Bid%7D`, {}, /^404 .*no item/],
    [
      "the method is unknown",
      WEBHOOKS,
      { method: "PURGE" },
      /^405 .* does not support PURGE\. Allowed: GET, POST, PUT\.$/,
    ],
    ["the Accept header excludes JSON", WEBHOOKS, ACCEPT, /^406 The Accept header does not allow JSON\.$/],
    [
      "the body has another media type",
      WEBHOOKS,
      { method: "POST", headers: { ...HEADERS, "Content-Type": "text/plain" }, body: "{}" },
      /^415 Supported content types: application\/json$/,
    ],
    [
      "two parameters are wrong",
      `${WEBHOOKS}?limit=10001&page=many`,
      {},
      /^422 .*query parameter limit must be <= 10000; Request query parameter page must be integer/,
    ],
    ["the body is no JSON", WEBHOOKS, { method: "POST", body: "{" }, /^400 Invalid JSON/],
  ])("when %s", async (_, path, init, message) => {
    await using sandbox = await reach();
    const answer = await ask(sandbox, path, init);
    expect(`${answer.status} ${await detailOf(answer)}`).toMatch(message);
  });

  test.each(["limit=0", "limit=-1", "page=0", "page=-3"])(
    "when the document gives %s no meaning: that it is the sandbox's choice",
    async (query) => {
      await using sandbox = await reach();
      const answer = await ask(sandbox, `${WEBHOOKS}?${query}`);
      const [name] = query.split("=");
      expect(answer.status).toBe(422);
      expect(await detailOf(answer)).toMatch(new RegExp(`query parameter ${name} .*by the sandbox's own choice`));
    },
  );

  test("in a problem document, unless the contract declares the error", async () => {
    await using sandbox = await reach();
    const answer = await ask(sandbox, "/api/webhook");
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(await answer.json()).toMatchObject({ status: answer.status });
  });
});
