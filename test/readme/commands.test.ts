import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { checkout } from "../servers/checkout.js";
import { projectFolder, run, start } from "../servers/command.js";
import { freePort } from "../servers/port.js";
import { commands } from "./readme.js";

let clone: Awaited<ReturnType<typeof checkout>>;

beforeAll(async () => {
  clone = await checkout();
});

afterAll(() => clone.remove());

// One after the other: several of them compile into the same folder.
describe.sequential("every command of the README is run", () => {
  /** Commands that CI runs, this test among them. */
  const suites = ["npm test", "npm run test:browser", "npm run test:commands", "npm run test:generators"];
  const byCi = ["npm ci", "npm run check", ...suites, "npm run size", "npm run bench"];
  /** Commands that the tests above and below run. */
  const byOtherTests = [
    "npm start",
    "node example.mjs",
    "npm run build",
    "npm run verify",
    "npm run proxy",
    "npm run diff",
    "npm run release",
    "npx service-admin-sandbox",
    "npx service-admin-verify --server https://service.example",
  ];
  /** Commands that walk through the mock, in one shell. */
  const verifying = [
    'export SERVICE_ACCESS_TOKEN="<ACCESS_TOKEN>"',
    "npm run verify -- --server http://127.0.0.1:4010 --stateless",
  ];
  /** Commands that end. */
  const ending = ["npm run docs", "npm run generate", "npm run lint"];
  /** Commands that go on until they are stopped. */
  const serving = [
    "npm run docs -- --serve",
    "npm run mock",
    "npm run mock -- --port 5000",
    "npm run mock -- --dynamic",
    "npm run proxy -- http://127.0.0.1:4010",
    "npm run sandbox",
    "npm run sandbox -- --seed 25 --latency 300 --failure-rate 0.1",
  ];

  test("none is left out", () => {
    expect(commands().sort()).toEqual([...byCi, ...byOtherTests, ...verifying, ...ending, ...serving].sort());
  });

  test("by CI", async () => {
    const lines = (await readFile(join(projectFolder, ".ci/run"), "utf8")).split("\n");
    expect(lines).toEqual(expect.arrayContaining(byCi));
  });

  test.each(ending)("%s", async (command) => {
    const { code, output } = await run(command, clone.folder);
    expect(code, output).toBe(0);
  });

  test("the walk through the mock", async () => {
    const { code, output } = await run(
      verifying.join(" && ").replace("http://127.0.0.1:4010", inject("mockUrl")),
      clone.folder,
    );
    expect(output).toContain("6 steps: all kept.");
    expect(code).toBe(0);
  });

  test.each(serving)("%s", async (command) => {
    const own = await freePort();
    const separator = command.includes(" -- ") ? "" : " --";
    const running = start(`${command.replace(/ --port \d+/, "")}${separator} --port ${own}`, clone.folder);
    await running.printed(`http://127.0.0.1:${own}`);
    await running.close();
  });
});
