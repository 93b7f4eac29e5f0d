// What the generator makes of the contract, and what it refuses. `npm run check` sees whether generated/ is out of date.
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { operations, responseExamples } from "../../generated/contract.js";
import { documentOf } from "../../tools/contract/read.js";
import { comment } from "../../tools/generate/docstrings.js";
import { checkContract, generate } from "../../tools/generate/generate.js";
import { projectFolder } from "../servers/command.js";
import { at, operationsOf, pointers, readContract } from "./contract.js";
import { copy, type Edit, set } from "./edits.js";

const contract = readContract();

test.each(operationsOf(contract))("the facts of $id are those of the contract", ({ id, method, path, pointer }) => {
  const fact = Object.values(operations).find((operation) => operation.id === id);
  expect(fact).toMatchObject({ method, path });
  const media = `${pointer}/responses/${fact?.status}/content/application~1json`;
  const [first] = Object.values(Object(at(contract, `${media}/examples`)));
  expect(Reflect.get(responseExamples, id)).toEqual(Object(first).value);
});

test("a description that holds the end of a comment stays in its comment", () => {
  expect(comment("Send */*, or nothing.")).toBe("/** Send *\\/*, or nothing. */");
});

test("the method of an operation that is deprecated says so", async () => {
  const changed = readContract();
  set(`${pointers.get}/deprecated`, true)(changed);
  const { "generated/client.ts": code = "" } = await generate(documentOf(JSON.stringify(changed)));
  expect(code.match(/@deprecated/g)).toHaveLength(1);
});

test("checks say in words which bound does not hold", async () => {
  const changed = readContract();
  const topic = "/components/schemas/Webhook/properties/topic";
  set(`${topic}/minLength`, 1)(changed);
  set(`${topic}/maxLength`, 40)(changed);
  const { "generated/validators.ts": code } = await generate(documentOf(JSON.stringify(changed)));
  for (const words of [
    "must have at least 1 character",
    "must have at most 40 characters",
    "must look like orders/create",
  ])
    expect(code).toContain(`message:"${words}"`);
});

const description = (change: (text: string) => string): Edit => {
  return (changed) => set("/info/description", change(String(at(changed, "/info/description"))))(changed);
};

test.each<[what: string, edit: Edit | undefined, reason: string]>([
  ["in another version of OpenAPI", set("/openapi", "3.0.3"), "it must begin with openapi: 3.1.1"],
  ["without paths", set("/paths", {}), "it has no paths: write at least one"],
  ["that declares a failure", set(`${pointers.get}/responses/404`, { description: "None." }), "src/client/errors.ts"],
  [
    "that declares two successes",
    copy(`${pointers.get}/responses/200`, `${pointers.get}/responses/201`),
    "one success",
  ],
  [
    "whose body has no envelope",
    set(`${pointers.create}/requestBody/content/application~1json/schema`, { type: "object", description: "A topic." }),
    "createWebhook: its body is neither a required object under a single key nor {}: others need code in",
  ],
  [
    "whose list has no pagination",
    (changed) => {
      const media = `${pointers.list}/responses/200/content/application~1json`;
      const { webhooks, pagination: position } = Object(at(changed, `${media}/schema/properties`));
      const schema = { type: "object", properties: { webhooks, position } };
      set(media, { schema, example: { webhooks: [] } })(changed);
    },
    "listWebhooks: its response is a list without `pagination`",
  ],
  ["without a chapter of the docs", description((text) => text.replace("# Errors\n", "# Faults\n")), '"# Errors"'],
  [
    "with a gap that is not in the register",
    description((text) => text.replace("**Not specified:** which rate", "**Not specified:** how many rate")),
    '"How many rate limits apply" is marked as not specified',
  ],
  ["without rules", undefined, "redocly.yaml cannot be read"],
])("a contract %s is refused in one line", async (_, edit, reason) => {
  const folder = await mkdtemp(join(tmpdir(), "contract-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const changed = readContract();
  edit?.(changed);
  await writeFile(join(folder, "openapi.yaml"), JSON.stringify(changed));
  if (edit) await cp(join(projectFolder, "redocly.yaml"), join(folder, "redocly.yaml"));
  const refused = checkContract(folder);
  await expect(refused).rejects.toThrow(/^(openapi|redocly)\.yaml[^\n]+\.( \d+ more: npm run check\.)?$/);
  await expect(refused).rejects.toThrow(reason);
});
