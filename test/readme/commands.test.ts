import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, inject, test } from "vitest";
import { startSandbox } from "../../src/sandbox/server/index.js";
import { cloneOfProject } from "../servers/clone.js";
import { projectFolder, run, start } from "../servers/command.js";
import { freePort } from "../servers/port.js";
import { commands } from "./readme.js";

const SERVER = "http://127.0.0.1:4010";
const clone = cloneOfProject();

const token = 'export SERVICE_ACCESS_TOKEN="<ACCESS_TOKEN>"';
const verifyMock = `npm run verify -- --server ${SERVER} --stateless`;
const verifySandbox = `npm run verify -- --server ${SERVER}`;
const simulate = `curl ${SERVER}/__sandbox/simulate --data '{"operation": "listWebhooks", "status": 500}'`;
const endSimulations = `curl --request DELETE ${SERVER}/__sandbox/simulate`;
const writeWorker = "npx msw init public --save";
const getOne = `curl ${SERVER}/api/admin/26.0/webhooks/1001 --header "X-Service-Access-Token: <ACCESS_TOKEN>" --header "Content-Type: application/json"`;
const listRequests = `curl ${SERVER}/__sandbox/requests`;

/** Commands that run until they are stopped. */
const serving = [
  "npm run mock",
  "npm run mock -- --port 5000",
  "npm run mock -- --dynamic",
  `npm run proxy -- ${SERVER} --port 4012`,
  "npm run sandbox",
  "npm run sandbox -- --port 5000",
  "npm run sandbox -- --seed 25 --latency 300 --failure-rate 0.1",
];

/** What runs the other commands. */
const elsewhere = {
  ci: ["npm ci", "npm run check", "npm test"],
  all: ["npm run test:all -- runtimes"],
  generators: [
    "npx --package=typescript@5.9 --package=@hey-api/openapi-ts@0.95.0 openapi-ts --input openapi.yaml --output clients/hey-api --client @hey-api/client-fetch",
    "npx @redocly/cli generate-client openapi.yaml --generator python --output clients/service.ts",
  ],
  otherTests: [
    ...["npm start", "npm run dev", "npm pack", "npm run build", "npm run docs", "npm run verify", "npm run proxy"],
    ...["npm run diff", "node example.mjs", "npm install ../service-admin-api"],
    "npm install ../service-admin-api/*.tgz",
    "npx service-admin-sandbox",
    'grep "^  version:" node_modules/service-admin-api/openapi.yaml',
    ...["export RECEIVER_KEY=$(node -p 'crypto.randomUUID()')", 'echo "$RECEIVER_KEY"', "node receiver.mjs"],
    "npx service-admin-verify --server https://service.example",
  ],
};

// One after the other: several of them compile into the same folder.
describe.sequential("every command of the README and the guides is run", () => {
  test("no command is left out", () => {
    const here = [token, verifySandbox, simulate, endSimulations];
    here.push(listRequests, getOne, writeWorker, ...serving);
    expect(commands().sort()).toEqual([...here, ...Object.values(elsewhere).flat()].sort());
  });

  test("CI and npm run test:all run their part of them", async () => {
    const read = (file: string) => readFile(join(projectFolder, file), "utf8");
    const steps = (await read(".ci/run")).split("\n");
    expect(steps).toEqual(expect.arrayContaining(elsewhere.ci.map((command) => `step ${command}`)));
    const parts = /^PARTS="(.+)"$/m
      .exec(await read(".ci/all"))?.[1]
      ?.split(" ")
      .map((part) => `npm run test:all -- ${part}`);
    expect(parts).toEqual(expect.arrayContaining(elsewhere.all));
  });

  test("npm run verify finds that the mock follows the contract", async () => {
    const command = `${token} && ${verifyMock.replace(SERVER, inject("mockUrl"))}`;
    const { code, output } = await run(command, clone.folder);
    expect(output).toContain("ℹ fail 0");
    expect(code).toBe(0);
  });

  test("npm run verify finds that the sandbox follows the contract, with its memory", async () => {
    await using sandbox = await startSandbox({ port: 0 });
    const { code, output } = await run(`${token} && ${verifySandbox.replace(SERVER, sandbox.url)}`, clone.folder);
    expect(output).toContain("ℹ fail 0");
    expect(code, output).toBe(0);
  });

  test("curl simulates a failure in the sandbox, ends it, and lists the requests", async () => {
    await using sandbox = await startSandbox({ port: 0 });
    const headers = { "X-Service-Access-Token": "any" };
    await run(simulate.replace(SERVER, sandbox.url));
    await fetch(`${sandbox.url}/api/admin/26.0/webhooks`, { headers });
    await run(simulate.replace(SERVER, sandbox.url));
    await run(endSimulations.replace(SERVER, sandbox.url));
    await fetch(`${sandbox.url}/api/admin/26.0/webhooks`, { headers });
    const { stdout } = await run(listRequests.replace(SERVER, sandbox.url));
    expect(JSON.parse(stdout).requests).toMatchObject([{ operation: "listWebhooks", status: 500 }, { status: 200 }]);
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

  test.each(serving)("%s starts and says where it listens", async (command) => {
    const own = await freePort();
    const separator = command.includes(" -- ") ? "" : " --";
    const running = start(`${command.replace(/ --port \d+/, "")}${separator} --port ${own}`, clone.folder);
    await running.printed(`http://127.0.0.1:${own}`);
    await running.close();
  });
});
