import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { STATIC_PAGES } from "../docs/pages.js";
import { docsSite } from "./docs-site.js";

const site = docsSite();

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The rules that a page violates, according to axe-core. */
async function violationsIn(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  return violations.map(({ id }) => id).sort();
}

/** Violations in Redoc's own code, which neither our contract nor our style can change. The list may only shrink. */
const REDOC: readonly string[] = [
  // Its menu and search are in no landmark.
  "region",
  // A deep link elsewhere removes the overview, with the only h1, from the page.
  "page-has-heading-one",
  "heading-order",
  // The arrows that expand a field, and the links to headings.
  "target-size",
];

describe.each(["light", "dark"] as const)("in the %s scheme, axe-core finds", (colorScheme) => {
  describe.each([1400, 390])("at a width of %i px", (width) => {
    test.each(STATIC_PAGES)("nothing in %s", async (name) => {
      const page = await site.visit(name, { colorScheme, viewport: { width, height: 900 } });
      expect(await violationsIn(page)).toEqual([]);
    });
  });

  test("nothing in the search with its results, and in the menu of a phone", async () => {
    const page = await site.visit("guides/verify.html", { colorScheme, viewport: { width: 390, height: 900 } });
    await page.keyboard.press("/");
    await page.keyboard.type("webhook");
    await page.locator("search li").first().waitFor();
    expect(await violationsIn(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Menu" }).click();
    expect(await violationsIn(page)).toEqual([]);
  });

  test("nothing in a form that shows an error and an answer", async () => {
    const page = await site.visit("reference.html", { colorScheme });
    const form = page.locator('try-it[operation="createWebhook"]');
    await form.getByText("Try it", { exact: true }).click();
    await form.getByRole("button", { name: "Send" }).click();
    await form.getByText("Status 200").waitFor();
    await form.getByLabel("topic").fill("nothing");
    await form.getByText("topic must look like orders/create").waitFor();
    expect(await form.getByLabel("topic").getAttribute("aria-invalid")).toBe("true");
    expect(await violationsIn(page)).toEqual([]);
  });

  test.each([
    [1400, ""],
    [1400, "#/webhooks/createwebhook"],
    [390, "#/webhooks/listwebhooks"],
  ])("only Redoc's own violations in its page, at a width of %i px and the link %o", async (width, link) => {
    const page = await site.visit(link, { colorScheme, viewport: { width, height: 900 } });
    await page.locator("#redoc main").getByRole("heading").first().waitFor();
    await page.waitForLoadState("networkidle");
    expect((await violationsIn(page)).filter((id) => !REDOC.includes(id))).toEqual([]);
  });
});

test.each(["index.html", "reference.html", "guides/client.html"])(
  "%s has one heading of the first level, and begins with a visible link that skips to the content",
  async (name) => {
    const page = await site.visit(name);
    await page
      .getByRole("heading", { name: /Getting started|Methods/ })
      .first()
      .waitFor();
    expect(await page.locator("h1").count()).toBe(1);
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "Skip to the content" });
    expect(await skip.evaluate((element) => element === document.activeElement)).toBe(true);
    await expect.poll(async () => (await skip.boundingBox())?.x).toBe(0);
    expect(await skip.evaluate((element) => getComputedStyle(element).outlineStyle)).not.toBe("none");
  },
);
