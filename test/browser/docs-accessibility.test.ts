import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { docsSite } from "./docs-site.js";

const site = docsSite();

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe-core finds in a page, by rule. */
async function violationsIn(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  return violations.map(({ id }) => id).sort();
}

/** What stands in Redoc's own code, where neither our contract nor our style reaches. The list may only shrink. */
const REDOC: readonly string[] = [
  // Its menu and search stand in no landmark.
  "region",
  // It takes the overview with its only h1 out of the page where a deep link leads elsewhere.
  "page-has-heading-one",
  "heading-order",
  // The signs that expand a field, and the links to headings.
  "target-size",
  // In its search.
  "button-name",
  "color-contrast",
  "scrollable-region-focusable",
];

describe.each(["light", "dark"] as const)("axe-core finds, in the %s scheme,", (colorScheme) => {
  test.each([1400, 390])("nothing in the static page, %i px wide", async (width) => {
    const page = await site.open({ colorScheme, viewport: { width, height: 900 } });
    await page.goto(`${site.url}/reference.html`);
    expect(await violationsIn(page)).toEqual([]);
  });

  test("nothing in a form, with an error and an answer in it", async () => {
    const page = await site.open({ colorScheme });
    await page.goto(`${site.url}/reference.html`);
    const form = page.locator('try-it[operation="createWebhook"]');
    await form.getByText("Try it", { exact: true }).click();
    await form.getByRole("button", { name: "Send" }).click();
    await form.getByText("Status 200").waitFor();
    await form.getByLabel("topic").fill("nothing");
    await form.getByText("topic must match pattern").waitFor();
    expect(await violationsIn(page)).toEqual([]);
  });

  test.each([
    [1400, ""],
    [1400, "#/webhooks/createwebhook"],
    [390, "#/webhooks/listwebhooks"],
  ])("nothing but what Redoc brings in its page, %i px wide, at %o", async (width, link) => {
    const page = await site.open({ colorScheme, viewport: { width, height: 900 } });
    await page.goto(`${site.url}/${link}`);
    await page.locator("#redoc main").getByRole("heading").first().waitFor();
    await page.waitForLoadState("networkidle");
    expect((await violationsIn(page)).filter((id) => !REDOC.includes(id))).toEqual([]);
  });

  test("nothing but what Redoc brings in its page, with the search open", async () => {
    const page = await site.open({ colorScheme });
    await page.goto(`${site.url}/`);
    await page.locator("#redoc main").getByRole("heading").first().waitFor();
    await page.keyboard.press("Control+k");
    await page.getByPlaceholder("Search docs...").fill("webhook");
    await page.locator('[data-component-name="Search/SearchItem"]').first().waitFor();
    expect((await violationsIn(page)).filter((id) => !REDOC.includes(id))).toEqual([]);
  });
});

describe.each(["index.html", "reference.html"])("%s", (name) => {
  test("has one heading of the first level", async () => {
    const page = await site.open();
    await page.goto(`${site.url}/${name}`);
    await page.getByRole("heading", { name: "Getting started" }).first().waitFor();
    expect(await page.locator("h1").count()).toBe(1);
  });

  test("begins with a link that skips to the content, which can be seen when it has the focus", async () => {
    const page = await site.open();
    await page.goto(`${site.url}/${name}`);
    await page.getByRole("heading", { name: "Getting started" }).first().waitFor();
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "Skip to the content" });
    expect(await skip.evaluate((element) => element === document.activeElement)).toBe(true);
    await expect.poll(async () => (await skip.boundingBox())?.x).toBe(0);
    const outline = await skip.evaluate((element) => getComputedStyle(element).outlineStyle);
    expect(outline).not.toBe("none");
  });
});
