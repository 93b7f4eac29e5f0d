import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { at, operationsOf, readContract } from "../contract/contract.js";
import { checkout } from "../servers/checkout.js";
import { run } from "../servers/command.js";
import { startFileServer } from "../servers/files.js";
import { addressOf } from "../servers/port.js";
import { startChromium } from "./chromium.mjs";

const contract = readContract();
const operations = operationsOf(contract).map((operation) => {
  const { tags, summary, description } = Object(at(contract, operation.pointer));
  const link = `#/${tags[0]}/${operation.id}`.toLowerCase();
  return { ...operation, summary, link, begins: String(description).replaceAll("`", "").split(/[.\n]/)[0] ?? "" };
});

let clone: Awaited<ReturnType<typeof checkout>>;
let host: Awaited<ReturnType<typeof startFileServer>>;
let browser: Browser;
let page: Page;
/** Errors that the page writes to the console. */
let errors: string[];
/** What the browser wants of other hosts: all of that goes through this proxy. */
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
  host = await startFileServer(join(clone.folder, "site"));
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  browser = await startChromium();
});

beforeEach(async () => {
  foreign.length = 0;
  page = await open();
});

afterEach(() => page.context().close());

afterAll(async () => {
  await browser.close();
  proxy.close();
  await host[Symbol.asyncDispose]();
  await clone.remove();
});

async function open(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    proxy: { server: addressOf(proxy).url, bypass: "127.0.0.1" },
    ...options,
  });
  const opened = await context.newPage();
  opened.setDefaultTimeout(5_000);
  errors = [];
  opened.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  opened.on("pageerror", (error) => errors.push(error.message));
  return opened;
}

/** Opens the page at a deep link, and waits until Redoc shows it. */
async function visit(link: string, from = `${host.url}/`): Promise<void> {
  await page.goto(`${from}${link}`);
  await page.locator("#redoc").getByRole("heading").first().waitFor();
}

/** The heading of an operation, where Redoc shows it. */
function headingOf(summary: string) {
  return page.locator("#redoc").getByRole("heading").filter({ hasText: summary }).first();
}

test("the proxy sees what a page wants of other hosts", async () => {
  await page.goto("http://elsewhere.example/").catch(() => undefined);
  expect(foreign).toEqual(["http://elsewhere.example/"]);
});

describe.each(["a static host", "the disk"])("from %s", (place) => {
  const root = () =>
    place === "the disk" ? pathToFileURL(join(clone.folder, "site/index.html")).href : `${host.url}/`;

  test("the page asks no other host for anything, and has no error to tell of", async () => {
    await visit("", root());
    await page.getByRole("heading", { name: "Getting started" }).first().waitFor();
    await page.waitForLoadState("networkidle");
    expect(foreign).toEqual([]);
    expect(errors).toEqual([]);
  });

  test.each(operations)("the deep link $link leads to $summary", async ({ link, summary, begins }) => {
    await visit(link, root());
    const heading = headingOf(summary);
    await heading.waitFor();
    const place = async () => (await heading.boundingBox())?.y ?? Number.POSITIVE_INFINITY;
    await expect.poll(place).toBeLessThan(720);
    expect(await page.locator("#redoc").innerText()).toContain(begins);
  });
});

test.each([
  ["webhooks/createwebhook", "t=request&path=webhook/secret"],
  ["webhooks/listwebhooks", "t=request&in=query&path=sort_order"],
  ["oauth/exchangeaccesstoken", "t=response&c=200&path=oauth/client_secret"],
])("a field of %s has a deep link, %s", async (operation, field) => {
  await visit(`#/${operation}#${operation}/${field}`);
  const shown = page.locator(`[id="${operation}/${field}"]`);
  await shown.waitFor();
  await expect.poll(async () => (await shown.boundingBox())?.y ?? Number.POSITIVE_INFINITY).toBeLessThan(720);
});

describe("for people", () => {
  // Whatever they do, the policy of the page refuses nothing that Redoc needs.
  afterEach(() => expect(errors).toEqual([]));

  test.each(operations)("the samples of $id are there in curl and in TypeScript", async ({ id, link }) => {
    await visit(link);
    const operation = page
      .locator(`[data-section-id="${link.slice(2)}"], [data-section-id="${link.slice(1)}"]`)
      .first();
    await operation.getByText("curl", { exact: true }).first().click();
    await page.getByText("TypeScript", { exact: true }).last().click();
    const method =
      { exchangeAccessToken: "oauth.exchangeAccessToken" }[id] ?? `webhooks.${id.replace(/Webhooks?$/, "")}`;
    await operation.getByText(`service.${method}`).first().waitFor();
  });

  test.each([
    ["a path", "/api/admin/26.0/internal", "Trigger internal webhook"],
    ["a summary", "List webhook subscriptions", "List webhook subscriptions"],
    ["the name of a field", "app_id", "Create webhook"],
    ["the name of a parameter", "sort_order", "List webhook subscriptions"],
  ])("search finds an operation by %s", async (_, query, summary) => {
    await visit("");
    await page.keyboard.press("Control+k");
    await page.getByPlaceholder("Search docs...").fill(query);
    await page.locator('[data-component-name="Search/SearchItem"]').filter({ hasText: summary }).first().click();
    await headingOf(summary).waitFor();
    expect(page.url()).toContain(operations.find((operation) => operation.summary === summary)?.link);
  });

  test("the keyboard alone reaches an operation", async () => {
    await visit("");
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    while ((await focused()) !== "OAuth") await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    while ((await focused())?.startsWith("Exchange access token") !== true) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.url()).toContain("#/oauth/exchangeaccesstoken");
    await headingOf("Exchange access token").waitFor();
  });

  test("it has a title, a description and an icon", async () => {
    await visit("");
    expect(await page.title()).toBe("Service API");
    const content = (selector: string) => page.locator(selector).first().getAttribute("content");
    expect(await content('meta[name="description"]')).toBe(at(contract, "/info/summary"));
    expect(await content('meta[property="og:title"]')).toBe("Service API");
    expect(await page.locator('link[rel="icon"]').getAttribute("href")).toMatch(/^data:image\/svg/);
  });

  test("nothing is wider than a small screen", async () => {
    page = await open({ viewport: { width: 390, height: 844 } });
    await visit("#/webhooks/createwebhook");
    await headingOf("Create webhook").waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});

describe("axe-core finds no serious or critical violation", () => {
  /** Redoc's own, which no theme reaches: the menu of examples has a label other than its text. */
  const known = ["label-content-name-mismatch"];

  test.each([
    ["light", 1400, ""],
    ["dark", 1400, ""],
    ["light", 1400, "#/webhooks/createwebhook"],
    ["dark", 1400, "#/webhooks/createwebhook"],
    ["light", 390, "#/webhooks/listwebhooks"],
  ] as const)("%s, %i px wide, at %o", async (colorScheme, width, link) => {
    page = await open({ colorScheme, viewport: { width, height: 900 } });
    await visit(link);
    await page.waitForLoadState("networkidle");
    expect((await seriousIn(page)).filter((id) => !known.includes(id))).toEqual([]);
  });

  test.each(["light", "dark"] as const)("%s, before the page's own scripts have run", async (colorScheme) => {
    page = await open({ colorScheme });
    const response = await fetch(host.url);
    // axe-core is a script too, so only those of the page are taken out.
    const still = (await response.text()).replace(/<script\b.*?<\/script>/gs, "");
    await page.route(host.url, (route) => route.fulfill({ body: still, contentType: "text/html" }));
    await page.goto(host.url);
    expect(await page.locator("#reading").isVisible()).toBe(true);
    expect(await seriousIn(page)).toEqual([]);
  });
});

async function seriousIn(opened: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page: opened }).analyze();
  return violations.filter(({ impact }) => impact === "serious" || impact === "critical").map(({ id }) => id);
}

describe("without JavaScript", () => {
  test.each(operations)("$id can be read, at the same deep link", async ({ link, path, begins }) => {
    page = await open({ javaScriptEnabled: false });
    await page.goto(`${host.url}/${link}`);
    const reading = page.locator("#reading");
    expect(await reading.isVisible()).toBe(true);
    expect(await reading.locator(`[id="${link.slice(1)}"]`).count()).toBe(1);
    const text = await reading.innerText();
    expect(text).toContain(path);
    expect(text).toContain(begins);
  });
});
