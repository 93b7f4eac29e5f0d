import { describe, expect, inject, test } from "vitest";
import { operations, responseExamples } from "../../../generated/contract.js";
import { answering, isCall, refusing, storing } from "../faults.js";
import { type Fault, type Json, refusal, TOKEN, walker } from "../service.js";

const { walk, command } = walker();

describe.concurrent("--stateless sends no example to a server that", () => {
  const remembers = "the server remembers what it is sent: leave out --stateless";
  const example = { topic: "orders/create", address: "https://example.com/hooks" };
  test.each<[string, Fault[], string, number]>([
    ["shows what it was sent", [], remembers, 1],
    ["keeps it in other words", [storing("createWebhook", () => example)], remembers, 1],
    ["refuses the creation", [refusing(isCall("createWebhook"))], "createWebhook is refused with status 422", 0],
  ])("%s", async (_, faults, sentence, code) => {
    const flags = ["--stateless", "--deliver", "--address", "https://own.example/x"];
    const walked = await walk(faults, { flags });
    expect(walked.output).toContain(sentence);
    expect([walked.code, walked.others]).toEqual([code, walked.before]);
    expect(walked.left.filter((row) => row.address.includes("verification="))).toEqual([]);
    const created = walked.sent("createWebhook").map((call) => call.sent.address);
    expect(created).toEqual([expect.stringContaining("https://own.example/x?for=Verify&verification=")]);
    const own = walked.service.calls.filter(isCall("deleteWebhook")).filter(({ id }) => id !== "1025");
    expect([own, walked.sent("updateWebhook"), walked.sent("exchangeAccessToken")]).toEqual([[], [], []]);
  });
});

describe("answers in the form of the document are found", () => {
  const answered = (output: string) =>
    [...output.matchAll(/✔ (\w+) is answered as the document describes/g)].map(([, id]) => id);

  test("of the mock", async () => {
    const flags = ["--server", inject("mockUrl"), "--stateless", "--deliver"];
    const { code, output } = await command(flags, { token: TOKEN });
    expect(answered(output)).toEqual(Object.keys(operations));
    expect(code).toBe(0);
  });

  test("of a mock that invents how many subscriptions there are", async () => {
    const examples: Json = responseExamples;
    const forgetful: Fault = ({ token, operation }) =>
      token === TOKEN ? { status: 200, body: structuredClone(examples[operation]) } : refusal(401);
    const oneMore = answering("listWebhooks", ({ pagination }) => pagination.total++);
    const { code, output } = await walk([oneMore, forgetful], { flags: ["--stateless", "--deliver"] });
    expect(answered(output)).toEqual(Object.keys(operations));
    expect(code).toBe(0);
  });
});
