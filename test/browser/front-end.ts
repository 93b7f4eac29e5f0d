import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { expect } from "vitest";
import { example } from "../readme/readme.js";
import { projectFolder } from "../servers/command.js";
import { startWebServer, type WebServer } from "../servers/web.js";

declare global {
  /** What the pages of this suite offer to the tests. */
  var front: {
    walk(): Promise<unknown>;
    broken(abort: true | "before"): Promise<string>;
  };
}

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
    ${WALK}
    globalThis.front = { walk: () => walk(service, sandbox) };`,
  "/msw.js": `${example("msw-handler.ts")}
    ${example("msw.ts").replace(/^import .*msw-handler.*$/m, "")}
    import { createServiceClient } from "service-admin-api";
    ${WALK}
    const service = createServiceClient({ baseUrl: location.origin, accessToken: "any" });
    const broken = (abort) => {
      sandbox.simulate({ abort });
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

/** Serves the pages, under a policy without `unsafe-eval`. */
export async function startFrontEnd(): Promise<WebServer> {
  const scripts = new Map<string, string>();
  for (const [path, code] of Object.entries(PAGES)) scripts.set(path, await bundled(code));
  const worker = join(projectFolder, "node_modules/msw/lib/mockServiceWorker.js");
  scripts.set("/mockServiceWorker.js", await readFile(worker, "utf8"));
  return startWebServer(({ url = "/" }, response) => {
    const script = scripts.get(url);
    const type = script === undefined ? "text/html" : "text/javascript";
    response.writeHead(200, {
      "Content-Type": `${type}; charset=utf-8`,
      "Content-Security-Policy": "default-src 'self'; script-src 'self'",
    });
    response.end(script ?? `<!doctype html><title>Front end</title><script type="module" src="${url}.js"></script>`);
  });
}

/** Opens one of the pages, and waits until it has set up its sandbox. */
async function openFrontEnd(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(url);
  await page.waitForFunction(() => "front" in globalThis);
  return page;
}

/** Checks that the page gets what the sandbox answers. */
export async function expectWalk(browser: Browser, url: string): Promise<void> {
  const page = await openFrontEnd(browser, url);
  expect(await page.evaluate(() => front.walk())).toEqual({
    id: 1004,
    format: "xml",
    total: 4,
    success: true,
    failed: 500,
    delivered: { notSent: "recorded only" },
  });
  await page.close();
}

/** Checks that an answer that breaks off is a lost connection to the page, and no error of the page. */
export async function expectLostConnection(browser: Browser, url: string, abort: true | "before"): Promise<void> {
  const page = await openFrontEnd(browser, url);
  const errors: Error[] = [];
  page.on("pageerror", (error) => errors.push(error));
  expect(await page.evaluate((sent) => front.broken(sent), abort)).toBe("TypeError");
  expect(errors).toEqual([]);
  await page.close();
}
