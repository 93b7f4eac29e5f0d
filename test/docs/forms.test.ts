import { describe, expect, test } from "vitest";
import { type Contract, readContract } from "../../tools/contract/model.js";
import { chaptersOf } from "../../tools/docs/chapters.js";
import { formsOf } from "../../tools/docs/forms.js";
import { curlSample, exampleInput, typescriptSample } from "../../tools/docs/samples.js";
import { inputOf, problemsOf } from "../../tools/docs/try-it/check.js";
import { projectFolder } from "../servers/command.js";

const contract = await readContract(projectFolder);
const forms = formsOf(contract);
const form = (operation: string) => {
  const found = forms[operation];
  if (!found) throw new Error(`There is no form for ${operation}`);
  return found;
};

describe("a form sends", () => {
  test("what was typed, in the envelope, without the fields that were left empty", () => {
    const values = { topic: "orders/create", address: "https://a.example", format: "", app_id: "42" };
    expect(inputOf(form("createWebhook"), values)).toEqual({
      path: {},
      query: {},
      header: {},
      body: { webhook: { topic: "orders/create", address: "https://a.example", app_id: 42 } },
    });
  });

  test("numbers where the contract has numbers, and a handle unchanged", () => {
    expect(inputOf(form("listWebhooks"), { limit: "5", sort_by: "5" }).query).toEqual({ limit: 5, sort_by: "5" });
    expect(inputOf(form("getWebhook"), { id: "1001" }).path).toEqual({ id: 1001 });
    expect(inputOf(form("getWebhook"), { id: "my-hook" }).path).toEqual({ id: "my-hook" });
  });

  test("the typed JSON as a body that the contract leaves open, or no body", () => {
    expect(inputOf(form("exchangeAccessToken"), { body: '{"a": 1}' }).body).toEqual({ a: 1 });
    expect(inputOf(form("exchangeAccessToken"), { body: "" })).not.toHaveProperty("body");
  });
});

test("a form finds no problem in the contract's own examples", () => {
  for (const one of Object.values(forms)) {
    for (const { values } of one.examples.length > 0 ? one.examples : [{ values: {} }]) {
      expect(problemsOf(one, { ...one.parameters, ...values }), one.operation).toEqual({});
    }
  }
});

describe("a sample", () => {
  test("escapes what the shell would interpret", () => {
    const body = { webhook: { topic: "it's/$HOME", address: "https://a.example" } };
    expect(curlSample("createWebhook", { path: {}, query: {}, body })).toContain(String.raw`"topic": "it'\''s/$HOME"`);
    expect(curlSample("getWebhook", { path: { id: "a b/c" }, query: {} })).toContain("/a%20b%2Fc");
  });

  test("leaves out an empty input", () => {
    expect(typescriptSample("listWebhooks", { path: {}, query: {} })).toContain("service.webhooks.list();");
    const typescript = typescriptSample("exchangeAccessToken", { path: {}, query: {}, body: { a: 1 } });
    expect(typescript).toContain("  body: { a: 1 },");
  });

  test("is left out, like the form, for an operation that is not generated yet", () => {
    expect(curlSample("pingWebhook", exampleInput("pingWebhook"))).toBeUndefined();
    const [path = "", item = {}] = Object.entries(contract.paths).find(([, { get }]) => get) ?? [];
    const get = item["get"];
    if (!get) throw new Error("No operation to copy");
    const ping = { ...get, operationId: "pingWebhook", summary: "Ping webhook" };
    const grown: Contract = { ...contract, paths: { ...contract.paths, [`${path}/ping`]: { post: ping } } };
    const chapter = chaptersOf(grown).find(({ title }) => title === "Ping webhook");
    expect(chapter?.blocks.length).toBeGreaterThan(2);
    expect(chapter?.blocks).not.toContainEqual(expect.objectContaining({ kind: "try-it" }));
  });
});
