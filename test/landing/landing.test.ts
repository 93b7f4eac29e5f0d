import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operations, responseExamples } from "../../generated/contract.js";
import { startChromium } from "../browser/chromium.js";
import { translate } from "../browser/docs-site.js";
import { commands, example } from "../readme/readme.js";
import { HEADERS, WEBHOOKS } from "../sandbox/transports.js";
import { cloneOfProject } from "../servers/clone.js";
import { projectFolder, type RunningCommand, run, start } from "../servers/command.js";
import { answer, startFaultServer } from "../servers/fault.js";
import { freePort } from "../servers/port.js";

// What a user does with a fresh clone, in the order of the README: start it, read the docs, pack the package, install it in
// a project, and use it there.

const clone = cloneOfProject();
let project: string;
let servers: RunningCommand;
let docs: string;
let sandbox: string;
let mock: string;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), "project-"));
  await writeFile(join(project, "package.json"), '{ "private": true, "type": "module" }');

  servers = start("exec npm start -- --docs-port 0 --sandbox-port 0 --mock-port 0", clone.folder);
  await servers.printed("Press Ctrl+C to stop all three.");
  [docs = "", sandbox = "", mock = ""] = servers.output().match(/http:\/\/127\.0\.0\.1:\d+/g) ?? [];

  const packed = await run("npm pack --silent", clone.folder);
  expect(packed.code, packed.output).toBe(0);
  // As the README says it: the shell finds the tarball. Without a registry: what the package depends on comes from the clone.
  const [command = ""] = commands().filter((each) => each.endsWith(".tgz"));
  const install = command.replace("../service-admin-api", clone.folder);
  const dependencies = ["openapi-fetch", "openapi-typescript-helpers"].map(
    (name) => `${clone.folder}/node_modules/${name}`,
  );
  const flags = "--offline --install-links --ignore-scripts --no-audit --no-fund";
  const installed = await run(`${install} ${flags} ${dependencies.join(" ")}`, project);
  expect(installed.code, installed.output).toBe(0);
});

afterAll(async () => {
  await servers?.close();
  await rm(project, { recursive: true, force: true });
});

test("npm start in a fresh clone serves the docs, the mock, and a sandbox that remembers", async () => {
  const textAt = async (url: string, options?: RequestInit) =>
    (await fetch(url, { headers: HEADERS, ...options })).text();
  expect(await textAt(docs)).toContain("<h1");
  expect(JSON.parse(await textAt(mock + WEBHOOKS))).toEqual(responseExamples.listWebhooks);
  const body = JSON.stringify({ webhook: { topic: "orders/create", address: "https://a.example/hooks" } });
  const { webhook } = JSON.parse(await textAt(sandbox + WEBHOOKS, { method: "POST", body }));
  expect(JSON.parse(await textAt(`${sandbox}${WEBHOOKS}/${webhook.id}`))).toEqual({ webhook });
  await fetch(`${sandbox}/__sandbox/reset`, { method: "POST" });
});

/** The chapter of an operation in the docs. */
const chapterOf = (page: Page, id: string) =>
  page.locator("section", { has: page.locator(`[data-operation="${id}"]`) }).last();

test("the docs show every operation, find one by search, and send a form without a server", async () => {
  const browser = await startChromium();
  try {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    await page.goto(docs);
    for (const id of Object.keys(operations)) await chapterOf(page, id).getByRole("heading").first().waitFor();

    await page.keyboard.press("/");
    await page.keyboard.type("delete");
    await page.locator("search li").first().waitFor();
    await page.keyboard.press("Escape");

    const create = chapterOf(page, "createWebhook");
    await create.getByText("Try it", { exact: true }).click();
    await create.getByRole("button", { name: "Send" }).click();
    await create.getByText("from the sandbox in this page").waitFor();

    await page.goto(`${docs}/guides/quickstart.html`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.goto(`${docs}/redoc.html#/webhooks/deletewebhook`);
    await page.locator("#redoc, main").getByRole("heading", { name: "Delete webhook" }).first().waitFor();
    expect(errors).toEqual([]);
  } finally {
    await browser.close();
  }
});

test("in a page that a browser has translated, the menu of a phone closes when words are tapped, and Copy copies", async () => {
  const browser = await startChromium();
  try {
    const phone = await browser.newPage({ viewport: { width: 360, height: 740 } });
    await phone.goto(docs);
    await translate(phone);
    const menu = phone.locator("#menu");
    await phone.getByRole("button", { name: "Menu" }).click();
    await menu.getByText("Delete webhook", { exact: true }).click();
    await menu.waitFor({ state: "hidden" });

    const page = await browser.newPage({ permissions: ["clipboard-read", "clipboard-write"] });
    await page.goto(docs);
    await translate(page);
    await chapterOf(page, "deleteWebhook").locator(".route .copy font font").click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(operations.deleteWebhook.path);
  } finally {
    await browser.close();
  }
});

test("the installed package has the contract, the guides and the licence", async () => {
  const folder = join(project, "node_modules/service-admin-api");
  for (const file of ["LICENSE", "README.md", "CHANGELOG.md", "guides/client.md"]) await readFile(join(folder, file));
  expect(await readFile(join(folder, "openapi.yaml"), "utf8")).toBe(
    await readFile(join(projectFolder, "openapi.yaml"), "utf8"),
  );
});

test("the example of the README runs in a project that has installed the package", async () => {
  const program = example("example.mjs").replace("http://127.0.0.1:4010", sandbox);
  await writeFile(join(project, "example.mjs"), program);
  const { code, output } = await run("node example.mjs", project);
  expect(output).toMatch(/^created (\d+)\n1001 orders\/create\n1002 products\/update\n\1 orders\/create\n$/);
  expect(code).toBe(0);
});

test("TypeScript finds the types of every entry of the installed package, and refuses a wrong call", async () => {
  await writeFile(
    join(project, "entries.ts"),
    `import { createServiceClient, ServiceStatusError, type Webhook } from "service-admin-api";
    import { webhookCreateInput } from "service-admin-api/schemas";
    import { createSandbox } from "service-admin-api/sandbox";
    export { startSandbox } from "service-admin-api/sandbox/server";
    const { fetch } = createSandbox();
    const { webhooks } = createServiceClient({ baseUrl: "http://sandbox.test", accessToken: "any", fetch });
    export const created: Promise<Webhook> = webhooks.create({ topic: "a/b", address: "https://a.example" });
    export const isMissing = (error: unknown) => error instanceof ServiceStatusError && error.status === 404;
    export const checked = webhookCreateInput["~standard"].validate({});
    // @ts-expect-error: there is no such format.
    webhooks.create({ topic: "a/b", address: "https://a.example", format: "csv" });`,
  );
  const tsc = `${join(projectFolder, "node_modules/.bin/tsc")} --noEmit --strict --target es2022 --lib es2023,dom`;
  const types = `--types node --typeRoots ${join(projectFolder, "node_modules/@types")}`;
  const { code, output } = await run(`${tsc} ${types} --module nodenext --skipLibCheck entries.ts`, project);
  expect(code, output).toBe(0);
});

test("the installed package is loaded with require, too", async () => {
  const { stdout } = await run(`node -p "typeof require('service-admin-api').createServiceClient"`, project);
  expect(stdout).toBe("function\n");
});

test("npx service-admin-sandbox serves the examples of the contract", async () => {
  const port = await freePort();
  const command = start(`exec node_modules/.bin/service-admin-sandbox --port ${port}`, project);
  await command.printed(`http://127.0.0.1:${port}`);
  const response = await fetch(`http://127.0.0.1:${port}${WEBHOOKS}`, { headers: HEADERS });
  expect(await response.json()).toMatchObject(responseExamples.listWebhooks);
  await command.close();
});

const serving = commands().filter((each) => /^npm run (mock|sandbox)\b/.test(each) && !each.includes("--port"));

test.each(serving)("%s, as a guide says, starts a server that answers", async (line) => {
  const port = await freePort();
  const separator = line.includes(" -- ") ? "" : " --";
  const command = start(`exec ${line}${separator} --port ${port}`, clone.folder);
  await command.printed(`http://127.0.0.1:${port}`);
  const { status } = await fetch(`http://127.0.0.1:${port}${WEBHOOKS}`, { headers: HEADERS });
  // One of the commands has the sandbox fail now and then.
  expect([operations.listWebhooks.status, 503]).toContain(status);
  await command.close("SIGINT");
});

const verify = (server: string) =>
  run(`SERVICE_ACCESS_TOKEN=any node_modules/.bin/service-admin-verify --server ${server}`, project);

test("npx service-admin-verify passes for the sandbox, and leaves nothing behind", async () => {
  const listed = async () => (await fetch(sandbox + WEBHOOKS, { headers: HEADERS })).json();
  const before = await listed();
  const { code, output } = await verify(sandbox);
  expect(output).toContain("ℹ fail 0");
  expect(code).toBe(0);
  expect(await listed()).toEqual(before);
});

test("npx service-admin-verify fails for a service whose answers are not those of the contract", async () => {
  await using service = await startFaultServer(answer(200, { webhooks: [{ id: "1" }], pagination: {} }));
  const { code, output } = await verify(service.url);
  expect(output).toContain("✖");
  expect(code).toBe(1);
});

test("npm run diff rates a change of the contract, and names the version that it needs", async () => {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: clone.folder, stdio: "pipe" });
  git("init", "--quiet", "--initial-branch=main");
  git("add", "openapi.yaml", "package.json", "CHANGELOG.md");
  git("-c", "user.name=Test", "-c", "user.email=test@example.com", "commit", "--quiet", "--message", "Release");

  const withoutBase = await run("npm run --silent diff", clone.folder);
  expect(withoutBase.output).toContain("git fetch --tags");
  expect(withoutBase.code).toBe(1);

  git("tag", "v0.1.0");
  const contract = await readFile(join(clone.folder, "openapi.yaml"), "utf8");
  await writeFile(join(clone.folder, "openapi.yaml"), contract.replace("maximum: 10000", "maximum: 500"));
  const { code, output } = await run("npm run --silent diff", clone.folder);
  await writeFile(join(clone.folder, "openapi.yaml"), contract);
  expect(output).toContain("compared with v0.1.0");
  expect(output).toContain("npm version --no-git-tag-version 1.0.0");
  expect(code).toBe(1);
});

test("Ctrl+C ends the docs, the sandbox and the mock of npm start", async () => {
  await servers.close("SIGINT");
  for (const url of [docs, sandbox, mock]) await expect.poll(() => fetch(url).then(Boolean, () => false)).toBe(false);
});
