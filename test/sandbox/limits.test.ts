import { describe, expect, test } from "vitest";
import { ask, detailOf, inProcess, kept, orders, post, transports, WEBHOOKS } from "./transports.js";

describe.each(Object.entries(transports))("%s", (_, reach) => {
  const long = "é".repeat(6_000_000);
  test.each([
    ["of 11 MB, with its length", () => "x".repeat(11 * 2 ** 20)],
    ["of 11 MB, in chunks", () => new Blob(["x".repeat(11 * 2 ** 20)]).stream()],
    ["of 12 MB, in fewer characters", () => JSON.stringify({ webhook: { ...orders, topic: `a/${long}` } })],
  ])("a body %s gets status 413", async (_, body) => {
    await using sandbox = await reach();
    // The types of fetch do not know `duplex` yet, which a stream needs.
    const answer = await ask(sandbox, WEBHOOKS, Object({ method: "POST", body: body(), duplex: "half" }));
    expect([answer.status, (await answer.json()).detail]).toEqual([413, "The body is longer than 10485760 bytes."]);
  });
});

test("at most 1000 requests are recorded, with the first 10,000 characters of a body", async () => {
  const sandbox = inProcess();
  const body = JSON.stringify({ webhook: { ...orders, topic: `a/${"b".repeat(10_000)}` } });
  await ask(sandbox, WEBHOOKS, { method: "POST", body });
  expect(sandbox.requests[0]?.body).toBe(body.slice(0, 10_000));
  for (let sent = 0; sent < 1001; sent++) await ask(sandbox, `${WEBHOOKS}?page=${sent + 1}`);
  expect(sandbox.requests.map(({ query }) => query).slice(0, 2)).toEqual(["page=2", "page=3"]);
  expect(sandbox.requests).toHaveLength(1000);
});

test("creations that send more than 64 MB in all are refused in one sentence, until a reset", async () => {
  const sandbox = inProcess();
  const large = { ...orders, event: "b".repeat(9_000_000) };
  for (let sent = 0; sent < 7; sent++) expect((await post(sandbox, large)).status).toBe(200);
  const refusal = await post(sandbox, large);
  expect([refusal.status, await detailOf(refusal)]).toEqual([413, "The sandbox is full: reset it, for all tokens."]);
  expect(kept(sandbox)).toHaveLength(7);
  sandbox.reset();
  expect((await post(sandbox)).status).toBe(200);
});
