import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { defaultServer, operations } from "../../generated/contract.js";
import { operationsOf, readContract } from "../contract/contract.js";
import { PAGES } from "../docs/pages.js";
import { docsSite, expectInView } from "./docs-site.js";

const site = docsSite();
const PHONE = { viewport: { width: 390, height: 844 } };

test("a request of a page to another host is seen", async () => {
  const page = await site.open();
  await page.goto("http://elsewhere.example/").catch(() => undefined);
  expect(site.foreign).toEqual(["http://elsewhere.example/"]);
});

test.each([...PAGES, "redoc.html"])("from disk, %s loads nothing from other hosts, and logs no error", async (name) => {
  const page = await site.open();
  await page.goto(pathToFileURL(join(site.folder, name)).href);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.waitForLoadState("networkidle");
  expect(site.foreign).toEqual([]);
  expect(site.errors).toEqual([]);
});

test.each(PAGES)("%s is read on a phone without scrolling sideways", async (name) => {
  const page = await site.visit(name, { viewport: { width: 320, height: 900 } });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

describe("a link leads", () => {
  test.each(["index.html", "redoc.html"])("to the same operation in %s", async (name) => {
    const page = await site.visit(`${name}#/webhooks/deletewebhook`);
    const heading = page.locator("#redoc, main").getByRole("heading", { name: "Delete webhook" }).first();
    await expectInView(heading);
    expect((await heading.boundingBox())?.y).toBeLessThan(200);
  });

  test("to a field, without scripts too", async () => {
    const link = "/webhooks/createwebhook/body/webhook/address";
    const page = await site.visit(`#${link}`, { javaScriptEnabled: false });
    await expectInView(page.locator(`[id="${link}"]`));
  });

  test("from what is not specified to its row under Open questions", async () => {
    const page = await site.visit("#/webhooks/updatewebhook");
    await page.getByRole("link", { name: "how the subscription to update is identified" }).click();
    await expectInView(page.locator('[id="/open/how-the-subscription-to-update-is-identified"]'));
  });
});

describe("the reference", () => {
  test("begins with a first screen of what every call needs", async () => {
    const page = await site.visit("index.html", { viewport: { width: 1440, height: 900 } });
    const opening = page.locator("section").first();
    for (const part of ["dd", ".routes tr:last-child", ".request", ".try"])
      await expectInView(opening.locator(part).last());
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
  });

  test("copies a path and the base URL, also when a browser that translates has wrapped the words of a button", async () => {
    const page = await site.visit("index.html", { permissions: ["clipboard-read", "clipboard-write"] });
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole("button", { name: "Copy Base URL" }).click();
    await expect.poll(clipboard).toBe(defaultServer);
    const section = page.locator("section", { has: page.locator('[id="/webhooks/getwebhook"]') });
    const button = section.getByRole("button", { name: "Copy the path" });
    await button.evaluate((element) => {
      element.innerHTML = "<font>Kopieren</font>";
    });
    await button.locator("font").click();
    await expect.poll(clipboard).toBe(operations.getWebhook.path);
  });

  test("folds its menu on a phone, with and without scripts, and closes it when the words of a link are tapped", async () => {
    for (const javaScriptEnabled of [true, false]) {
      const page = await site.visit("index.html", { ...PHONE, javaScriptEnabled });
      const words = page.locator("#menu").getByText("Delete webhook", { exact: true });
      expect(await words.isVisible()).toBe(false);
      await page.getByRole("button", { name: "Menu" }).click();
      await words.click();
      await expect.poll(() => page.url()).toContain("#/webhooks/deletewebhook");
      if (javaScriptEnabled) await expect.poll(() => words.isVisible()).toBe(false);
    }
  });

  test.each([true, false])(
    "shows samples in the chosen language and of the chosen body, with scripts: %s",
    async (javaScriptEnabled) => {
      const page = await site.visit("index.html#/webhooks/createwebhook", { javaScriptEnabled });
      const panel = page
        .locator("section", { has: page.locator('[id="/webhooks/createwebhook"]') })
        .locator(".request");
      const shown = () => panel.locator("pre").filter({ visible: true }).allInnerTexts();
      expect(await shown()).toEqual([expect.stringMatching(/^curl /)]);
      await panel.getByText("Python", { exact: true }).click();
      await panel.getByText("Every field that the body may have").click();
      expect(await shown()).toEqual([expect.stringMatching(/^import requests\s[\s\S]*"app_id": 42/)]);
    },
  );

  test("shows all samples in the language that was chosen for one, also after a reload", async () => {
    const page = await site.visit("index.html");
    await page.locator(".request").first().getByText("Go", { exact: true }).click();
    const shown = () => page.locator(".request pre").filter({ visible: true }).allTextContents();
    for (const reload of [false, true]) {
      if (reload) await page.reload();
      await expect.poll(async () => (await shown()).every((sample) => sample.startsWith("package main"))).toBe(true);
    }
  });

  test("prints every operation", async () => {
    const page = await site.visit("index.html", { colorScheme: "dark", viewport: { width: 718, height: 1000 } });
    await page.emulateMedia({ media: "print" });
    const printed = await page.locator("main").innerText();
    for (const { path } of operationsOf(readContract())) expect(printed).toContain(path);
    // On paper, nobody can choose another language, or try anything.
    expect(await page.locator(".tabs, .try").filter({ visible: true }).count()).toBe(0);
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
  const page = await site.visit("guides/integration.html", { viewport: { width: 1440, height: 900 } });
  const link = (name: string) => page.locator("#menu .contents").getByRole("link", { name });
  for (const name of ["Before you go live", "When a new version of the contract is released", "Before you go live"]) {
    await link(name).click();
    await expect.poll(() => link(name).getAttribute("aria-current")).toBe("true");
  }
});

test("where the system has the colours, what was found and what is chosen are still marked", async () => {
  const page = await site.visit("index.html", { forcedColors: "active" });
  await page.keyboard.press("/");
  await page.keyboard.type("topic");
  const mark = page.locator("search mark").first();
  await mark.waitFor();
  expect(await mark.evaluate((element) => getComputedStyle(element).textDecorationLine)).toBe("underline");
  const tab = page.locator(".request label:has(:checked)").first();
  expect(await tab.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe("solid");
});
