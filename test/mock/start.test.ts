import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { sendRaw } from "../sandbox/raw-request.js";
import { TOKEN } from "../sandbox/transports.js";
import { projectFolder, run } from "../servers/command.js";
import { startMock } from "../servers/mock.js";
import { startWebServer } from "../servers/web.js";
import { WEBHOOKS } from "../worlds/webhooks.js";

test.sequential("a mock whose port is taken says so in one line, and exits with 1", async () => {
  await using taken = await startWebServer((_, response) => response.end());
  const { port } = new URL(taken.url);
  expect(await refusal(`mock -- --port ${port}`)).toBe(
    `npm run mock: Port ${port} of 127.0.0.1 is already in use. Choose another port, or 0 for any free port.\n`,
  );
});

test.sequential.each([
  ["mock -- --port x", /^npm run mock: options\.port .*\. See npm run mock -- --help\.\n$/],
  ["mock -- --multiprocess --port x", /^npm run mock: options\.port .*\. See npm run mock -- --help\.\n$/],
  ["mock -- --unknown", /^npm run mock: Unknown argument: unknown\. See npm run mock -- --help\.\n$/],
  ["proxy", /^npm run proxy: Which service\? Add its URL, such as \S+\. See npm run proxy -- --help\.\n$/],
  ["proxy -- nowhere", /^npm run proxy: Invalid upstream URL provided: nowhere\. See npm run proxy -- --help\.\n$/],
])("npm run %s says in one line what is wrong, and exits with 1", async (command, reason) => {
  expect(await refusal(command)).toMatch(reason);
});

test.sequential.each([
  ["openapi: [", /^npm run mock: openapi\.yaml: unexpected end of the stream .*\(\d+:\d+\)\.\n$/],
  ["openapi: 3.1.1", /^npm run mock: openapi\.yaml: it has no paths: write at least one\.\n$/],
  [
    "openapi: 3.1.1\npaths: { /webhooks: {} }",
    /^npm run mock: openapi\.yaml: it has no operations: write at least one\.\n$/,
  ],
])("a mock whose contract is %j says in one line what is wrong, and exits with 1", async (text, reason) => {
  const folder = await mkdtemp(join(tmpdir(), "mock-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "openapi.yaml"), text);
  const [tsx, command] = ["node_modules/.bin/tsx", "tools/mock/command.ts"].map((file) => join(projectFolder, file));
  const { code, stdout } = await run(`${tsx} ${command} mock --port 0 2>&1 >/dev/null`, folder);
  expect([code, stdout]).toEqual([1, expect.stringMatching(reason)]);
});

test.sequential("a mock with more than one process answers", async () => {
  const mock = await startMock("--multiprocess");
  onTestFinished(() => mock.close());
  expect((await sendRaw(mock.url, { path: WEBHOOKS, headers: TOKEN })).status).toBe(200);
});

/** The errors that a command prints before it exits with 1. What Prism reports of its start is no error. */
async function refusal(command: string): Promise<string> {
  const { code, stdout } = await run(`npm run --silent ${command} 2>&1 >/dev/null`);
  expect(code).toBe(1);
  return stdout;
}
