import { describe, expect, test } from "vitest";
import { contractOf } from "../../tools/contract/model.js";
import { documentOf, readDocument } from "../../tools/contract/reader.js";
import { type Call, callsOf } from "../../tools/docs/call-data.js";
import { firstInput, type Input, samplesOf } from "../../tools/docs/request-samples.js";
import { pointers, readContract } from "../contract/contract.js";
import { set } from "../contract/edits.js";
import { projectFolder } from "../servers/command.js";

const calls = callsOf(contractOf(readDocument(projectFolder)));

function callOf(id: string): Call {
  const call = calls[id];
  if (!call) throw new Error(`No call of ${id}`);
  return call;
}

/** The code of a sample. */
const sample = (id: string, language: string, input: Input) =>
  samplesOf(callOf(id), input).find(({ name }) => name === language)?.code ?? "";

const bodyOf = (webhook: object) => JSON.stringify({ webhook });

describe("a sample", () => {
  const body = bodyOf({ topic: "it's/$HOME", address: "https://a.example/`x`", secret: "my-secret" });

  test("escapes what the shell, a URL or Go would interpret", () => {
    expect(sample("createWebhook", "curl", { values: {}, body })).toContain(String.raw`"topic": "it'\''s/$HOME"`);
    expect(sample("createWebhook", "Go", { values: {}, body })).toContain(String.raw`it's/$HOME\",`);
    expect(sample("getWebhook", "curl", { values: { id: "a b/'c" }, body: "" })).toContain("/a%20b%2F%27c'");
    expect(sample("listWebhooks", "curl", { values: { sort_by: "it's" }, body: "" })).toContain(
      String.raw`--data-urlencode 'sort_by=it'\''s'`,
    );
  });

  test("shows a placeholder in place of a secret", () => {
    for (const { code } of samplesOf(callOf("createWebhook"), { values: {}, body })) {
      expect(code).not.toContain("my-secret");
      for (const placeholder of ["<ACCESS_TOKEN>", "<SIGNING_SECRET>"]) expect(code).toContain(placeholder);
    }
  });

  test.each([
    ["listWebhooks", firstInput(callOf("listWebhooks")), "webhooks.list()"],
    ["listWebhooks", { values: { limit: "5", sort_by: "5" }, body: "" }, 'webhooks.list({ limit: 5, sort_by: "5", })'],
    ["getWebhook", { values: { id: "1001" }, body: "" }, "webhooks.get(1001)"],
    ["getWebhook", { values: { id: "007" }, body: "" }, 'webhooks.get("007")'],
    ["exchangeAccessToken", { values: {}, body: "" }, "oauth.exchangeAccessToken()"],
    ["exchangeAccessToken", { values: {}, body: '{"a": 1}' }, "oauth.exchangeAccessToken({ body: { a: 1, }, })"],
  ])("of %s in TypeScript has arguments as a person writes them: %j", (id, input, said) => {
    const onOneLine = sample(id, "TypeScript", input).replace(/\n */g, " ");
    expect(onOneLine).toContain(`await service.${said};`);
  });

  test("has a number also for a parameter that need not be whole", () => {
    const changed = readContract();
    set(`${pointers.list}/parameters/0/schema/type`, "number")(changed);
    const { listWebhooks } = callsOf(contractOf(documentOf(JSON.stringify(changed))));
    expect(listWebhooks?.parameters).toContainEqual(expect.objectContaining({ name: "limit", isNumber: true }));
  });
});
