import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { startSandbox } from "../../src/sandbox/server/index.js";
import { checkout } from "../servers/checkout.js";
import { projectFolder, run, start } from "../servers/command.js";
import { freePort } from "../servers/port.js";
import { commands } from "./readme.js";

const SERVER = "http://127.0.0.1:4010";
let clone: Awaited<ReturnType<typeof checkout>>;

beforeAll(async () => {
  clone = await checkout();
});

afterAll(() => clone.remove());

// One after the other: several of them compile into the same folder.
describe.sequential("every command of the README and the guides is run", () => {
  /** Commands that CI runs, this test among them. */
  const byCi = ["npm ci", "npm run check", "npm test"];
  /** Commands that all tests together run. */
  const byAll = ["npm run bench", "npm run test:runtimes"];
  /** Commands that download much and only print figures: people run them. */
  const byHand = ["npm run rivals"];
  /** Commands that the tests above and below run. */
  const byOtherTests = [
    "npm start",
    "node example.mjs",
    "npm install ../service-admin-api",
    "npm run build",
    "npm run verify",
    "npm run proxy",
    "npm run diff",
    "npm run release",
    "npx service-admin-sandbox",
    "export RECEIVER_KEY=$(node -p 'crypto.randomUUID()')",
    'echo "$RECEIVER_KEY"',
    "node receiver.mjs",
    "npx service-admin-verify --server https://service.example",
  ];
  const token = 'export SERVICE_ACCESS_TOKEN="<ACCESS_TOKEN>"';
  const verifyMock = `npm run verify -- --server ${SERVER} --stateless`;
  const verifySandbox = `npm run verify -- --server ${SERVER}`;
  /** Commands that control the sandbox. */
  const controlling = [
    `curl ${SERVER}/__sandbox/simulate --data '{"operation": "listWebhooks", "status": 500}'`,
    `curl ${SERVER}/__sandbox/requests`,
  ];
  /** Commands that end. */
  const ending = ["npm run docs"];
  /** Commands that run until they are stopped. */
  const serving = [
    "npm run docs -- --serve",
    "npm run mock",
    "npm run mock -- --port 5000",
    "npm run mock -- --dynamic",
    `npm run proxy -- ${SERVER}`,
    "npm run sandbox",
    "npm run sandbox -- --port 5000",
    "npm run sandbox -- --seed 25 --latency 300 --failure-rate 0.1",
  ];

  test("no command is left out", () => {
    const run = [
      ...byCi,
      ...byAll,
      ...byHand,
      ...byOtherTests,
      token,
      verifyMock,
      verifySandbox,
      ...controlling,
      ...ending,
      ...serving,
    ];
    expect(commands().sort()).toEqual(run.sort());
  });

  test("CI runs its part of them", async () => {
    const lines = (await readFile(join(projectFolder, ".ci/run"), "utf8")).split("\n");
    expect(lines).toEqual(expect.arrayContaining(byCi.map((command) => `step ${command}`)));
    const { scripts } = JSON.parse(await readFile(join(projectFolder, "package.json"), "utf8"));
    for (const command of byAll) expect(scripts["test:all"].split(" && ")).toContain(command);
  });

  test.each(ending)("%s ends without an error", async (command) => {
    const { code, output } = await run(command, clone.folder);
    expect(code, output).toBe(0);
  });

  test("npm run verify finds that the mock follows the contract", async () => {
    const command = `${token} && ${verifyMock.replace(SERVER, inject("mockUrl"))}`;
    const { code, output } = await run(command, clone.folder);
    expect(output).toContain("6 steps: no breaches.");
    expect(code).toBe(0);
  });

  test("npm run verify finds that the sandbox follows the contract, with its memory", async () => {
    await using sandbox = await startSandbox({ port: 0 });
    const { code, output } = await run(`${token} && ${verifySandbox.replace(SERVER, sandbox.url)}`, clone.folder);
    expect(output).toContain("no breaches");
    expect(code, output).toBe(0);
  });

  test("curl simulates a failure in the sandbox, and lists the requests", async () => {
    await using sandbox = await startSandbox({ port: 0 });
    const [simulate = "", requests = ""] = controlling.map((command) => command.replace(SERVER, sandbox.url));
    await run(simulate);
    const headers = { "X-Service-Access-Token": "any" };
    const { status } = await fetch(`${sandbox.url}/api/admin/26.0/webhooks`, { headers });
    const { stdout } = await run(requests);
    expect([status, JSON.parse(stdout).requests]).toMatchObject([500, [{ operation: "listWebhooks", status: 500 }]]);
  });

  test.each(serving)("%s starts and says where it listens", async (command) => {
    const own = await freePort();
    const separator = command.includes(" -- ") ? "" : " --";
    const running = start(`${command.replace(/ --port \d+/, "")}${separator} --port ${own}`, clone.folder);
    await running.printed(`http://127.0.0.1:${own}`);
    await running.close();
  });
});
