import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operations } from "../../generated/contract.js";
import { startSandbox } from "../../src/sandbox/server/index.js";
import { contractOf } from "../../tools/contract/model.js";
import { readDocument } from "../../tools/contract/read.js";
import { callsOf } from "../../tools/docs/call.js";
import { publishedByRedocly } from "../../tools/docs/redocly.js";
import { projectFolder } from "../servers/command.js";
import { installPackages } from "../servers/packages.js";

// A contract is read by other people's tools. Each of these has refused ours, or has shown or sent something wrong.

const here = fileURLToPath(new URL(".", import.meta.url));
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
});

afterAll(() => rm(folder, { recursive: true }));

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

  test("Postman sends every request with the contract's examples, if it is set to generate them so", async () => {
    const statuses = await statusesWith({ parametersResolution: "Example" });
    expect(statuses).toEqual(Object.keys(operations).map(() => 200));
  });

  test("Postman makes up values by default, and the sandbox refuses five of its requests", async () => {
    const refused = (await statusesWith({})).filter((status) => status !== 200);
    expect(refused).toHaveLength(5);
  });
});
