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

describe("search", () => {
  test.each([
    ["guides/client.html", "index.html#/webhooks/createwebhook"],
    ["index.html", "#/webhooks/createwebhook"],
  ])("the search leads from %s to an operation, and names the tab after it", async (name, link) => {
    const { page, results } = await search(name, "create webhook");
    await results.filter({ hasText: "Create webhook" }).first().click();
    await expect.poll(() => page.url()).toContain(link);
    await expect.poll(() => page.title()).toBe("Create webhook, Service API");
    await expectInView(page.locator('[id="/webhooks/createwebhook"]'));
    expect(await results.count()).toBe(0);
    expect(site.errors).toEqual([]);
  });

  test("the search can be used with the keyboard alone, and says how many results there are", async () => {
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

  test("the search leaves keys alone that belong to the browser, to a field, or to what is being composed", async () => {
    const page = await site.visit("index.html");
    const input = page.getByRole("searchbox");
    const isFocused = () => input.evaluate((element) => element.matches(":focus"));
    for (const keys of ["Control+/", "Alt+/", "Meta+/", "k", "Control+Alt+k"]) await page.keyboard.press(keys);
    expect(await isFocused()).toBe(false);
    await page.locator(".route").nth(2).getByRole("button", { name: "Try it" }).click();
    for (const field of await page.locator("form :is(input, textarea)").all()) {
      await field.focus();
      for (const keys of ["Control+k", "/"]) await page.keyboard.press(keys);
      expect(await isFocused()).toBe(false);
    }
    await input.focus();
    await page.keyboard.type("errors");
    await page.locator("search li").first().waitFor();
    for (const key of ["Enter", "Escape", "ArrowDown"]) {
      await input.dispatchEvent("keydown", { key, isComposing: true });
      // In Safari, the key that ends a composition comes after it.
      await input.dispatchEvent("keydown", { key, keyCode: 229 });
    }
    expect(await isFocused()).toBe(true);
    expect(await input.inputValue()).toBe("errors");
    expect(page.url()).not.toContain("#");
  });

  test("the search says that it found nothing", async () => {
    const { said } = await search("index.html#/section/errors", "xyzzy");
    await expectInView(said.getByText("Nothing found for “xyzzy”."));
  });
});
