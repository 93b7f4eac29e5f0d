import type { RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { mountSandbox } from "../../src/sandbox/server/index.js";
import { startWebServer } from "../servers/web.js";
import { ask, kept, post } from "./transports.js";

type Earlier = (request: Parameters<RequestListener>[0]) => void | Promise<void>;

/** Serves a sandbox behind what an earlier middleware does to a request. */
async function serve(sandbox: ReturnType<typeof mountSandbox>, earlier: Earlier = () => {}) {
  const server = await startWebServer(async (request, response) => {
    await earlier(request);
    sandbox.middleware(request, response, () => response.end("the page"));
  });
  return Object.assign(server, { fetch });
}

test("a middleware answers the paths of the contract and of the control, and passes on others", async () => {
  await using sandbox = mountSandbox({ seed: 2 });
  await using server = await serve(sandbox);
  expect((await (await ask(server)).json()).webhooks).toHaveLength(2);
  expect((await ask(server, "/__sandbox/state")).status).toBe(200);
  expect(await (await ask(server, "/index.html")).text()).toBe("the page");
});

test.each<[string, Earlier]>([
  ["has parsed", async (request) => void Object.assign(request, { body: JSON.parse(await text(request)) })],
  ["has set to be text", (request) => void request.setEncoding("utf8")],
  ["has paused", (request) => void request.pause()],
])("a middleware reads a body that an earlier one %s", async (_, earlier) => {
  await using sandbox = mountSandbox();
  await using server = await serve(sandbox, earlier);
  expect((await post(server)).status).toBe(200);
  expect(kept(sandbox)).toHaveLength(1);
});
