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
import { startChromium } from "../browser/chromium.js";
import { projectFolder, run } from "../servers/command.js";
import { installPackages } from "../servers/packages.js";
import { startWebServer } from "../servers/web.js";

// A contract is read by other people's tools. Each of these has refused ours, or has shown or sent something wrong.

const here = fileURLToPath(new URL(".", import.meta.url));
const bin = join(here, "node_modules/.bin");
/** A module of a tool, loaded as its users load it. */
const load = (path: string) => import(join(here, "node_modules", path));

let folder: string;
/** The contract as it is written, and as the site has it. */
const files = ["openapi.yaml", "openapi.json"] as const;
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

describe.each(files)("%s is valid", (file) => {
  test("for the parser of Scalar", async () => {
    const { validate } = await load("@scalar/openapi-parser/dist/index.js");
    expect(await validate(await readFile(pathOf(file), "utf8"))).toMatchObject({ valid: true, errors: [] });
  });

  test("for the parser of ReadMe", async () => {
    const { validate } = await load("@readme/openapi-parser/dist/index.js");
    expect(await validate(pathOf(file))).toMatchObject({ valid: true, warnings: [] });
  });

  test("for oas-normalize", async () => {
    const { default: OASNormalize } = await load("oas-normalize/dist/index.js");
    expect(await new OASNormalize(pathOf(file), { enablePaths: true }).validate()).toMatchObject({ valid: true });
  });

  test("for Spectral, whose one warning is that the document names nobody to contact", async () => {
    await writeFile(pathOf("ruleset.yaml"), 'extends: ["spectral:oas"]\n');
    const flags = `--ruleset ${pathOf("ruleset.yaml")} --format json --quiet`;
    const { stdout } = await run(`${bin}/spectral lint ${pathOf(file)} ${flags}`);
    expect(JSON.parse(stdout).map(({ code }: { code: string }) => code)).toEqual(["info-contact"]);
  });

  test("for the rules of this project", async () => {
    const { stdout } = await run(`npx redocly lint ${pathOf(file)} --config redocly.yaml --format json`);
    expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0 } });
  });
});

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

test("Elements shows every operation of openapi.yaml", async () => {
  const contract = await readFile(pathOf("openapi.yaml"), "utf8");
  const elements = await readFile(join(here, "node_modules/@stoplight/elements/web-components.min.js"), "utf8");
  const page = `<script src="/elements.js"></script><elements-api apiDescriptionUrl="/openapi.yaml" router="hash"/>`;
  await using server = await startWebServer(({ url = "" }, response) => {
    const type = url === "/" ? "text/html" : "text/javascript";
    response.writeHead(200, { "Content-Type": `${url.endsWith(".yaml") ? "application/yaml" : type}; charset=utf-8` });
    response.end(url === "/" ? page : url === "/elements.js" ? elements : contract);
  });
  const browser = await startChromium();
  try {
    const tab = await browser.newPage();
    await tab.goto(server.url);
    const { tags, paths } = contractOf(readDocument(projectFolder));
    const operations = Object.values(paths).flatMap((item) => Object.values(item));
    for (const { name } of tags) {
      await tab.getByText(name, { exact: true }).first().click();
      for (const { summary } of operations.filter((operation) => operation.tags.includes(name)))
        await tab.getByText(summary, { exact: true }).first().waitFor();
    }
    await tab.getByText("Create webhook", { exact: true }).first().click();
    await tab.getByText("Creates a subscription, which registers it for its topic, and returns it.").waitFor();
  } finally {
    await browser.close();
  }
});
