import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { accessToken, requestExamples, responseExamples } from "../../generated/contract.js";
import { createWorkspace, GENERATORS, type Workspace } from "./workspace.js";

/** The item or the list in the example of an answer. */
const exampleOf = (id: string, key: string) => Object(responseExamples[id])[key];
const headers = { "Content-Type": "application/json", [accessToken.header]: "<ACCESS_TOKEN>" };
let workspace: Workspace;

beforeAll(async () => {
  workspace = await createWorkspace(inject("mockUrl"));
});

afterAll(() => workspace.remove());

/** Loads a module of the workspace. */
const load = (module: string) => import(join(workspace.folder, module));

async function connect(name: string) {
  const program = await load(`programs/${name}.ts`);
  return program.connect(inject("mockUrl"), headers);
}

test("every generated client, and a program that uses its types, compiles under TypeScript's strict rules", async () => {
  expect(await workspace.typeErrors()).toBe("");
});

describe.each(Object.keys(GENERATORS))("the client that %s generates", (name) => {
  test("gets a subscription by its identifier, and by its handle", async () => {
    const program = await connect(name);
    expect(await program.get(1001)).toEqual(exampleOf("getWebhook", "webhook"));
    expect(await program.get("orders")).toEqual(exampleOf("getWebhook", "webhook"));
  });

  test("lists and creates subscriptions", async () => {
    const program = await connect(name);
    expect(await program.list(2)).toEqual(exampleOf("listWebhooks", "webhooks"));
    expect(await program.create(Object(requestExamples["createWebhook"]).webhook)).toEqual(
      exampleOf("createWebhook", "webhook"),
    );
  });
});

describe.each([
  ["orval", "clients/orval-zod/index.ts", "getWebhookParams"],
  ["kubb", "clients/kubb/index.ts", "getWebhookPathParamsSchema"],
] as const)("the Zod schemas that %s generates", (_, module, schema) => {
  test("accept an identifier or a handle, and require one", async () => {
    const { [schema]: parameters } = await load(module);
    expect(parameters.parse({ id: 1001 })).toEqual({ id: 1001 });
    expect(parameters.parse({ id: "orders" })).toEqual({ id: "orders" });
    expect(parameters.safeParse({}).success).toBe(false);
  });
});
