import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { run } from "../servers/command.js";
import { packed } from "../servers/installation.js";

const CALL = `
  const entries = ["", "/schemas", "/sandbox", "/sandbox/server"];
  test.each(entries)("%s is loaded", (entry) => void require("service-admin-api" + entry));
  test("a call returns what the contract describes", async () => {
    const { createServiceClient } = require("service-admin-api");
    const service = createServiceClient({ baseUrl: "${"URL"}", accessToken: "<ACCESS_TOKEN>" });
    expect(await service.webhooks.get(1001)).toHaveProperty("id", 1001);
  });
`;
const AS_MODULE = `
  import { createServiceClient, type Webhook } from "service-admin-api";
  test("a call returns what the contract describes", async () => {
    const service = createServiceClient({ baseUrl: "${"URL"}", accessToken: "<ACCESS_TOKEN>" });
    const webhook: Webhook = await service.webhooks.get(1001);
    expect(webhook.id).toBe(1001);
  });
`;

describe("Jest", () => {
  let folder: string;
  const write = (name: string, text: string) =>
    writeFile(join(folder, name), text.replaceAll("URL", inject("mockUrl")));

  /** Runs a command in the project, which has to succeed. */
  async function succeed(command: string): Promise<void> {
    const { code, output } = await run(command, folder);
    expect(code, output).toBe(0);
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "jest-"));
    await write("package.json", '{ "private": true }');
    const tools = "jest@29 jest-environment-jsdom@29 jest-fixed-jsdom@0.0.11 ts-jest@29 typescript@5.9 @types/jest@29";
    await succeed(`npm install --no-audit --no-fund ${tools} ${packed().file}`);
    await write("call.test.js", CALL);
    await write("call.test.ts", AS_MODULE);
    await write("typescript.config.cjs", 'module.exports = { preset: "ts-jest" };');
    const compilerOptions = { module: "commonjs", target: "es2022", strict: true, esModuleInterop: true };
    await write("tsconfig.json", JSON.stringify({ compilerOptions }));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test("Jest loads each entry of the package without settings", () => succeed("npx jest call.test.js"));

  test("ts-jest compiles a call of the package without settings", () =>
    succeed("npx jest --config typescript.config.cjs call.test.ts"));

  test("Jest with jsdom makes a call in the environment that the guide names", () =>
    succeed("npx jest --env jest-fixed-jsdom call.test.js"));

  test("Jest loads the ES modules of the package with its own support of them", async () => {
    await write("esm.test.mjs", AS_MODULE.replace(", type Webhook", "").replace(": Webhook", ""));
    await write("esm.config.cjs", 'module.exports = { transform: {}, testMatch: ["**/*.test.mjs"] };');
    await succeed("NODE_OPTIONS=--experimental-vm-modules npx jest --config esm.config.cjs");
  });
});
