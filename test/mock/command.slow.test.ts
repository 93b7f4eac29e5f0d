import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { accessToken, basePath, operations } from "../../generated/contract.js";
import { projectFolder, run } from "../servers/command.js";
import { startMock } from "../servers/mock.js";
import { startWebServer } from "../servers/web.js";

const { path, status } = operations.listWebhooks;
const command = `node --import tsx ${join(projectFolder, "tools/mock/command.ts")} --port `;
const headers = { [accessToken.header]: "<ACCESS_TOKEN>", Connection: "close" };

/** What is undone when the tests of this file, which run at the same time, have ended. */
const undo: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(undo.map((step) => step())));

/** The status of a list, in a connection of its own: a mock that reloads closes the others. */
async function statusOf(url: string, listed = path): Promise<number | undefined> {
  const response = await fetch(url + listed, { headers }).catch(() => undefined);
  await response?.body?.cancel();
  return response?.status;
}

/** A folder with an `openapi.yaml`. It is in the project, so that Node finds tsx. */
async function folderWith(text: string): Promise<string> {
  const caches = join(projectFolder, "node_modules/.cache");
  await mkdir(caches, { recursive: true });
  const folder = await mkdtemp(join(caches, "mock-"));
  undo.push(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "openapi.yaml"), text);
  return folder;
}

test("a contract that is saved half-written is not loaded, and the next one is", async () => {
  const whole = await readFile(join(projectFolder, "openapi.yaml"), "utf8");
  const folder = await folderWith(whole);
  const edited = await startMock("", folder);
  undo.push(() => edited.close());
  const save = (text: string) => writeFile(join(folder, "openapi.yaml"), text);
  for (const [broken, reason] of [
    ["openapi: [", "unexpected end of the stream within a flow collection"],
    [whole.slice(0, whole.indexOf("components:")), 'openapi.yaml: at "#/paths/'],
    ["", "it must begin with openapi: 3.1.1"],
  ] as const) {
    await save(broken);
    await expect.poll(() => edited.output()).toContain(reason);
    expect(await statusOf(edited.url)).toBe(status);
  }
  expect(edited.output()).not.toContain("Restarting Prism");
  await save(whole.replaceAll(basePath, "/api/next"));
  await expect.poll(() => statusOf(edited.url, path.replace(basePath, "/api/next"))).toBe(status);
  await edited.close();
  // It leaves no copy of the contract behind.
  expect(await readdir(join(folder, "node_modules/.cache/prism"))).toEqual([]);
});

test.each([
  ["openapi: [", /^npm run mock: openapi\.yaml:\d+:\d+: unexpected end of the stream .*\.\n$/],
  ["openapi: 3.1.1\npaths: { /webhooks: {} }", /^npm run mock: openapi\.yaml: it has no operations: .*\n$/],
  [
    `openapi: 3.1.1
paths: { /webhooks: { $ref: "#/x-kept/webhooks" } }
x-kept: { webhooks: { post: { responses: {}, callbacks: { now: { "{$request.body#/address}": { post: {} } } } } } }`,
    /^npm run mock: openapi\.yaml: post \/webhooks has a callback behind a \$ref: .*\n$/,
  ],
])("a mock whose contract is %j says in one line what is wrong, and exits with 1", async (text, reason) => {
  const { code, stdout } = await run(`${command}0 2>&1 >/dev/null`, await folderWith(text));
  expect([code, stdout]).toEqual([1, expect.stringMatching(reason)]);
});

test.each(["", " --multiprocess"])("npm run mock%s says in one line what to do if its port is taken", async (flag) => {
  await using taken = await startWebServer((_, response) => response.end());
  const { port } = new URL(taken.url);
  const { code, stdout } = await run(`${command}${port}${flag} 2>&1 >/dev/null`);
  const advice = "Choose another port, or 0 for any free port.";
  expect([code, stdout]).toEqual([1, `npm run mock: Port ${port} on 127.0.0.1 is already in use. ${advice}\n`]);
});

test("a mock with more than one process answers", async () => {
  const mock = await startMock("--multiprocess");
  undo.push(() => mock.close());
  expect(await statusOf(mock.url)).toBe(status);
});
