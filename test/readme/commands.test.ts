import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, inject, test } from "vitest";
import { accessToken, defaultServer, operations, responseExamples } from "../../generated/contract.js";
import { questions } from "../../generated/questions.js";
import { startSandbox } from "../../src/sandbox/server/index.js";
import { cloneOfProject } from "../servers/clone.js";
import { projectFolder, run, start } from "../servers/command.js";
import { freePort } from "../servers/port.js";
import { commands } from "./readme.js";

const SERVER = defaultServer;
const { listWebhooks, getWebhook } = operations;
const onePath = getWebhook.path.replace("{id}", String(responseExamples.getWebhook.webhook.id));
const clone = cloneOfProject();

const token = 'export SERVICE_ACCESS_TOKEN="<ACCESS_TOKEN>"';
const verifySandbox = `npm run verify -- --server ${SERVER}`;
const observe = `${verifySandbox} --deliver --observed observed.md`;
const simulate = `curl ${SERVER}/__sandbox/simulate --data '{"operation": "listWebhooks", "status": 500}'`;
const endSimulations = `curl --request DELETE ${SERVER}/__sandbox/simulate`;
const writeWorker = "npx msw init public --save";
const getOne = `curl ${SERVER}${onePath} --header "${accessToken.header}: <ACCESS_TOKEN>" --header "Content-Type: application/json"`;
const emit = `curl ${SERVER}/__sandbox/emit --data '{"topic": "orders/create", "times": 2}'`;
const listRequests = `curl ${SERVER}/__sandbox/requests`;

/** Commands that run until they are stopped. */
const serving = [
  "npm run mock",
  "npm run mock -- --port 5000",
  "npm run mock -- --dynamic",
  `npm run proxy -- ${SERVER}`,
  "npm run sandbox",
  "npm run sandbox -- --port 5000",
  "npm run sandbox -- --seed 25 --latency 300 --failure-rate 0.1",
];

/** The files that run the other commands, and how each is written there. */
const elsewhere: Record<string, readonly [file: string, text: string]> = {
  "npm ci": [".ci/run", "step npm ci"],
  "npm test": [".ci/run", "step npm test"],
  "npm run check": [".ci/run", "step npm run check"],
  "npm run test:all -- runtimes": [".ci/all", "\n    runtimes) tests"],
  "npm start": ["test/start/start.test.ts", 'startAll("start")'],
  "npm start -- --docs-port 5000": ["test/start/start.test.ts", "--docs-port 0"],
  "npm run dev": ["test/start/start.test.ts", 'startAll("run dev")'],
  "npm run build": ["tools/start/command.ts", '["build"]'],
  "npm run docs": ["tools/start/command.ts", '"docs"]'],
  "npm run verify": ["test/readme/commands.test.ts", "npm run verify -- "],
  "npm run proxy": ["test/readme/commands.test.ts", "npm run proxy -- "],
  "npm run diff": ["test/diff/command.test.ts", "tools/diff/command.ts"],
  "npm pack": ["test/servers/installation.ts", "npm pack --json"],
  "npm install --save-dev jest babel-jest @babel/plugin-transform-modules-commonjs@7": [
    "test/recipes/jest.test.ts",
    'includes(" jest babel-jest ")',
  ],
  "npm install ../service-admin-api": ["test/readme/examples.test.ts", "npm install --prefer"],
  "npm install ../service-admin-api/*.tgz": ["test/package/package.test.ts", "await install(INSTALL"],
  "node event.mjs": ["test/docs/integration.test.ts", "node event.mjs"],
  "npx service-admin-sandbox": ["test/sandbox/installed.test.ts", '.replace("npx service-admin-sandbox", '],
  "npx service-admin-verify --server https://service.example": [
    "test/package/package.test.ts",
    ".bin/service-admin-verify --server",
  ],
  'grep "^  version:" node_modules/service-admin-api/openapi.yaml': ["test/readme/quickstart.test.ts", "run(grep."],
  "export RECEIVER_KEY=$(node -p 'crypto.randomUUID()')": ["test/docs/integration.test.ts", "RECEIVER_KEY"],
  'echo "$RECEIVER_KEY"': ["test/docs/integration.test.ts", "RECEIVER_KEY"],
  "node move.mjs 1001 https://lantern-books.example/hooks/v2/orders": [
    "test/docs/integration.test.ts",
    'startsWith("node move.mjs ")',
  ],
  "node receiver.mjs": ["test/docs/integration.test.ts", "node receiver.mjs"],
  "npx openapi-ts --input openapi.yaml --output clients/hey-api --client @hey-api/client-fetch": [
    "test/generators/generators.test.ts",
    "/openapi-ts`",
  ],
  [`node_modules/.bin/redocly proxy --target ${SERVER} --har traffic.har`]: [
    "test/mock/command.test.ts",
    "/redocly proxy ",
  ],
  [`npx redocly drift traffic.har --api openapi.yaml --server ${SERVER} --rules schema-consistency,undocumented-endpoint --min-severity warning`]:
    ["test/mock/command.test.ts", "npx redocly drift "],
  "npx @redocly/cli generate-client openapi.yaml --generator python --output clients/service.ts": [
    "test/generators/generators.test.ts",
    '"--generator python"',
  ],
  "npx @redocly/cli generate-client openapi.yaml --generator go --output clients/service.ts": [
    "test/generators/generators.test.ts",
    '"--generator go"',
  ],
};

// One after the other: several of them compile into the same folder.
describe.sequential("every command of the README and the guides is run", () => {
  test("no command is left out", () => {
    const here = [token, verifySandbox, observe, simulate, endSimulations, emit, listRequests, getOne, writeWorker];
    expect(commands().sort()).toEqual([...here, ...serving, ...Object.keys(elsewhere)].sort());
  });

  test.each(Object.entries(elsewhere))("%s is run where it is said to be", async (_, [file, text]) => {
    expect(await readFile(join(projectFolder, file), "utf8")).toContain(text);
  });

  test("npm run verify finds that the sandbox follows the contract, with its memory", async () => {
    await using sandbox = await startSandbox({ port: 0 });
    const { code, output } = await run(`${token} && ${verifySandbox.replace(SERVER, sandbox.url)}`, clone.folder);
    expect(output).toContain("ℹ fail 0");
    expect(code, output).toBe(0);
  });

  test("npm run verify answers open questions in a file", async () => {
    await using sandbox = await startSandbox({ port: 0 });
    const { code, output } = await run(`${token} && ${observe.replace(SERVER, sandbox.url)}`, clone.folder);
    expect(code, output).toBe(0);
    const answers = await readFile(join(clone.folder, "observed.md"), "utf8");
    expect(Object.values(questions).filter(({ text }) => answers.includes(text))).not.toEqual([]);
  });

  test("curl simulates a failure in the sandbox, ends it, and lists the requests", async () => {
    await using sandbox = await startSandbox({ port: 0 });
    const headers = { [accessToken.header]: "any" };
    await run(simulate.replace(SERVER, sandbox.url));
    await fetch(`${sandbox.url}${listWebhooks.path}`, { headers });
    await run(simulate.replace(SERVER, sandbox.url));
    await run(endSimulations.replace(SERVER, sandbox.url));
    await fetch(`${sandbox.url}${listWebhooks.path}`, { headers });
    const { stdout } = await run(listRequests.replace(SERVER, sandbox.url));
    expect(JSON.parse(stdout).requests).toMatchObject([
      { operation: "listWebhooks", status: 500 },
      { status: listWebhooks.status },
    ]);
  });

  test("curl emits an event in the sandbox", async () => {
    await using sandbox = await startSandbox({ port: 0, seed: "examples" });
    const { stdout } = await run(emit.replace(SERVER, sandbox.url));
    expect(JSON.parse(stdout).deliveries).toHaveLength(2);
  });

  test("curl gets a subscription from the mock, without the client", async () => {
    const { stdout } = await run(getOne.replace(SERVER, inject("mockUrl")));
    expect(JSON.parse(stdout)).toMatchObject({ webhook: { id: 1001 } });
  });

  test("MSW writes its worker into the folder that a page is served from", async () => {
    const { code, output } = await run(writeWorker, clone.folder);
    expect(code, output).toBe(0);
    expect(await readFile(join(clone.folder, "public/mockServiceWorker.js"), "utf8")).toContain("Mock Service Worker");
  });

  const onAnyPort = serving.map((command) => command.replace(/( --)? --port \d+/, ""));
  test.each([...new Set(onAnyPort)])("%s starts and says where it listens", async (command) => {
    const own = await freePort();
    const separator = command.includes(" -- ") ? "" : " --";
    const running = start(`${command}${separator} --port ${own}`, clone.folder);
    await running.printed(`http://127.0.0.1:${own}`);
    await running.close();
  });
});
