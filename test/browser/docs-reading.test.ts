import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { operationsOf, readContract } from "../contract/contract.js";
import { docsSite, expectInView, untilStill } from "./docs-site.js";

const site = docsSite();
const operations = operationsOf(readContract());

/** What a screen reader says of the element that has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    const label = element?.getAttribute("aria-label") ?? element?.textContent ?? "";
    return `${element?.tagName} ${label.trim()}`;
  });

describe("one search for all pages finds", () => {
  test.each([
    ["a chapter by a word in its text", "index.html", "Retry-After", "Limits", "#/section/limits"],
    [
      "an operation, from a guide",
      "guides/client.html",
      "create webhook",
      "Create webhook",
      "index.html#/webhooks/createwebhook",
    ],
  ])("%s", async (_, from, query, title, link) => {
    const page = await site.visit(from);
    await page.keyboard.press("/");
    await page.keyboard.type(query);
    await page.locator("search li").first().waitFor();
    const found = page.locator("search li a").filter({ hasText: title }).first();
    await found.waitFor();
    await found.click();
    await expect.poll(() => page.url()).toContain(link);
    const target = decodeURIComponent(new URL(page.url()).hash.slice(1));
    await expectInView(page.locator(`[id="${target}"]`));
    expect(await page.locator("search li").count()).toBe(0);
    expect(site.errors).toEqual([]);
  });

  test("something with only the keyboard, and says how many results there are", async () => {
    const page = await site.visit("index.html");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("errors");
    await page
      .locator("search [role=status]")
      .getByText(/^\d+ results$/)
      .waitFor();
    await page.keyboard.press("ArrowDown");
    const [first, second] = await page.locator("search li a").allTextContents();
    expect(await focused(page)).toBe(`A ${first?.trim()}`);
    await page.keyboard.press("ArrowDown");
    expect(await focused(page)).toBe(`A ${second?.trim()}`);
    await page.keyboard.press("Escape");
    expect(await page.locator("search li").count()).toBe(0);
    await page.keyboard.type("xyzzy");
    const said = page.locator("search [role=status]").getByText("Nothing found for “xyzzy”.");
    await expectInView(said);
    await page.keyboard.press("Escape");
    await page.keyboard.type("errors");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.url()).toMatch(/#.*errors$/);
  });

  test("what a typing error means, with the method and the match in its sentence", async () => {
    const page = await site.visit("index.html");
    await page.keyboard.press("/");
    await page.keyboard.type("webhok subscribtion");
    const first = page.locator("search li").first();
    await first.getByText("List webhooks").waitFor();
    expect(await first.locator(".method").innerText()).toBe("GET");
    expect(await first.locator("p").innerText()).toBe(
      "Returns one page of the webhook subscriptions, with its position among all pages.",
    );
    expect(await first.locator("p mark").allInnerTexts()).toEqual(["webhook", "subscriptions"]);
  });

  test.each([1280, 390])("nothing, and leaves the page where it is, %i pixels wide", async (width) => {
    const page = await site.visit("index.html#/section/limits", { viewport: { width, height: 800 } });
    const place = () => page.evaluate(() => scrollY);
    const before = await place();
    await page.keyboard.press("/");
    await page.keyboard.type("xyzzy");
    await page.keyboard.press("Escape");
    await untilStill(page);
    expect(before).toBeGreaterThan(0);
    expect(await place()).toBe(before);
  });
});

describe("the reference", () => {
  test("shows a first screen with title, base URL, token, all operations and a first call", async () => {
    const page = await site.visit("index.html", { viewport: { width: 1440, height: 900 } });
    const first = page.locator("section").first();
    for (const part of [".settings", ".routes tr:last-child", ".request", ".panel >> nth=1"])
      await expectInView(first.locator(part).first());
    const place = async (part: string) => (await first.locator(part).first().boundingBox()) ?? { x: 0, y: 0 };
    expect((await place(".request")).x).toBeGreaterThan((await place(".routes")).x + 400);
    const token = page.locator(".settings dd").nth(1);
    expect(await token.evaluate((element) => element.getClientRects()[0]?.height)).toBeLessThan(32);
  });

  test("keeps each field name on one line on a desktop", async () => {
    const page = await site.visit("index.html", { viewport: { width: 1440, height: 900 } });
    const names = page.locator(".fields dt > code");
    const broken = await names.evaluateAll((all) =>
      all.filter((name) => name.getBoundingClientRect().height > 24).map(({ textContent }) => textContent),
    );
    expect(await names.count()).toBeGreaterThan(50);
    expect(broken).toEqual([]);
  });

  test.each([1440, 1200])("wraps no line of curl within an argument, %i px wide", async (width) => {
    const page = await site.visit("index.html", { viewport: { width, height: 900 } });
    const wrapped = await page.locator(".request pre.curl.e0").evaluateAll((all) =>
      all.flatMap((block) => {
        const height = parseFloat(getComputedStyle(block).lineHeight);
        const { paddingTop, paddingBottom } = getComputedStyle(block);
        const lines = (block.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom)) / height;
        const written = block.textContent.split("\n").length;
        return Math.round(lines) > written ? [block.textContent] : [];
      }),
    );
    expect(wrapped).toEqual([]);
  });

  test("puts the samples next to the text, where they stay in view, and below it where there is no room", async () => {
    const page = await site.visit("index.html#/webhooks/listwebhooks", { viewport: { width: 1200, height: 900 } });
    const section = page.locator("section", { has: page.locator('[data-operation="listWebhooks"]') });
    const samples = section.locator(".aside");
    await page.mouse.move(500, 500);
    await page.mouse.wheel(0, 700);
    await expectInView(samples);
    await page.setViewportSize({ width: 1199, height: 900 });
    const [text, below] = [await section.locator("div").first().boundingBox(), await samples.boundingBox()];
    expect(below?.y).toBeGreaterThanOrEqual((text?.y ?? 0) + (text?.height ?? 0));
  });

  test.each([true, false])(
    "chooses language and example of a sample by radio buttons, with scripts: %s",
    async (javaScriptEnabled) => {
      const page = await site.visit("index.html#/webhooks/createwebhook", { javaScriptEnabled });
      const panel = page.locator('[data-sample="createWebhook"]');
      const shown = () => panel.locator("pre").filter({ visible: true }).allInnerTexts();
      expect(await shown()).toEqual([expect.stringContaining("curl --request POST")]);
      await panel.getByText("HTTP", { exact: true }).click();
      expect(await shown()).toEqual([expect.stringContaining("POST /api/admin/26.0/webhooks HTTP/1.1")]);
      await panel.getByText("Every field that the body may have").click();
      expect(await shown()).toEqual([expect.stringContaining('"app_id": 42')]);
    },
  );

  test("counts the choice of a language for all samples, and remembers it", async () => {
    const page = await site.visit("index.html#/webhooks/createwebhook");
    await page.locator('[data-sample="createWebhook"]').getByText("TypeScript", { exact: true }).click();
    const shown = () => page.locator(".request pre").filter({ visible: true }).allInnerTexts();
    for (const reload of [false, true]) {
      if (reload) await page.reload();
      await expect.poll(async () => (await shown()).every((sample) => sample.startsWith("import "))).toBe(true);
    }
    await page.goto(`${site.url}/guides/client.html`);
    expect(site.errors).toEqual([]);
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

  test.each([true, false])("offers its other forms in one menu, with scripts: %s", async (javaScriptEnabled) => {
    const page = await site.visit("index.html", { javaScriptEnabled });
    const links = page.locator("#download a");
    expect(await links.first().isVisible()).toBe(false);
    await page.getByRole("button", { name: "Download" }).click();
    const files = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    expect(files).toEqual(["reference.md", "openapi.yaml", "openapi.json", "llms.txt"]);
    expect(await links.first().isVisible()).toBe(true);
  });

  test("shows the method of each operation in the menu and above its path, in its colour", async () => {
    const page = await site.visit("index.html");
    for (const { method, path } of operations) {
      const route = page.locator(".route", { hasText: path }).filter({ hasText: method }).first();
      const [badge, menu] = [route.locator("b"), page.locator(`#menu b.${method.toLowerCase()}`).first()];
      const colour = (element: typeof badge) => element.evaluate((each) => getComputedStyle(each).color);
      expect(await badge.innerText()).toBe(method);
      expect(await colour(badge)).toBe(await colour(menu));
    }
    const colours = await page.locator("#menu b").evaluateAll((all) => all.map((each) => getComputedStyle(each).color));
    expect(new Set(colours).size).toBe(new Set(operations.map(({ method }) => method)).size);
  });

  test.each(["light", "dark"] as const)("highlights its samples in the %s scheme", async (colorScheme) => {
    const page = await site.visit("index.html", { colorScheme });
    const sample = page.locator("pre", { hasText: "createServiceClient" }).first();
    const colours = await sample.locator("i").evaluateAll((all) => all.map((each) => getComputedStyle(each).color));
    expect(new Set(colours).size).toBeGreaterThan(1);
  });

  test("copies a sample, and says so in the name of the button", async () => {
    const page = await site.visit("index.html", { permissions: ["clipboard-read", "clipboard-write"] });
    const button = page.getByRole("button", { name: "Copy the code under Authentication" }).first();
    expect(await button.evaluate((element) => getComputedStyle(element).opacity)).toBe("1");
    await button.click();
    await page.getByRole("button", { name: "Copied the code under Authentication" }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^npm ci\nnpm /);
    const panel = page.locator('[data-sample="getWebhook"]');
    await panel.getByText("HTTP", { exact: true }).click();
    await panel.getByRole("button", { name: "Copy Request under Get webhook" }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^GET .*HTTP\/1.1\n/);
  });

  test("marks the chapter that is being read in the menu, and keeps it in view there", async () => {
    const page = await site.visit("index.html", { viewport: { width: 1440, height: 600 } });
    const current = page.locator('#menu a[href^="#"][aria-current]');
    for (const [anchor, title] of [
      ["/webhooks/deletewebhook", "Delete webhook"],
      ["/section/errors", "Errors"],
    ]) {
      await page.evaluate((hash) => location.assign(`#${hash}`), anchor);
      await expect.poll(() => current.allInnerTexts()).toEqual([expect.stringContaining(String(title))]);
      await expectInView(current);
    }
  });

  test("marks the last chapter at the end of a page, where it cannot come up to the head", async () => {
    const page = await site.visit("guides/integration.html", { viewport: { width: 1440, height: 900 } });
    const current = page.locator('#menu a[href^="#"][aria-current]');
    await page.evaluate(() => location.assign("#before-you-go-live"));
    await expect.poll(() => current.allInnerTexts()).toEqual([expect.stringContaining("Before you go live")]);
  });

  test("shows what the search finds across a phone, and an answer's status and time without words that break", async () => {
    const page = await site.visit("index.html#/webhooks/createwebhook", { viewport: { width: 360, height: 780 } });
    await page.locator('.try[data-operation="createWebhook"] > summary').click();
    const form = page.getByRole("form", { name: "Try createWebhook" });
    await form.getByLabel("topic").fill("orders");
    await form.getByRole("button", { name: "Send" }).click();
    const head = await form.locator(".answer .head").boundingBox();
    expect(head?.height).toBeLessThan(110);
    await page.locator("search input").fill("subscription");
    const results = await page.locator("search div").boundingBox();
    expect(results?.width).toBeGreaterThan(320);
  });

  test("leaves room above the heading that a link leads to", async () => {
    const page = await site.visit("index.html#/webhooks/createwebhook");
    const header = await page.locator("header").boundingBox();
    const heading = await page.locator('[id="/webhooks/createwebhook"]').boundingBox();
    expect(heading?.y).toBeGreaterThan((header?.height ?? 0) + 8);
    expect(heading?.y).toBeLessThan(160);
  });

  test("has one frame to its end: menu and text are divided as far down as the page goes", async () => {
    const page = await site.visit("index.html", { viewport: { width: 1440, height: 900 } });
    const main = page.locator("main");
    expect(await main.evaluate((element) => getComputedStyle(element).borderLeftWidth)).toBe("1px");
    const end = await main.evaluate((element) => element.getBoundingClientRect().bottom + scrollY);
    expect(end).toBeGreaterThanOrEqual(await page.evaluate(() => document.documentElement.scrollHeight - 1));
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

  test("breaks a word that is longer than a phone is wide, wherever it is", async () => {
    const page = await site.visit("index.html", { viewport: { width: 390, height: 844 } });
    for (const place of ["main p", "main li", "main h3 a", "main td", "main dd", "main pre code"]) {
      const words = page.locator(place);
      await words.evaluateAll((all) => all.map((each) => each.replaceChildren("word".repeat(40))));
      expect(await page.evaluate(() => document.documentElement.scrollWidth), place).toBeLessThanOrEqual(390);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    const menu = page.locator("#menu");
    await menu.locator("a").evaluateAll((all) => all.map((each) => each.append("word".repeat(40))));
    expect(await menu.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  });

  test("marks the place that a link leads to, and not all of the page after a skip to the content", async () => {
    const page = await site.visit("index.html");
    const colour = () => page.locator("main").evaluate((main) => getComputedStyle(main).backgroundColor);
    const before = await colour();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.url()).toContain("#content");
    expect(await colour()).toBe(before);
  });

  test("is where the reader left it when it is loaded again, or when the reader comes back", async () => {
    const visits = [
      [1440, "index.html", 12_000],
      [1440, "index.html#/webhooks/createwebhook", 12_000],
      [360, "index.html#/section/errors", 700],
      [360, "index.html#/resources/webhook", 0],
    ] as const;
    for (const [width, link, distance] of visits) {
      const page = await site.open({ viewport: { width, height: 900 } });
      await page.goto(`${site.url}/${link}`);
      await page.locator("search").waitFor();
      await page.mouse.move(width / 2, 500);
      await page.mouse.wheel(0, distance);
      await untilStill(page);
      const place = () => page.evaluate(() => Math.round(scrollY));
      const left = await place();
      expect(left).toBeGreaterThan(11_000);
      await page.reload();
      await page.locator("search").waitFor();
      expect(Math.abs((await place()) - left)).toBeLessThan(2);
      await page.goto(`${site.url}/guides/client.html`);
      await page.goBack();
      await page.locator("search").waitFor();
      expect(Math.abs((await place()) - left)).toBeLessThan(2);
    }
  });

  test.each(["", "#/webhooks/getwebhook"])("moves nothing while it loads, with the link '%s'", async (link) => {
    for (const width of [1440, 360]) {
      const page = await site.open({ viewport: { width, height: 900 } });
      await page.addInitScript(() => {
        Object.assign(globalThis, { shift: 0 });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            Reflect.set(globalThis, "shift", Reflect.get(globalThis, "shift") + Reflect.get(entry, "value"));
        }).observe({ type: "layout-shift", buffered: true });
      });
      await page.goto(`${site.url}/index.html${link}`);
      await page.locator("search input").waitFor();
      expect(await page.evaluate(() => Reflect.get(globalThis, "shift"))).toBeLessThan(0.01);
    }
  });
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

test("the menu has the pages that a reader needs, in their order, and not those of maintainers", async () => {
  const page = await site.visit("index.html");
  const names = await page.locator("#menu ul").last().getByRole("link").allInnerTexts();
  expect(names.slice(0, 3)).toEqual(["Reference", "A first integration", "Receive deliveries"]);
  expect(names.slice(-2)).toEqual(["Changelog", "Reference by Redoc"]);
  expect(names).not.toContain("The docs");
});
