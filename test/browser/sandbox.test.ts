import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { build, transform } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ServiceClient } from "../../src/client/index.js";
import { createSandbox, type Sandbox } from "../../src/sandbox/index.js";
import { example } from "../readme/readme.js";
import { projectFolder } from "../servers/command.js";
import { startWebServer, type WebServer } from "../servers/web.js";
import { startChromium } from "./chromium.js";

declare global {
  /** What a page offers to its test. In one with a route, the sandbox is that of the test. */
  var front: { service: ServiceClient; sandbox?: Sandbox };
}

const CLIENT = `
  import { createServiceClient } from "service-admin-api";
  const service = createServiceClient({ baseUrl: location.origin, accessToken: "any" });`;

const MSW = [example("msw-handler.ts"), example("msw.ts").replace('import { handler } from "./msw-handler.js";', "")];

/** The pages, with the code of the guide. */
const PAGES = {
  "/in-process": `${example("in-process.ts")} globalThis.front = { service, sandbox };`,
  "/msw": `${MSW.join("")} ${CLIENT} globalThis.front = { service, sandbox };`,
  "/routed": `${CLIENT} globalThis.front = { service };`,
};

let browser: Browser;
let origin: WebServer;
let routeToSandbox: (page: Page, sandbox: Sandbox) => Promise<void>;

beforeAll(async () => {
  const scripts = new Map<string, string>();
  for (const [path, code] of Object.entries(PAGES)) scripts.set(`${path}.js`, await bundled(code));
  const worker = join(projectFolder, "node_modules/msw/lib/mockServiceWorker.js");
  scripts.set("/mockServiceWorker.js", await readFile(worker, "utf8"));
  origin = await startWebServer(({ url = "/" }, response) => {
    const script = scripts.get(url);
    const type = script === undefined ? "text/html" : "text/javascript";
    const policy = "default-src 'self'; script-src 'self'";
    response.writeHead(200, { "Content-Type": `${type}; charset=utf-8`, "Content-Security-Policy": policy });
    response.end(script ?? `<!doctype html><title>Front end</title><script type="module" src="${url}.js"></script>`);
  });
  const { code } = await transform(example("sandbox-route.ts"), { loader: "ts", format: "esm" });
  routeToSandbox = (await import(`data:text/javascript,${encodeURIComponent(code)}`)).routeToSandbox;
  browser = await startChromium();
});

afterAll(async () => {
  await browser.close();
  await origin[Symbol.asyncDispose]();
});

async function bundled(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: projectFolder, loader: "ts" },
    alias: {
      "service-admin-api/sandbox": join(projectFolder, "src/sandbox/index.ts"),
      "service-admin-api": join(projectFolder, "src/client/index.ts"),
    },
    bundle: true,
    format: "esm",
    platform: "browser",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}

/** Opens a page in a context of its own, and waits until it has set up its sandbox. */
async function open(path: string, prepare: (page: Page) => Promise<unknown>) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const errors: Error[] = [];
  page.on("pageerror", (error) => errors.push(error));
  await prepare(page);
  await page.goto(origin.url + path);
  await page.waitForFunction(() => "front" in globalThis);
  return { page, errors, [Symbol.asyncDispose]: () => context.close() };
}

describe.each(Object.keys(PAGES))("the code of the guide at %s, under a policy without unsafe-eval,", (path) => {
  const sandbox = createSandbox({ seed: 3 });
  const prepare = async (page: Page) => path === "/routed" && routeToSandbox(page, sandbox);

  test("has a page's calls answered by a sandbox, with its memory", async () => {
    await using opened = await open(path, prepare);
    const outcome = await opened.page.evaluate(async () => {
      const { webhooks } = front.service;
      const created = await webhooks.create({ topic: "orders/create", address: "https://front-end.example/" });
      const { success } = await webhooks.delete(1001);
      const { pagination } = await webhooks.list();
      return { id: created.id, success, total: pagination.total };
    });
    expect(outcome).toEqual({ id: 1004, success: true, total: 3 });
  });

  test.each([true, "before"] as const)("passes on a lost connection, and no error of the page: %s", async (abort) => {
    await using opened = await open(path, prepare);
    sandbox.simulate({ abort });
    const outcome = await opened.page.evaluate(async (sent) => {
      front.sandbox?.simulate({ abort: sent });
      return front.service.webhooks.list({}, { maxRetries: 0 }).then(String, ({ name }) => name);
    }, abort);
    expect([outcome, opened.errors]).toEqual(["ServiceConnectionError", []]);
  });
});

test("a test prepares the state of a page behind MSW before the page loads", async () => {
  const prepare = (page: Page) => page.addInitScript(() => Object.assign(globalThis, { sandboxSeed: { webhooks: 7 } }));
  await using opened = await open("/msw", prepare);
  const total = await opened.page.evaluate(async () => (await front.service.webhooks.list()).pagination.total);
  expect(total).toBe(7);
});
