import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterEach, describe, expect, test } from "vitest";
import { operationsOf, readContract } from "../contract/contract.js";
import { FIELD_LINKS, STATIC_PAGES } from "../docs/pages.js";
import { docsSite, expectInView, untilStill } from "./docs-site.js";

const site = docsSite();
/** The part of a page that holds the reference. */
const bodyOf = (page: Page) => page.locator("#redoc main, main#content");

/** The heading of an operation. */
const headingOf = (page: Page, summary: string) =>
  bodyOf(page).getByRole("heading").filter({ hasText: summary }).first();

test("the proxy sees a page's requests to other hosts", async () => {
  const page = await site.open();
  await page.goto("http://elsewhere.example/").catch(() => undefined);
  expect(site.foreign).toEqual(["http://elsewhere.example/"]);
});

describe.each(["a static host", "the disk"])("from %s", (place) => {
  const root = () => (place === "the disk" ? pathToFileURL(join(site.folder, "/")).href : `${site.url}/`);

  test.each(["index.html", ...STATIC_PAGES])("%s loads nothing from other hosts, and logs no error", async (name) => {
    const page = await site.open();
    await page.goto(`${root()}${name}`);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await page.waitForLoadState("networkidle");
    expect(site.foreign).toEqual([]);
    expect(site.errors).toEqual([]);
  });
});

describe("the page by Redocly", () => {
  // In all of these tests, the policy of the page allows everything that Redoc needs.
  afterEach(() => expect(site.errors).toEqual([]));

  const visit = async (link: string, options?: BrowserContextOptions) => {
    const page = await site.visit(link, options);
    await bodyOf(page).getByRole("heading").first().waitFor();
    return page;
  };

  test.each(FIELD_LINKS)("has the field of the static page at %s", async (link) => {
    const page = await site.visit(`#${link}`);
    await expectInView(page.locator(`[id="${link.split("#")[1]}"]`));
  });

  test("has samples in curl and in TypeScript, and no picker of examples that would not change them", async () => {
    const page = await visit("#/webhooks/createwebhook");
    const section = page.locator('[data-section-id="/webhooks/createwebhook"]');
    const samples = section.locator(".panel-request-samples");
    await samples.getByText("curl --request POST").first().waitFor();
    expect(await samples.innerText()).not.toContain("Only the required fields");
    // Redoc's menus stay where they open, so the page has to be still.
    await section.locator("try-it").waitFor();
    await untilStill(page);
    await samples.getByText("curl", { exact: true }).filter({ visible: true }).first().click();
    await page.getByText("TypeScript", { exact: true }).filter({ visible: true }).last().click();
    await samples.getByText("createServiceClient").first().waitFor();
  });

  test("keeps the reader's place while it starts on a slow connection", async () => {
    const page = await site.open({ viewport: { width: 1400, height: 900 } });
    const devTools = await page.context().newCDPSession(page);
    await devTools.send("Network.enable");
    const slow = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 100_000 };
    await devTools.send("Network.emulateNetworkConditions", { offline: false, ...slow });
    const loaded = page.goto(`${site.url}/`);
    await page.waitForFunction(() => document.documentElement.scrollHeight > 5_000);
    const isRunning = () =>
      page.evaluate(() => document.querySelector("#redoc [data-testid=search-trigger]")?.textContent);
    expect(await isRunning()).toBe("Loading...");
    await page.mouse.move(700, 500);
    await page.mouse.wheel(0, 4_000);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(3_900);
    await loaded;
    await expect.poll(isRunning).not.toBe("Loading...");
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(3_900);
    // From the first click on, Redoc scrolls by itself.
    await page.getByText("Limits", { exact: true }).first().click();
    await expectInView(headingOf(page, "Limits"));
  });

  test("links to the same operation of the static page before its script runs", async () => {
    const page = await site.open();
    await page.route("**/*", async (route) => {
      const answer = await route.fetch();
      // As far as the page gets on a slow connection: Redoc's own script has not arrived.
      const [start = ""] = (await answer.text()).split('<script type="module">');
      await route.fulfill({ response: answer, body: start });
    });
    await page.goto(`${site.url}/#/webhooks/deletewebhook`);
    const link = page.getByRole("link", { name: "This place on the static page" });
    await expectInView(link);
    await page.unrouteAll();
    await link.click();
    await page.waitForURL(`${site.url}/reference.html#/webhooks/deletewebhook`);
    await expectInView(headingOf(page, "Delete webhook"));
  });

  test.each([
    ["the contract", "", "Service API"],
    ["an operation", "#/webhooks/createwebhook", "Create webhook"],
  ])("copies %s as it is, without what the page adds", async (_, link, heading) => {
    const page = await site.visit(link, { permissions: ["clipboard-read", "clipboard-write"] });
    await headingOf(page, heading).waitFor();
    await page.waitForLoadState("networkidle");
    await page.locator('[data-testid="page-actions"] button').filter({ visible: true }).first().click();
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(clipboard).toContain("openapi: 3.1.1");
    const copied = await clipboard();
    expect(copied).toContain("url: '{base_url}'");
    expect(copied).not.toMatch(/<try-it|<span|class=|one static page/);
  });

  test.each(["light", "dark"] as const)(
    "shows the server that the samples call, and no placeholder, in %s",
    async (colorScheme) => {
      const page = await visit("", { colorScheme });
      await page.getByText("Servers", { exact: true }).waitFor();
      const shown = () => page.locator('[data-testid="right-panel"]').first().innerText();
      await expect.poll(shown).toContain("http://127.0.0.1:4010");
      await page.waitForLoadState("networkidle");
      expect(await shown()).not.toContain("{base_url}");
      // Another server is shown as it is.
      const address = "https://{region}.service.example/{version}";
      const servers = page.locator('[data-testid="panel-servers"]').first();
      await servers.evaluate(
        (panel, text) => panel.append(Object.assign(document.createElement("p"), { textContent: text })),
        address,
      );
      expect(await servers.innerText()).toContain(address);
    },
  );

  test("shows method and path right below the heading of an operation", async () => {
    const page = await visit("#/webhooks/createwebhook");
    const heading = headingOf(page, "Create webhook");
    const route = page.locator('[data-section-id="/webhooks/createwebhook"] .route');
    expect(await route.innerText()).toBe("POST /api/admin/26.0/webhooks");
    // The page may scroll between the two readings.
    const distance = async () =>
      ((await route.boundingBox())?.y ?? Number.POSITIVE_INFINITY) - ((await heading.boundingBox())?.y ?? 0);
    await expect.poll(distance).toBeLessThan(120);
  });

  test("says that the payload of a delivery is not specified", async () => {
    const page = await visit("#/webhooks/deliverwebhook");
    const operation = page.locator('[data-section-id="/webhooks/deliverwebhook"]');
    await operation.getByText("Receive a delivery").last().click();
    await operation.locator(".panel-callback-samples").waitFor();
    const shown = await operation.locator(".panel-callback-samples").innerText();
    expect(shown).toContain("Not specified");
    expect(shown).not.toContain("No callback payload");
  });

  test.each([1280, 1400, 1000, 390])("cuts off no sample and no code of the guides at %i px", async (width) => {
    const page = await site.visit("#/webhooks/createwebhook", { viewport: { width, height: 900 } });
    const samples = page.locator(".panel-request-samples pre, .panel-response-samples pre");
    await samples.first().waitFor();
    const cut = (elements: Element[]) =>
      elements.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length;
    expect(await samples.evaluateAll(cut)).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.goto(`${site.url}/`);
    const code = page.locator('[data-section-id^="/section/"] pre');
    await code.first().waitFor();
    expect(await code.evaluateAll(cut)).toBe(0);
  });

  test("leads to the static page when scripts do not run", async () => {
    const page = await site.visit("", { javaScriptEnabled: false });
    await page.locator("noscript a").click();
    await page.waitForURL(`${site.url}/reference.html`);
  });
});

describe.each(STATIC_PAGES)("%s", (name) => {
  test("scrolls in one direction only, on any screen and in large letters, and cuts off nothing", async () => {
    const page = await site.visit(name);
    for (const [width, size] of [[1440], [1024], [768], [390], [360], [320], [360, "200%"]] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.locator("html").evaluate((html, fontSize) => Object.assign(html.style, { fontSize }), size ?? "");
      const skips = await page
        .locator(".skip")
        .evaluateAll((all) => all.map((link) => link.getBoundingClientRect().right));
      expect(Math.max(...skips)).toBeLessThanOrEqual(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      const cut = await page
        .locator("main *:not(input)")
        .evaluateAll((all) =>
          all
            .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
            .map(({ outerHTML }) => outerHTML.slice(0, 200)),
        );
      expect(cut, `${width} px ${size}`).toEqual([]);
    }
  });
});

describe("the static page", () => {
  test("prints completely and on white: no text scrolls or is hidden, in the dark scheme either", async () => {
    const page = await site.visit("reference.html", { colorScheme: "dark" });
    const shown = await bodyOf(page).innerText();
    await page.emulateMedia({ media: "print" });
    const paper = await page.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor);
    expect(paper).toBe("rgb(255, 255, 255)");
    const boxes = page.locator("main pre, main table");
    const cut = await boxes.evaluateAll(
      (elements) =>
        elements.filter(
          (element) => getComputedStyle(element).overflowX !== "visible" && element.scrollWidth > element.clientWidth,
        ).length,
    );
    expect(cut).toBe(0);
    const printed = await bodyOf(page).innerText();
    for (const { path } of operationsOf(readContract())) expect(printed).toContain(path);
    expect(printed.length).toBeGreaterThan(shown.length * 0.9);
    expect((await page.pdf()).length).toBeGreaterThan(10_000);
  });
});
