import { describe, expect, test } from "vitest";
import { docsSite, expectInView } from "./docs-site.js";

const site = docsSite();

/** Opens a page, and types into its search. */
async function search(name: string, query: string) {
  const page = await site.visit(name);
  await page.keyboard.press("/");
  await page.keyboard.type(query);
  return { page, results: page.locator("search li a"), said: page.locator("search [role=status]") };
}

describe("the search of all pages", () => {
  test.each([
    ["guides/client.html", "index.html#/webhooks/createwebhook"],
    ["index.html", "#/webhooks/createwebhook"],
  ])("leads from %s to an operation", async (name, link) => {
    const { page, results } = await search(name, "create webhook");
    await results.filter({ hasText: "Create webhook" }).first().click();
    await expect.poll(() => page.url()).toContain(link);
    await expectInView(page.locator('[id="/webhooks/createwebhook"]'));
    expect(await results.count()).toBe(0);
    expect(site.errors).toEqual([]);
  });

  test("is used with only the keyboard, and says how many results there are", async () => {
    const { page, results, said } = await search("index.html", "errors");
    await said.getByText(/^\d+ results$/).waitFor();
    for (const index of [0, 1]) {
      await page.keyboard.press("ArrowDown");
      expect(await results.nth(index).evaluate((element) => element.matches(":focus"))).toBe(true);
    }
    await page.keyboard.press("Escape");
    expect(await results.count()).toBe(0);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("errors");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.url()).toMatch(/#.*errors$/);
  });

  test("leaves keys alone that belong to the browser, or to what is being composed", async () => {
    const page = await site.visit("index.html");
    const input = page.getByRole("searchbox");
    for (const keys of ["Control+/", "Alt+/", "Meta+/"]) await page.keyboard.press(keys);
    expect(await input.evaluate((element) => element.matches(":focus"))).toBe(false);
    await page.keyboard.press("/");
    await page.keyboard.type("errors");
    await page.locator("search li").first().waitFor();
    await input.dispatchEvent("keydown", { key: "Enter", isComposing: true });
    await input.dispatchEvent("keydown", { key: "Escape", isComposing: true });
    expect(await input.inputValue()).toBe("errors");
    expect(page.url()).not.toContain("#");
  });

  test("says that it found nothing", async () => {
    const { said } = await search("index.html#/section/errors", "xyzzy");
    await expectInView(said.getByText("Nothing found for “xyzzy”."));
  });
});
