import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { operationsOf, readContract } from "../contract/contract.js";
import { checkout } from "../servers/checkout.js";
import { run } from "../servers/command.js";
import { addressOf } from "../servers/port.js";
import { startChromium } from "./chromium.js";

let clone: Awaited<ReturnType<typeof checkout>>;
let browser: Browser;
let page: Page;
/** What the browser wanted of other hosts: all of that goes through this proxy. */
const foreign: string[] = [];
const proxy = createServer((request, response) => {
  foreign.push(String(request.url));
  response.writeHead(502).end();
}).on("connect", (request, socket) => {
  foreign.push(String(request.url));
  socket.destroy();
});

beforeAll(async () => {
  clone = await checkout();
  const { code, output } = await run("npm run docs", clone.folder);
  expect(code, output).toBe(0);
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  browser = await startChromium();
});

beforeEach(async () => {
  foreign.length = 0;
  page = await browser.newPage({ proxy: { server: addressOf(proxy).url } });
});

afterEach(() => page.close());

afterAll(async () => {
  await browser.close();
  proxy.close();
  await clone.remove();
});

const address = () => pathToFileURL(join(clone.folder, "site/index.html")).href;

test("the proxy sees what a page wants of other hosts", async () => {
  await page.goto("http://elsewhere.example/").catch(() => undefined);
  expect(foreign).toEqual(["http://elsewhere.example/"]);
});

describe("the docs, opened from disk", () => {
  test.each(operationsOf(readContract()))("show $id at its deep link", async ({ id, path }) => {
    await page.goto(`${address()}#operation/${id}`);
    await page.getByText(path, { exact: true }).first().waitFor();
  });

  test("ask no other host for anything", async () => {
    await page.goto(address());
    await page.getByRole("heading", { name: "Service API" }).first().waitFor();
    expect(foreign).toEqual([]);
  });
});
