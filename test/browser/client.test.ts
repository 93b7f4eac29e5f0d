// How a page loads the client, and what it asks of other origins. All else: test/client, which also runs in a page.
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessToken } from "../../generated/contract.js";
import { found, item } from "../client/examples.js";
import { projectFolder } from "../servers/command.js";
import { answer, type Fault, startFaultServer } from "../servers/fault.js";
import { startWebServer, type WebServer } from "../servers/web.js";
import { startChromium } from "./chromium.js";

declare global {
  /** The client, as the page loads it. */
  var client: typeof import("../../src/client/index.js");
}

let browser: Browser;
let origin: WebServer;
let page: Page;

beforeAll(async () => {
  const bundle = await build({
    entryPoints: [`${projectFolder}/src/client/index.ts`],
    bundle: true,
    format: "iife",
    globalName: "client",
    write: false,
  });
  const script = bundle.outputFiles[0]?.text;
  const frontEnd = `<!doctype html><title>Front end</title><script>${script}</script>`;
  origin = await startWebServer((_, response) => {
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(frontEnd);
  });
  browser = await startChromium();
  page = await browser.newPage();
  await page.goto(origin.url);
});

afterAll(async () => {
  await browser.close();
  await origin[Symbol.asyncDispose]();
});

/** Answers to pages of any origin, preflights included. */
function toAnyOrigin(fault: Fault): Fault {
  return (response, request) => {
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Access-Control-Allow-Headers", `content-type, ${accessToken.header}`);
    response.setHeader("Access-Control-Allow-Methods", "GET, PUT, POST, DELETE");
    if (request.method === "OPTIONS") response.writeHead(204).end();
    else fault(response, request);
  };
}

/** Gets a subscription in the page. */
function getIn(baseUrl: string): Promise<unknown> {
  return page.evaluate((url) => {
    const service: object = client.createServiceClient({ baseUrl: url, accessToken: "<ACCESS_TOKEN>" });
    return Object(service).webhooks.get(1001);
  }, baseUrl);
}

describe("in a browser, a preflight asks only for the contract's two headers", () => {
  test.each([
    ["in a page of its own", undefined],
    ["in a page with a process, which a bundler wrote", { env: {}, versions: {}, browser: true }],
  ])("%s", async (_, process) => {
    await using server = await startFaultServer(toAnyOrigin(answer(200, found)));
    await page.evaluate((own) => Object.assign(globalThis, own && { process: own }), process);
    expect(await getIn(server.url)).toEqual(item);
    await page.evaluate(() => Reflect.deleteProperty(globalThis, "process"));
    const [preflight, request] = server.arrivals;
    expect(preflight?.headers["access-control-request-headers"]).toBe(
      `content-type,${accessToken.header.toLowerCase()}`,
    );
    expect(request?.headers["user-agent"]).toContain("Chrome");
  });
});
