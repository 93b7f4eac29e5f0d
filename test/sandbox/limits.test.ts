import { describe, expect, test } from "vitest";
import { ask, detailOf, inProcess, orders, post, transports, WEBHOOKS } from "./transports.js";

describe.each(Object.entries(transports))("%s", (_, reach) => {
  test("a body of 12 MB, in fewer characters, gets status 413", async () => {
    await using sandbox = await reach();
    const answer = await post(sandbox, { ...orders, topic: `a/${"é".repeat(6_000_000)}` });
    expect([answer.status, await detailOf(answer)]).toEqual([413, "The body is longer than 10485760 bytes."]);
  });
});

test("the first 10,000 characters of a body are kept, and 1000 of a note", async () => {
  const sandbox = inProcess();
  const body = JSON.stringify({ webhook: { ...orders, ["b".repeat(10_000)]: 1 } });
  const answer = await ask(sandbox, WEBHOOKS, { method: "POST", body });
  expect(answer.headers.get("sandbox-note")).toMatch(/^not kept, .*: b+$/);
  expect(sandbox.requests[0]?.body).toBe(body.slice(0, 10_000));
  await ask(sandbox, `${WEBHOOKS}?${"c".repeat(10_000)}=1`);
  expect(sandbox.requests.flatMap(({ notes }) => notes.map(({ length }) => length))).toEqual([1000, 1000]);
});

test("creations that send more than 64 MB in all are refused in one sentence, until a reset", async () => {
  const sandbox = inProcess();
  const large = { ...orders, event: "b".repeat(9_000_000) };
  for (let sent = 0; sent < 7; sent++) expect((await post(sandbox, large)).status).toBe(200);
  const refusal = await post(sandbox, large);
  expect([refusal.status, await detailOf(refusal)]).toEqual([413, "The sandbox is full: reset it, for all tokens."]);
  expect(sandbox.webhooks).toHaveLength(7);
  sandbox.reset();
  expect((await post(sandbox, large)).status).toBe(200);
});
