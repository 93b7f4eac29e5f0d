import { transform } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSandbox, type Sandbox } from "../../src/sandbox/index.js";
import { example } from "../readme/readme.js";
import { kept } from "../sandbox/transports.js";
import { startWebServer, type WebServer } from "../servers/web.js";
import { startChromium } from "./chromium.js";
import { expectLostConnection, expectWalk, startFrontEnd } from "./front-end.js";

let browser: Browser;
let origin: WebServer;

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
  origin = await startFrontEnd();
  browser = await startChromium();
});

afterAll(async () => {
  await browser.close();
  await origin[Symbol.asyncDispose]();
});

describe("the sandbox in a browser, under a policy without unsafe-eval", () => {
  test.each(["/in-process", "/msw"])("works with the code of the guide at %s", async (path) => {
    await expectWalk(browser, origin.url + path);
  });
});

test("a test prepares the state of a page behind MSW before the page loads", async () => {
  const page = await browser.newPage();
  await page.addInitScript(() => {
    Object.assign(globalThis, { sandboxSeed: { webhooks: 7 } });
  });
  await page.goto(`${origin.url}/msw`);
  await page.waitForFunction(() => "front" in globalThis);
  const total = await page.evaluate(async () => {
    const answer = await fetch("/api/admin/26.0/webhooks", { headers: { "X-Service-Access-Token": "any" } });
    return (await answer.json()).pagination.total;
  });
  expect(total).toBe(7);
  await page.close();
});

test.each([true, "before"] as const)(
  "a connection that breaks is a lost one to a page behind MSW, and no error of the page: %s",
  async (abort) => {
    await expectLostConnection(browser, `${origin.url}/msw`, abort);
  },
);

test.each([true, "before"] as const)(
  "a connection that breaks is a lost one to a page behind a route of Playwright: %s",
  async (abort) => {
    const sandbox = createSandbox({ seed: 3 });
    await using routed = await openRouted(sandbox);
    sandbox.simulate({ abort });
    const failure = await routed.page.evaluate(async () => {
      const answer = fetch("/api/admin/26.0/webhooks", { headers: { "X-Service-Access-Token": "any" } });
      return answer.then(String, ({ name }) => name);
    });
    expect(failure).toBe("TypeError");
  },
);

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
  expect([total, kept(sandbox).length]).toEqual([4, 4]);
});
