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
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`).sort();
}

describe.each([
  ["light", 1400],
  ["dark", 390],
] as const)("in the %s scheme, %i px wide", (colorScheme, width) => {
  test.each(PAGES)("axe-core finds nothing in %s", async (name) => {
    const page = await site.visit(name, { colorScheme, viewport: { width, height: 900 } });
    expect(await violationsIn(page)).toEqual([]);
  });

  test("axe-core finds nothing in the search with its results, and in the menu of a phone", async () => {
    const page = await site.visit("guides/verify.html", { colorScheme, viewport: { width: 390, height: 900 } });
    await page.keyboard.press("/");
    await page.keyboard.type("webhook");
    await page.locator("search li").first().waitFor();
    expect(await violationsIn(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Menu" }).click();
    expect(await violationsIn(page)).toEqual([]);
  });

  test("axe-core finds nothing in a form that shows a refusal", async () => {
    const page = await site.visit("", { colorScheme, viewport: { width, height: 900 } });
    const section = page.locator("section", { has: page.locator('.route [data-operation="createWebhook"]') });
    await section.locator(".route").getByRole("button", { name: "Try it" }).click();
    await section.getByRole("textbox", { name: "Body" }).fill("{");
    await section.getByRole("button", { name: "Send" }).click();
    await section.locator(".answer .failure").waitFor();
    expect(await violationsIn(page)).toEqual([]);
  });
});
