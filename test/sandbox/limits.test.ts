import { describe, expect, test } from "vitest";
import type { SandboxOptions } from "../../src/sandbox/index.js";
import { ask, clientOf, inProcess, orders, post, products, textsOf, transports, WEBHOOKS } from "./transports.js";

describe.each(Object.entries(transports))("%s", (_, reach) => {
  test("a body of 12 MB, in fewer characters, gets status 413", async () => {
    await using sandbox = await reach();
    const answer = await post(sandbox, { ...orders, topic: `a/${"é".repeat(6_000_000)}` });
    expect(answer.status).toBe(413);
    expect(await textsOf(answer)).toContain("The body is longer than 10485760 bytes.");
  });
});

test("the first 10,000 characters of a body are kept, and 1000 of a note", async () => {
  const sandbox = inProcess();
  const body = JSON.stringify({ webhook: { ...orders, ["b".repeat(10_000)]: 1 } });
  const answer = await ask(sandbox, WEBHOOKS, { method: "POST", body });
  expect(answer.headers.get("sandbox-note")).toMatch(/^the sandbox does not keep .*: b+$/);
  expect(sandbox.requests[0]?.body).toBe(body.slice(0, 10_000));
  await ask(sandbox, `${WEBHOOKS}?${"c".repeat(10_000)}=1`);
  expect(sandbox.requests.flatMap(({ notes }) => notes.map(({ length }) => length))).toEqual([1000, 1000]);
});

describe("what requests leave behind takes 64 million characters in all:", () => {
  const FULL = "The sandbox is full: reset it for all tokens.";
  const addressOf = (letter: string) => `https://front-end.example/${letter.repeat(700)}`;
  const larger = { ...orders, address: addressOf("a") };

  /** Takes all room of a sandbox but that for one of the larger subscriptions. */
  function filled(options: SandboxOptions = {}, token = "<ACCESS_TOKEN>") {
    const sandbox = inProcess(options);
    const end = sandbox.forToken(token).simulate({ when: { path: { id: "none" } }, body: "b".repeat(63_999_000) });
    return { sandbox, end, service: clientOf(sandbox) };
  }

  const refused = { status: 413, body: expect.objectContaining({ detail: FULL }) };

  test("what is kept is refused in one sentence when there is no room, until something is deleted, or a reset", async () => {
    const { sandbox, service } = filled();
    const { id } = await service.create(larger);
    await expect(service.create(larger)).rejects.toMatchObject(refused);
    expect(() => sandbox.simulate({ body: larger })).toThrow(FULL);
    expect(sandbox.webhooks).toHaveLength(1);
    await service.delete(id);
    await service.create(larger);
    sandbox.reset();
    await service.create(larger);
    await service.create(larger);
  });

  test("an update takes the room of what it replaces", async () => {
    const { sandbox, service } = filled({ seed: [orders, products] });
    const update = (webhook: typeof orders) => service.update(webhook);
    for (const letter of ["b", "c"]) await update({ ...orders, address: addressOf(letter) });
    await expect(update({ ...products, address: larger.address })).rejects.toMatchObject(refused);
    expect(sandbox.webhooks[1]?.address).toBe(products.address);
  });

  test("a simulation frees its room when it has affected its requests, and when it is ended", async () => {
    const { sandbox, end, service } = filled();
    for (let times = 0; times < 3; times++) {
      sandbox.simulate({ status: 500, body: larger });
      await expect(service.list()).rejects.toMatchObject({ status: 500 });
    }
    end();
    for (let times = 0; times < 3; times++) await service.create(larger);
  });

  test("the oldest deliveries and requests are forgotten for something new", async () => {
    const { sandbox, service } = filled({ seed: [orders] });
    await service.list();
    for (const payload of ["1", "2", "3"]) await sandbox.emit({ topic: orders.topic, payload: payload.repeat(300) });
    expect(sandbox.deliveries.map(({ body }) => body[0])).toEqual(["3"]);
    expect(sandbox.requests).toEqual([]);
    await service.create(larger);
    expect(sandbox.deliveries).toEqual([]);
    expect(sandbox.requests).toMatchObject([{ operation: "createWebhook" }]);
  });

  test("the state of each token takes a part of it, which a reset of the token frees", async () => {
    const { sandbox } = filled({ statePer: "token" }, "one");
    const two = clientOf(sandbox, { accessToken: "two" });
    // A seed that does not fit takes no room.
    expect(() => sandbox.forToken("two").reset([larger, larger])).toThrow(FULL);
    await two.create(larger);
    await expect(two.create(larger)).rejects.toMatchObject(refused);
    expect(() => sandbox.forToken("two").reset([larger, larger])).toThrow(FULL);
    expect((await two.list()).webhooks).toHaveLength(1);
    sandbox.forToken("one").reset();
    await two.create(larger);
    sandbox.forToken("two").reset([larger, larger]);
    expect((await two.list()).webhooks).toHaveLength(2);
  });
});
