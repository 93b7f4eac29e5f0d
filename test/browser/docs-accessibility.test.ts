import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { PAGES } from "../docs/pages.js";
import { docsSite } from "./docs-site.js";

const site = docsSite();

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The rules that a page violates, according to axe-core. */
async function violationsIn(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  return violations.map(({ id }) => id).sort();
}

describe.each(["light", "dark"] as const)("in the %s scheme, axe-core finds", (colorScheme) => {
  describe.each([1400, 390])("at a width of %i px", (width) => {
    test.each(PAGES)("nothing in %s", async (name) => {
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

  test.each([1400, 390])("nothing in a form that shows an error and an answer, %i px wide", async (width) => {
    const page = await site.visit("", { colorScheme, viewport: { width, height: 900 } });
    const section = page.locator("section", { has: page.locator('[data-operation="createWebhook"]') });
    await section.getByText("Try it", { exact: true }).click();
    await section.getByRole("button", { name: "Send" }).click();
    await section.getByText("200 OK").waitFor();
    for (const part of [/^More:/, /^Headers$/]) {
      await section.locator("summary").filter({ hasText: part }).click();
    }
    await section.getByRole("textbox", { name: "Body" }).fill("{");
    await section.getByText("The body must be JSON").waitFor();
    await section.getByText("This answers an earlier request.").waitFor();
    expect(await violationsIn(page)).toEqual([]);
  });
});

test.each(["index.html", "guides/client.html"])(
  "%s has one heading of the first level, and begins with a visible link that skips to the content",
  async (name) => {
    const page = await site.visit(name);
    await page
      .getByRole("heading", { name: /Authentication|Methods/ })
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
