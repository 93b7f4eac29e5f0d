import { describe, expect, test } from "vitest";
import { accessToken, operations } from "../../generated/contract.js";
import { idAt, largestPage, names, pathOf } from "../worlds/roles.js";
import { ask, detailOf, HEADERS, transports, WEBHOOKS } from "./transports.js";

const methods = Object.values(operations).flatMap(({ path, method }) => (path === WEBHOOKS ? method : []));
const ACCEPT = { headers: { ...HEADERS, Accept: "application/xml" } };

describe.each(Object.entries(transports))("%s, a refusal says what to do", (_, reach) => {
  test.each([
    [
      "the token is missing",
      WEBHOOKS,
      { headers: {} },
      new RegExp(`^401 .*${accessToken.header} is missing.* any access token`),
    ],
    [
      "the contract does not have the path",
      "/api/webhook",
      {},
      new RegExp(`^404 The contract has no path /api/webhook\\. Its paths are: .*${WEBHOOKS},`),
    ],
    [
      "there is no such subscription",
      pathOf("get", idAt(7)),
      {},
      new RegExp(`^404 .*no item.* GET ${WEBHOOKS} lists all that it has`),
    ],
    ["an id is in braces", `${WEBHOOKS}/{id}`, {}, /^404 .*no item|^422 .*path/],
    ["an id is in encoded braces", `${WEBHOOKS}/%7Bid%7D`, {}, /^404 .*no item|^422 .*path/],
    [
      "the method is unknown",
      WEBHOOKS,
      { method: "PURGE" },
      new RegExp(`^405 .* does not support PURGE\\. Allowed: ${methods.sort().join(", ")}\\.$`),
    ],
    ["the Accept header excludes JSON", WEBHOOKS, ACCEPT, /^406 The Accept header does not allow JSON\.$/],
    [
      "the body has another media type",
      WEBHOOKS,
      { method: "POST", headers: { ...HEADERS, "Content-Type": "text/plain" }, body: "{}" },
      /^415 Supported content types: application\/[\w.+]+$/,
    ],
    ["the body is no JSON", WEBHOOKS, { method: "POST", body: "{" }, /^400 Invalid JSON/],
  ])("when %s", async (_, path, init, message) => {
    await using sandbox = await reach();
    const answer = await ask(sandbox, path, init);
    expect(`${answer.status} ${await detailOf(answer)}`).toMatch(message);
  });

  test.runIf(names.size && names.page)("when two parameters are wrong", async () => {
    await using sandbox = await reach();
    const answer = await ask(sandbox, `${WEBHOOKS}?${names.size}=${largestPage + 1}&${names.page}=many`);
    expect(await detailOf(answer)).toContain(
      `query parameter ${names.size} must be at most ${largestPage}; Request query parameter ${names.page} must be a whole number`,
    );
  });

  const numbered = [names.size, names.page].filter(Boolean).flatMap((name) => [`${name}=0`, `${name}=-1`]);
  test.each(numbered)("when the document gives %s no meaning: that it is the sandbox's choice", async (query) => {
    await using sandbox = await reach();
    const answer = await ask(sandbox, `${WEBHOOKS}?${query}`);
    const [name] = query.split("=");
    expect(answer.status).toBe(422);
    expect(await detailOf(answer)).toMatch(new RegExp(`query parameter ${name} .*by the sandbox's own choice`));
  });

  test("in a problem document, unless the contract declares the error", async () => {
    await using sandbox = await reach();
    const answer = await ask(sandbox, "/api/webhook");
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(await answer.json()).toMatchObject({ status: answer.status });
  });
});
