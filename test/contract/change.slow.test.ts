// A change of the contract that is data needs no code: it is generated, compiled and used, by client and sandbox.
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { documentOf } from "../../tools/contract/read.js";
import { generate } from "../../tools/generate/generate.js";
import { projectFolder, run } from "../servers/command.js";
import { at, operationsOf, pointers, readContract } from "./contract.js";
import { set } from "./edits.js";

const json = "content/application~1json";
const webhook = "/components/schemas/Webhook/properties";
const sent = (operation: string) => `${operation}/requestBody/${json}/schema/properties/webhook/properties`;

let folder: string;

beforeAll(async () => {
  const contract = readContract();
  // A field with a default and a bound, that a creation may set.
  const priority = { type: "integer", default: 5, maximum: 9, description: "Its priority.", examples: [3] };
  set(`${webhook}/priority`, priority)(contract);
  set(`${sent(pointers.create)}/priority`, priority)(contract);
  // A filter of the list.
  const filter = { name: "topic", in: "query", description: "Its topic.", schema: { type: "string" }, example: "a/b" };
  set(`${pointers.list}/parameters/4`, filter)(contract);
  // A closed list of topics.
  const topics = ["orders/create", "customers/create", "products/update"];
  for (const place of [webhook, ...[pointers.create, pointers.update, pointers.trigger].map(sent)])
    set(`${place}/topic/enum`, topics)(contract);
  // Another status of success, and another header of the token.
  const created = at(contract, `${pointers.create}/responses/200`);
  set(`${pointers.create}/responses`, { 201: created })(contract);
  set("/components/securitySchemes/AccessToken/name", "X-Shop-Token")(contract);
  expect(operationsOf(contract)).toHaveLength(7);

  const cache = join(projectFolder, "node_modules/.cache");
  await mkdir(cache, { recursive: true });
  folder = await mkdtemp(join(cache, "change-"));
  for (const name of ["src", "generated", "package.json", "tsconfig.json"])
    await cp(join(projectFolder, name), join(folder, name), { recursive: true });
  for (const [name, code] of Object.entries(await generate(documentOf(JSON.stringify(contract)))))
    await writeFile(join(folder, name), code);
});
afterAll(() => rm(folder, { recursive: true }));

const PROGRAM = `
  import { createServiceClient, type WebhookCreateInput } from "./src/client/index.js";
  import { createSandbox } from "./src/sandbox/index.js";
  const { fetch, requests } = createSandbox();
  const service = createServiceClient({ baseUrl: "http://sandbox.test", accessToken: "any", fetch });
  const input: WebhookCreateInput = { topic: "customers/create", address: "https://shop.example/hooks", priority: 4 };
  const { data, response } = await service.webhooks.create(input).withResponse();
  const { priority } = await service.webhooks.create({ topic: input.topic, address: input.address });
  const refused = await service.webhooks.create({ ...input, priority: 10 }).catch((error: Error) => error.message);
  const { webhooks } = await service.webhooks.list({ topic: "customers/create" });
  // @ts-expect-error: no such topic
  const other: WebhookCreateInput = { topic: "a/b", address: "" };
  void [other, requests];
  console.log(JSON.stringify([response.status, data.priority, priority, refused, webhooks.length]));`;

test("a field, a bound, a filter, a list of topics, a status of success and a header of the token need no code", async () => {
  await writeFile(join(folder, "program.ts"), PROGRAM);
  const bin = join(projectFolder, "node_modules/.bin");
  const compiled = await run(`${bin}/tsc --noEmit && ${bin}/tsc --noEmit --project src`, folder);
  expect(compiled.output).toBe("");
  const { stdout } = await run(`${bin}/tsx program.ts`, folder);
  const [status, given, byDefault, refused, count] = JSON.parse(stdout);
  expect([status, given, byDefault, count]).toEqual([201, 4, 5, 2]);
  expect(refused).toContain("priority must be at most 9");
});
