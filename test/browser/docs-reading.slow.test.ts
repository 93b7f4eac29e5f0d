import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { defaultServer, operations } from "../../generated/contract.js";
import { CREATED } from "../sandbox/transports.js";
import { docsSite, expectInView } from "./docs-site.js";

const site = docsSite();

/** What a screen reader says of the element that has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    const label = element?.getAttribute("aria-label") ?? element?.textContent ?? "";
    return `${element?.tagName} ${label.trim()}`;
  });

describe("the reference", () => {
  test("begins with a first screen of what every call needs, and has its first operation on the second", async () => {
    const page = await site.visit("index.html", { viewport: { width: 1440, height: 900 } });
    const opening = page.locator("section").first();
    for (const part of ["dd", ".routes tr:last-child", ".request", ".send"])
      await expectInView(opening.locator(part).last());
    const first = await page.locator('[id="/oauth/exchangeaccesstoken"]').boundingBox();
    expect(first?.y).toBeLessThan(2 * 900);
  });

  test("changes its theme with a button, and remembers it before anything is shown", async () => {
    const page = await site.visit("index.html", { colorScheme: "light" });
    const paper = () => page.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor);
    const light = await paper();
    await page.getByRole("button", { name: "Theme: auto" }).click();
    await page.getByRole("button", { name: "Theme: light" }).click();
    await page.getByRole("button", { name: "Theme: dark" }).waitFor();
    expect(await paper()).not.toBe(light);
    await page.goto(`${site.url}/guides/client.html`);
    expect(await page.locator("html").getAttribute("class")).toBe("dark");
    await page.getByRole("button", { name: "Theme: dark" }).click();
    expect(await paper()).toBe(light);
  });

  test("shows the field that an address leads to in a closed schema, also after a reload and on the way back", async () => {
    const page = await site.visit(`index.html#/webhooks/createwebhook/${CREATED}/webhook/id`);
    const field = page.locator(":target");
    await expectInView(field);
    await page.reload();
    await expectInView(field);
    await page.goto(`${site.url}/guides/client.html`);
    await page.goBack();
    await expectInView(field);
  });

  test("copies a path and the base URL, and says so in the name of the button", async () => {
    const page = await site.visit("index.html", { permissions: ["clipboard-read", "clipboard-write"] });
    const copied = async (name: string) => {
      await page.getByRole("button", { name: `Copy ${name}` }).click();
      await page.getByRole("button", { name: `Copied ${name}` }).waitFor();
      return page.evaluate(() => navigator.clipboard.readText());
    };
    expect(await copied("Base URL under Service API")).toBe(defaultServer);
    expect(await copied("the path under Get webhook")).toBe(operations.getWebhook.path);
  });

  test("folds its menu on a phone, with and without scripts, and closes it when a chapter is chosen", async () => {
    for (const javaScriptEnabled of [true, false]) {
      const page = await site.visit("index.html", { viewport: { width: 360, height: 740 }, javaScriptEnabled });
      const link = page.locator("#menu").getByRole("link", { name: "Delete webhook" });
      expect(await link.isVisible()).toBe(false);
      await expectInView(page.getByRole("heading", { level: 1 }));
      await page.getByRole("button", { name: "Menu" }).click();
      await link.click();
      await expect.poll(() => page.url()).toContain("#/webhooks/deletewebhook");
      if (javaScriptEnabled) await expect.poll(() => link.isVisible()).toBe(false);
    }
  });
});

test("a guide has its contents on the right where there is room, and marks in them what is read", async () => {
  const left = async (width: number) => {
    const page = await site.visit("guides/client.html#retries", { viewport: { width, height: 900 } });
    const link = page.locator("#menu").getByRole("link", { name: "Retries" });
    await expect.poll(() => link.getAttribute("aria-current")).toBe("true");
    return (await link.boundingBox())?.x;
  };
  expect(await left(1280)).toBeGreaterThan(1000);
  expect(await left(1279)).toBeLessThan(100);
});

test("of the last chapters, which never come up to the top, the one that a link led to is marked", async () => {
  const page = await site.visit("guides/integration.html#before-you-go-live", {
    viewport: { width: 1440, height: 900 },
  });
  const link = (name: string) => page.locator("#menu .contents").getByRole("link", { name });
  for (const name of ["Before you go live", "When a new version of the contract is released", "Before you go live"]) {
    await link(name).click();
    await expect.poll(() => link(name).getAttribute("aria-current")).toBe("true");
    expect(await page.title()).toContain(name);
  }
});

test("with the keyboard, the first form is a few stops away", async () => {
  const page = await site.visit("index.html");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  expect(await focused(page)).toBe("A Skip to the operations");
  await page.keyboard.press("Enter");
  let stops = 0;
  while (stops < 6 && (await focused(page)) !== "SUMMARY Try it") {
    await page.keyboard.press("Tab");
    stops += 1;
  }
  expect(await focused(page)).toBe("SUMMARY Try it");
});
