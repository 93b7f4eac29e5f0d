import { describe, expect, test } from "vitest";
import { collection, ids, names, wrapped } from "../worlds/roles.js";
import { ask, CREATED, HEADERS, inProcess, orders, post, transports, WEBHOOKS } from "./transports.js";

describe.each(Object.entries(transports))("%s", (transport, reach) => {
  const long = "é".repeat(6_000_000);
  test.each([
    ["of 11 MB, with its length", () => "x".repeat(11 * 2 ** 20)],
    ["of 11 MB, in chunks", () => new Blob(["x".repeat(11 * 2 ** 20)]).stream()],
    ["of 12 MB, in fewer characters", () => JSON.stringify(wrapped({ ...orders, [names.event]: `a/${long}` }))],
  ])("a body %s gets status 413", async (_, body) => {
    await using sandbox = await reach();
    // The types of fetch do not know `duplex` yet, which a stream needs.
    const answer = await ask(sandbox, WEBHOOKS, Object({ method: "POST", body: body(), duplex: "half" }));
    expect([answer.status, (await answer.json()).detail]).toEqual([413, "The body is longer than 10485760 bytes."]);
  });

  test("an address of 9 MB gets a status 4xx", async () => {
    await using sandbox = await reach();
    const { status } = await ask(sandbox, `${WEBHOOKS}?${"x".repeat(9_000_000)}`);
    expect(status).toBe(transport === "in process" ? 414 : 431);
  });

  test("a header of 20 kB gets an answer", async () => {
    await using sandbox = await reach();
    const { status } = await ask(sandbox, WEBHOOKS, { headers: { ...HEADERS, Accept: "x".repeat(20_000) } });
    expect(status).toBe(transport === "in process" ? 406 : 431);
  });

  test("hundreds of undeclared parameters overflow neither the note nor the record", async () => {
    await using sandbox = await reach();
    const query = Array.from({ length: 400 }, (_, index) => `undeclared_${index}=1`).join("&");
    const answer = await ask(sandbox, `${WEBHOOKS}?${query}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("sandbox-note")?.length).toBeLessThan(1100);
    expect(sandbox.requests[0]?.notes.length).toBeLessThan(50);
  });

  test("a deeply nested body does not disturb the list of requests", async () => {
    await using sandbox = await reach();
    const body = JSON.stringify(wrapped("")).replace('""', "[".repeat(4500) + "]".repeat(4500));
    expect((await ask(sandbox, WEBHOOKS, { method: "POST", body })).status).toBe(422);
    expect(JSON.parse(JSON.stringify(sandbox.requests))).toHaveLength(1);
  });
});

test.runIf(collection.update)(
  "an update with a long address among many subscriptions costs no more than it is long",
  async () => {
    const sandbox = inProcess({ seed: 2000 });
    const long = { ...orders, [names.address]: `https://a.example/${"b".repeat(1_000_000)}` };
    const body = JSON.stringify(wrapped(long));
    const start = performance.now();
    expect([404, 409]).toContain((await ask(sandbox, WEBHOOKS, { method: "PUT", body })).status);
    expect(performance.now() - start).toBeLessThan(1500);
  },
);

test.runIf(ids.trigger)("a delivery whose maker returns no text counts, and does not fill the sandbox", async () => {
  const sandbox = inProcess({ payload: () => Object({ body: { topic: "a/b" } }) });
  await post(sandbox, orders, "trigger");
  expect((await post(sandbox)).status).toBe(CREATED);
});

test("at most 1000 requests are recorded, and none of their long bodies", async () => {
  const sandbox = inProcess();
  await post(sandbox, { ...orders, [names.event]: `a/${"b".repeat(10_000)}` });
  expect(sandbox.requests[0]?.body).toBeUndefined();
  for (let sent = 0; sent < 1001; sent++) await ask(sandbox, `${WEBHOOKS}?${names.page}=${sent + 1}`);
  expect(sandbox.requests.map(({ query }) => query).slice(0, 2)).toEqual([`${names.page}=2`, `${names.page}=3`]);
  expect(sandbox.requests).toHaveLength(1000);
});
