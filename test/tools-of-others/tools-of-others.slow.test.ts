import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessToken, operations } from "../../generated/contract.js";
import { startSandbox } from "../../src/sandbox/server/index.js";
import { contractOf } from "../../tools/contract/model.js";
import { readDocument } from "../../tools/contract/reader.js";
import { callsOf } from "../../tools/docs/call-data.js";
import { publishedByRedocly } from "../../tools/docs/redocly.js";
import { projectFolder, run } from "../servers/command.js";
import { installPackages } from "../servers/packages.js";

// A contract is read by other people's tools. Each of these has refused ours, or has shown or sent something wrong.

const here = fileURLToPath(new URL(".", import.meta.url));
const bin = join(here, "node_modules/.bin");
/** A module of a tool, loaded as its users load it. */
const load = (path: string) => import(join(here, "node_modules", path));

let folder: string;
const pathOf = (file: string) => join(folder, file);

beforeAll(async () => {
  installPackages(here);
  folder = await mkdtemp(join(tmpdir(), "tools-of-others-"));
  const contract = contractOf(readDocument(projectFolder));
  const published = await publishedByRedocly(projectFolder, contract, callsOf(contract));
  await writeFile(pathOf("openapi.json"), published["openapi.json"]);
  await writeFile(pathOf("openapi.yaml"), await readFile(join(projectFolder, "openapi.yaml")));
});

afterAll(() => rm(folder, { recursive: true }));

test("swagger-typescript-api generates a client whose requests the sandbox takes: they have a Content-Type", async () => {
  const generate = `${bin}/swagger-typescript-api generate --path openapi.yaml --output . --name api.ts`;
  const { code, output } = await run(generate, folder);
  expect(code, output).toBe(0);
  await using sandbox = await startSandbox({ port: 0 });
  const { Api } = await import(pathOf("api.ts"));
  const { api } = new Api({
    baseUrl: sandbox.url,
    baseApiParams: { headers: { [accessToken.header]: "<ACCESS_TOKEN>" } },
  });
  const sent = { topic: "orders/create", address: "https://lantern-books.example/hooks/orders" };
  const { data } = await api.createWebhook({ webhook: sent });
  expect(data).toMatchObject({ webhook: { ...sent, id: 1001, format: "json" } });
});

describe("Postman", () => {
  /** What Postman's importer makes of the contract, sent by its runner: the statuses of all requests. */
  async function statusesWith(options: object): Promise<number[]> {
    const { default: converter } = await load("openapi-to-postmanv2/dist/index.js");
    const { default: newman } = await load("newman/index.js");
    await using sandbox = await startSandbox({ port: 0, seed: "examples" });
    const data = await readFile(pathOf("openapi.json"), "utf8");
    const { output } = await promisify(converter.convertV2)({ type: "string", data }, options);
    const variables = { baseUrl: sandbox.url, apiKey: "<ACCESS_TOKEN>" };
    const envVar = Object.entries(variables).map(([key, value]) => ({ key, value }));
    const { run: ran } = await promisify(newman.run)({ collection: output[0].data, envVar });
    return ran.executions.map(({ response }: { response: { code: number } }) => response.code);
  }

  test("sends every request of the contract with its examples, where it is told to generate them so", async () => {
    const statuses = await statusesWith({ parametersResolution: "Example" });
    expect(statuses).toEqual(Object.keys(operations).map(() => 200));
  });

  test("makes up values by default, and the sandbox refuses five of the requests", async () => {
    const refused = (await statusesWith({})).filter((status) => status !== 200);
    expect(refused).toHaveLength(5);
  });
});
