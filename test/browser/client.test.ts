// What the browser's fetch decides. All else of the client is the same everywhere, and tested in test/client.
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessToken } from "../../generated/contract.js";
import { found, input, item, WEBHOOKS } from "../client/examples.js";
import { projectFolder } from "../servers/command.js";
import { answer, type Fault, reset, stall, startFaultServer, startOf } from "../servers/fault.js";
import { startWebServer, type WebServer } from "../servers/web.js";
import { startChromium } from "./chromium.js";

let browser: Browser;
let origin: WebServer;
let page: Page;
/** The paths that were requested of the page's own origin. */
const asked: unknown[] = [];

/** What the page does: it makes a client, and shows what came of a call. */
const SCRIPT = `
  const webhooksAt = (baseUrl, options) =>
    client.createServiceClient({ baseUrl, accessToken: "<ACCESS_TOKEN>", ...options }).webhooks;
  const outcomeOf = (call) => call.catch(({ name, message, ...error }) => ({ name, message, ...error }));`;

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [`${projectFolder}/src/client/index.ts`],
    bundle: true,
    format: "iife",
    globalName: "client",
    write: false,
  });
  const frontEnd = `<!doctype html><title>Front end</title><script>${outputFiles[0]?.text}${SCRIPT}</script>`;
  origin = await startWebServer((request, response) => {
    asked.push(request.url);
    if (request.url !== "/") return answer(200, found)(response, request);
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
    response.setHeader("Access-Control-Expose-Headers", "*");
    // On a connection that has carried a request before, Chromium itself repeats one that is reset.
    response.setHeader("Connection", "close");
    if (request.method === "OPTIONS") response.writeHead(204).end();
    else fault(response, request);
  };
}

/** Starts a server that answers the page's requests, preflights aside, with one fault after another. */
async function startService(...faults: Fault[]) {
  const left = [...faults];
  const server = await startFaultServer((response, request) => {
    const isPreflight = request.method === "OPTIONS";
    const fault = isPreflight || left.length === 1 ? left[0] : left.shift();
    toAnyOrigin(fault ?? stall)(response, request);
  });
  const requests = () => server.arrivals.filter(({ method }) => method !== "OPTIONS").map(({ method }) => method);
  return { ...server, requests };
}

const breakOff = startOf('{"webhook":', (response) => response.destroy());
const get = "get(1001)";
const post = `create(${JSON.stringify(input)})`;
const notConnected = { name: "ServiceConnectionError", message: expect.stringContaining("Failed to fetch") };
const redirected = { name: "ServiceStatusError", status: 0, message: expect.stringContaining("with a redirect: GET") };
const incomplete = { name: "ServiceConnectionError", message: expect.stringContaining("The response is incomplete") };

describe("answers in a page", () => {
  test.each<[what: string, faults: Fault[], call: string, outcome: object, requests: string[]]>([
    ["a redirect is refused", [answer(302, "", { Location: "/stolen" })], get, redirected, ["GET"]],
    [
      "a call that once gets status 503 is retried",
      [answer(503, {}, { "Retry-After": "0" }), answer(200, found)],
      get,
      item,
      ["GET", "GET"],
    ],
    ["a call whose connection is reset once is retried", [reset, answer(200, found)], get, item, ["GET", "GET"]],
    ["a call whose answer breaks off once is retried", [breakOff, answer(200, found)], get, item, ["GET", "GET"]],
    [
      "a POST whose connection is reset may have been sent",
      [reset],
      post,
      { ...notConnected, maybeSent: true },
      ["POST"],
    ],
    ["a POST whose answer breaks off ends with an error that says so", [breakOff], post, incomplete, ["POST"]],
  ])("in a page, %s", async (_, faults, call, outcome, requests) => {
    await using service = await startService(...faults);
    expect(await page.evaluate(`outcomeOf(webhooksAt("${service.url}").${call})`)).toMatchObject(outcome);
    expect(service.requests()).toEqual(requests);
  });

  test.each([
    ["get(1001, { timeout: 100 })", "ServiceTimeoutError"],
    ["get(1001, { signal: AbortSignal.timeout(100) })", "TimeoutError"],
  ])("in a page, %s ends when its answer is late, and leaves no request behind", async (call, name) => {
    await using service = await startService(stall);
    expect(await page.evaluate(`outcomeOf(webhooksAt("${service.url}").${call})`)).toMatchObject({ name });
    await expect.poll(() => service.openRequests()).toBe(0);
  });

  test.each(["window.fetch", "self.fetch", "fetch"])(
    "in a page, a client with %s as its option fetch sends its calls",
    async (fetch) => {
      await using service = await startService(answer(200, found));
      expect(await page.evaluate(`webhooksAt("${service.url}", { fetch: ${fetch} }).${get}`)).toEqual(item);
      expect(service.requests()).toEqual(["GET"]);
    },
  );

  test.each(["", "/", "/backend"])("in a page, the base URL %j leads to the origin of the page", async (baseUrl) => {
    expect(await page.evaluate(`webhooksAt("${baseUrl}").${get}`)).toEqual(item);
    expect(asked.at(-1)).toBe(`${baseUrl.replace(/\/$/, "")}${WEBHOOKS}/1001`);
  });
});
