import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { operations } from "../../generated/contract.js";
import { type RunningSandbox, startSandbox } from "../../src/sandbox/server/index.js";
import { clientOf, DELIVER, orders, post, products } from "../sandbox/transports.js";
import { startChromium } from "./chromium.js";

let browser: Browser;
let sandbox: RunningSandbox;
let page: Page;
const wrong: string[] = [];
const reached = () => ({ url: sandbox.url, fetch });

beforeAll(async () => {
  browser = await startChromium();
  sandbox = await startSandbox({ port: 0, seed: 2 });
  page = await browser.newPage();
  page.on("pageerror", ({ message }) => wrong.push(message));
  await page.goto(`${sandbox.url}/__sandbox`);
});
beforeEach(() => sandbox.reset());
afterAll(async () => {
  await browser.close();
  await sandbox.close();
});

/** The state of a delivery to an address of the seed. */
const NOT_HERE = '{"notSent":"its address is not on this machine"}';

/** The text of each cell of a table. */
const rowsOf = (id: string, of = page) =>
  of.$$eval(`#${id} tr`, (rows) => rows.map((row) => [...row.children].map(({ textContent }) => textContent)));

describe("page of the sandbox", () => {
  test("the sandbox's page follows subscriptions, requests and deliveries", async () => {
    await post(reached());
    await post(reached(), { ...orders, address: "http://192.0.2.1/" }, DELIVER);
    await expect.poll(() => rowsOf("webhooks")).toContainEqual(expect.arrayContaining(["1003", orders.address]));
    await expect
      .poll(() => rowsOf("requests"))
      .toMatchObject([
        [
          "POST",
          DELIVER,
          "",
          `${operations.deliverWebhook.status}`,
          "deliverWebhook",
          "no webhook has this topic and address: the id is 0",
        ],
        ["POST", expect.any(String), "", `${operations.createWebhook.status}`, "createWebhook", ""],
      ]);
    const [{ body } = { body: "" }] = sandbox.deliveries;
    const delivery = [orders.topic, "http://192.0.2.1/", "json", body, NOT_HERE];
    await expect.poll(() => rowsOf("deliveries")).toEqual([delivery]);
  });

  test("the sandbox's page sends an event to every subscription with the topic of a row, with the payload that is typed", async () => {
    const address = "http://192.0.2.1/";
    sandbox.reset([
      { ...orders, address },
      { ...products, address, format: "xml" },
    ]);
    await expect.poll(() => rowsOf("webhooks")).toMatchObject([{ 1: address }, { 1: address }]);
    const button = (row: number) => page.locator("#webhooks button").nth(row);
    await page.fill("textarea", ' { "id": 7 } ');
    // The latest one is first.
    await button(1).click();
    const first = [orders.topic, address, "json", '{"id":7}', NOT_HERE];
    await expect.poll(() => rowsOf("deliveries")).toEqual([first]);
    await page.fill("textarea", "<id>7</id>");
    await button(0).click();
    const second = [products.topic, address, "xml", "<id>7</id>", NOT_HERE];
    await expect.poll(() => rowsOf("deliveries")).toEqual([second, first]);
    await page.fill("textarea", "");
    await button(0).click();
    await expect.poll(() => rowsOf("deliveries")).toHaveLength(3);
    expect(sandbox.deliveries.at(-1)?.body).toContain("not specified");
  });

  test("the sandbox's page shows what is sent as text, and addresses not as links", async () => {
    const markup = "<img src=x onerror=document.title='run'>/create";
    await post(reached(), { ...orders, topic: markup });
    await expect.poll(() => rowsOf("webhooks")).toContainEqual(expect.arrayContaining([markup]));
    expect(await page.$$("a, img")).toEqual([]);
    expect(await page.title()).toBe("Sandbox");
  });

  test("the sandbox's page fails the next request of an operation, ends simulations, and resets", async () => {
    await page.click('button:text-is("listWebhooks")');
    await expect.poll(() => rowsOf("simulations")).toEqual([expect.arrayContaining(["listWebhooks", "500"])]);
    await expect(clientOf(reached()).list()).rejects.toMatchObject({ status: 500 });
    await page.click('button:text-is("listWebhooks")');
    await expect.poll(() => rowsOf("simulations")).toHaveLength(1);
    await page.click("text=End all");
    await expect.poll(() => rowsOf("simulations")).toEqual([]);
    await clientOf(reached()).delete(1001);
    await expect.poll(() => rowsOf("webhooks")).toHaveLength(1);
    await page.click("text=Reset");
    await expect.poll(() => rowsOf("webhooks")).toHaveLength(2);
  });

  test("the sandbox's page still fills its tables when the browser translates their headings", async () => {
    const translated = await browser.newPage();
    await translated.goto(`${sandbox.url}/__sandbox`);
    await translated.$$eval("th", (heads) => {
      for (const head of heads) head.textContent = "übersetzt";
    });
    sandbox.reset([orders]);
    await expect.poll(() => rowsOf("webhooks", translated)).toMatchObject([{ 1: orders.address, 2: orders.topic }]);
    await translated.close();
  });

  test("the sandbox's page runs no script but its own, and throws no error", async () => {
    const isRun = await page.evaluate(() => {
      document.body.append(Object.assign(document.createElement("script"), { textContent: "window.isRun = true" }));
      return "isRun" in window;
    });
    expect([isRun, wrong]).toEqual([false, []]);
  });

  test("the sandbox's page scrolls its tables, and never itself, on a phone", async () => {
    await page.setViewportSize({ width: 375, height: 667 });
    await expect.poll(() => rowsOf("webhooks")).toHaveLength(2);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  });
});

test("the sandbox's page is refused to foreign pages and with control: false, and may not be framed", async () => {
  const foreign = await fetch(`${sandbox.url}/__sandbox`, { headers: { Origin: "https://foreign.example" } });
  expect(foreign.status).toBe(403);
  const { headers } = await fetch(`${sandbox.url}/__sandbox`);
  expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect([headers.get("x-content-type-options"), headers.get("referrer-policy")]).toEqual(["nosniff", "no-referrer"]);
  await using closed = await startSandbox({ port: 0, control: false });
  expect((await fetch(`${closed.url}/__sandbox`)).status).toBe(404);
});
