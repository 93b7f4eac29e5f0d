import { execFileSync } from "node:child_process";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { accessToken } from "../../generated/contract.js";
import { type RunningSandbox, startSandbox } from "../../src/sandbox/server/index.js";
import { commands, example } from "../readme/readme.js";
import { projectFolder, run } from "../servers/command.js";
import { installPackages } from "../servers/packages.js";

const suite = join(projectFolder, "test/generators");
const bin = (folder: string) => join(folder, "node_modules/.bin");
let folder: string;
let sandbox: RunningSandbox;

beforeAll(async () => {
  installPackages(suite);
  // Below the packages, so that what is generated finds them.
  folder = await mkdtemp(join(suite, "node_modules/.project-"));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  await cp(join(projectFolder, "openapi.yaml"), join(folder, "openapi.yaml"));
  sandbox = await startSandbox({ port: 0, seed: "examples" });
});
beforeEach(() => sandbox.reset());
afterAll(async () => {
  await sandbox.close();
  await rm(folder, { recursive: true });
});

/** Runs a command in the user's project; returns what it prints. */
async function printed(command: string): Promise<string> {
  const { code, stdout, output } = await run(command, folder);
  expect(code, output).toBe(0);
  return stdout;
}

/** Generates a client by the command of the guide, with the program that is installed. */
function generate(generator: string, installed: string): Promise<string> {
  const [command] = commands().filter((candidate) => candidate.includes(`npx ${generator} `));
  return printed(String(command).replace(`npx ${generator} `, `${installed} `));
}

const program = `
import { client } from "./clients/hey-api/client.gen.ts";
import { createWebhook, getWebhook, listWebhooks } from "./clients/hey-api/index.ts";

const [, , baseUrl = "", header = ""] = process.argv;
client.setConfig({ baseUrl, headers: { [header]: "<ACCESS_TOKEN>" }, throwOnError: true });
const webhook = { topic: "orders/create", address: "https://front-end.example/hooks" };
const created = await createWebhook({ body: { webhook }, throwOnError: true });
const id: number = created.data.webhook.id;
const read = await getWebhook({ path: { id }, throwOnError: true });
const listed = await listWebhooks({ query: { limit: 2, page: 2 }, throwOnError: true });
console.log(read.data.webhook.address, listed.data.webhooks.length, listed.data.pagination.total);
`;

test("the client that hey-api generates compiles under strict rules, and creates, reads and lists webhooks", async () => {
  await generate("openapi-ts", `${bin(suite)}/openapi-ts`);
  await writeFile(join(folder, "program.ts"), program);
  const strict = "--noEmit --strict --skipLibCheck --module esnext --moduleResolution bundler --target es2022";
  await printed(`${bin(projectFolder)}/tsc ${strict} --types node --allowImportingTsExtensions program.ts`);
  const output = await printed(`${bin(projectFolder)}/tsx program.ts ${sandbox.url} ${accessToken.header}`);
  expect(output).toBe("https://front-end.example/hooks 1 3\n");
});

/** A Python with the one package that the generated client needs. */
const python = ["python3", "/usr/bin/python3"].find((candidate) => {
  try {
    return execFileSync(candidate, ["-c", "import httpx"], { stdio: "ignore" }) === null;
  } catch {
    return false;
  }
});

test.runIf(python)("the Python client that Redocly generates creates, reads and lists webhooks", async () => {
  await generate("@redocly/cli", `${bin(projectFolder)}/redocly`);
  await writeFile(join(folder, "program.py"), example("program.py").replace("http://127.0.0.1:4010", sandbox.url));
  expect(await printed(`${python} program.py`)).toBe("https://lantern-books.example/hooks/orders 1 3\n");
});
