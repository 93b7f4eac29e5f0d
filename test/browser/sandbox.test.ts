import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { build, transform } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSandbox, type Sandbox } from "../../src/sandbox/index.js";
import { example } from "../readme/readme.js";
import { projectFolder } from "../servers/command.js";
import { startWebServer, type WebServer } from "../servers/web.js";
import { startChromium } from "./chromium.js";

declare global {
  /** What the pages of this suite offer to the tests. */
  var front: {
    walk(): Promise<unknown>;
    compare(): Promise<number>;
    broken(): Promise<string>;
  };
}

let browser: Browser;
let origin: WebServer;
let page: Page;

/** What a page of a front end does: list, create, edit, delete, a forced failure, a test delivery. */
const WALK = `
async function walk(service, sandbox) {
  const { webhooks } = service;
  const created = await webhooks.create({ topic: "orders/create", address: "https://front-end.example/" });
  const edited = await webhooks.update({ topic: "orders/create", address: "https://front-end.example/", format: "xml" });
  const { pagination } = await webhooks.list();
  const { success } = await webhooks.delete(created.id);
  sandbox.simulate({ operation: "listWebhooks", status: 500 });
  const failed = await webhooks.list({}, { maxRetries: 0 }).then(() => 200, ({ status }) => status);
  await webhooks.deliver({ topic: "a/b", address: "https://front-end.example/" });
  const [delivery] = sandbox.deliveries;
  return { id: created.id, format: edited.format, total: pagination.total, success, failed, delivered: await delivery.answer };
}`;

const PAGES: Record<string, string> = {
  "/in-process.js": `${example("in-process.ts")}
    import { compareWithModel, SEED } from "./test/sandbox/model.js";
    ${WALK}
    globalThis.front = {
      walk: () => walk(service, sandbox),
      compare: () => {
        const own = createSandbox({ seed: SEED });
        const shared = { baseUrl: "http://sandbox.test", accessToken: "any", maxRetries: 0, fetch: own.fetch };
        return compareWithModel(own, (options) => createServiceClient({ ...shared, ...options }));
      },
    };`,
  "/msw.js": `${example("msw.ts")}
    import { createServiceClient } from "service-admin-api";
    ${WALK}
    const service = createServiceClient({ baseUrl: location.origin, accessToken: "any" });
    const broken = () => {
      sandbox.simulate({ abort: true });
      const headers = { "X-Service-Access-Token": "any" };
      return fetch("/api/admin/26.0/webhooks", { headers }).then((answer) => answer.text()).then(String, ({ name }) => name);
    };
    globalThis.front = { walk: () => walk(service, sandbox), broken };`,
};

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

/** Imports the guide's function that answers a page's requests to the service from a sandbox. */
async function importRoute(): Promise<(page: Page, sandbox: Sandbox) => Promise<void>> {
  const { code } = await transform(example("sandbox-route.ts"), { loader: "ts", format: "esm" });
  const { routeToSandbox } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return routeToSandbox;
}

/** Opens a page whose requests to the service the sandbox answers, through the guide's route. */
async function openRouted(sandbox: Sandbox) {
  const own = await startWebServer((_, response) => {
    response.writeHead(200, { "Content-Type": "text/html" }).end("<!doctype html><title>Front end</title>");
  });
  const routed = await browser.newPage();
  await (await importRoute())(routed, sandbox);
  await routed.goto(own.url);
  return {
    page: routed,
    async [Symbol.asyncDispose]() {
      await routed.close();
      await own[Symbol.asyncDispose]();
    },
  };
}

beforeAll(async () => {
  const scripts = new Map<string, string>();
  for (const [path, code] of Object.entries(PAGES)) scripts.set(path, await bundled(code));
  scripts.set(
    "/mockServiceWorker.js",
    await readFile(join(projectFolder, "node_modules/msw/lib/mockServiceWorker.js"), "utf8"),
  );
  origin = await startWebServer(({ url = "/" }, response) => {
    const script = scripts.get(url);
    const type = script === undefined ? "text/html" : "text/javascript";
    response.writeHead(200, {
      "Content-Type": `${type}; charset=utf-8`,
      "Content-Security-Policy": "default-src 'self'; script-src 'self'",
    });
    response.end(script ?? `<!doctype html><title>Front end</title><script type="module" src="${url}.js"></script>`);
  });
  browser = await startChromium();
  page = await browser.newPage();
});

afterAll(async () => {
  await browser.close();
  await origin[Symbol.asyncDispose]();
});

describe("the sandbox in a browser, under a policy without unsafe-eval", () => {
  test.each(["/in-process", "/msw"])("works with the code of the guide at %s", async (path) => {
    await page.goto(origin.url + path);
    await page.waitForFunction(() => "front" in globalThis);
    expect(await page.evaluate(() => front.walk())).toEqual({
      id: 1004,
      format: "xml",
      total: 4,
      success: true,
      failed: 500,
      delivered: { notSent: "recorded only" },
    });
  });

  test("does what the model does, for random sequences of calls", async () => {
    await page.goto(`${origin.url}/in-process`);
    await page.waitForFunction(() => "front" in globalThis);
    expect(await page.evaluate(() => front.compare())).toBeGreaterThan(500);
  });
});

test("an answer that breaks off is a lost connection to a page behind MSW, and no error of the page", async () => {
  const errors: Error[] = [];
  const own = await browser.newPage();
  own.on("pageerror", (error) => errors.push(error));
  await own.goto(`${origin.url}/msw`);
  await own.waitForFunction(() => "front" in globalThis);
  expect(await own.evaluate(() => front.broken())).toBe("TypeError");
  expect(errors).toEqual([]);
  await own.close();
});

test("an answer that breaks off is a lost connection to a page behind a route of Playwright", async () => {
  const sandbox = createSandbox({ seed: 3 });
  await using routed = await openRouted(sandbox);
  sandbox.simulate({ abort: true });
  const failure = await routed.page.evaluate(async () => {
    const answer = fetch("/api/admin/26.0/webhooks", { headers: { "X-Service-Access-Token": "any" } });
    return answer.then(String, ({ name }) => name);
  });
  expect(failure).toBe("TypeError");
});

test("through a route of Playwright, a page's requests reach the sandbox without a port", async () => {
  const sandbox = createSandbox({ seed: 3 });
  await using routed = await openRouted(sandbox);
  const total = await routed.page.evaluate(async () => {
    const headers = { "X-Service-Access-Token": "any", "Content-Type": "application/json" };
    const body = JSON.stringify({ webhook: { topic: "orders/create", address: "https://front-end.example/" } });
    await fetch("/api/admin/26.0/webhooks", { method: "POST", headers, body });
    const answer = await fetch("/api/admin/26.0/webhooks", { headers });
    return (await answer.json()).pagination.total;
  });
  expect([total, sandbox.webhooks.length]).toEqual([4, 4]);
});
