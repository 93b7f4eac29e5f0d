import { copyFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Locator } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { defaultServer, operations } from "../../generated/contract.js";
import { operationsOf, readContract } from "../contract/contract.js";
import { PAGES } from "../docs/pages.js";
import { startWebServer } from "../servers/web.js";
import { docsSite, expectInView, translate } from "./docs-site.js";

const site = docsSite();
const PHONE = { viewport: { width: 390, height: 844 } };

test("these tests notice a request of a page to another host", async () => {
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

describe("links", () => {
  test.each(["index.html", "redoc.html"])("a link leads to the same operation in %s", async (name) => {
    const page = await site.visit(`${name}#/webhooks/deletewebhook`);
    const heading = page.locator("#redoc, main").getByRole("heading", { name: "Delete webhook" }).first();
    await expectInView(heading);
    expect((await heading.boundingBox())?.y).toBeLessThan(200);
  });

  test("a link leads to a field, without scripts too", async () => {
    const link = "/webhooks/createwebhook/body/webhook/address";
    const page = await site.visit(`#${link}`, { javaScriptEnabled: false });
    await expectInView(page.locator(`[id="${link}"]`));
  });

  test("a link leads from what is not specified to its row under Open questions", async () => {
    const page = await site.visit("#/webhooks/updatewebhook");
    await page.getByRole("link", { name: "how the subscription to update is identified" }).click();
    await expectInView(page.locator('[id="/open/how-the-subscription-to-update-is-identified"]'));
  });
});

test("nothing is drawn before a link can be followed, however slowly the page comes", async () => {
  const html = await readFile(join(site.folder, "index.html"), "utf8");
  const half = html.length >> 1;
  let sendTheRest = () => {};
  await using host = await startWebServer((_, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.write(html.slice(0, half));
    sendTheRest = () => response.end(html.slice(half));
  });
  const page = await site.open();
  await page.addInitScript(() => {
    requestAnimationFrame(() => {
      document.documentElement.dataset["isWhole"] = String(document.querySelector("footer") !== null);
    });
  });
  await page.goto(`${host.url}/#/webhooks/deletewebhook`, { waitUntil: "commit" });
  // A page that draws no frame would never be asked, if it were asked in each frame.
  await page.waitForFunction(() => document.querySelectorAll("section").length > 1, undefined, { polling: 100 });
  sendTheRest();
  await expectInView(page.locator('[id="/webhooks/deletewebhook"]'));
  expect(await page.locator("html").getAttribute("data-is-whole")).toBe("true");
});

test.each([1440, 1024, 390])("%i px wide, a reload and the way back keep the place of a reader", async (width) => {
  for (const name of ["index.html", "guides/client.html"]) {
    const page = await site.visit(name, { viewport: { width, height: 900 } });
    const place = () => page.evaluate(() => Math.round(scrollY));
    await page.evaluate(() => scrollTo(0, 0.6 * document.documentElement.scrollHeight));
    const before = await place();
    await page.reload();
    await expect.poll(place).toBe(before);
    await page.goto(`${site.url}/llms.txt`);
    await page.goBack();
    await expect.poll(place).toBe(before);
  }
});

test("with the keyboard, the first form is a few stops away", async () => {
  const page = await site.visit("index.html");
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  expect(await focused()).toBe("Skip to the operations");
  await page.keyboard.press("Enter");
  for (let stops = 0; stops < 6 && (await focused()) !== "Try it"; stops += 1) await page.keyboard.press("Tab");
  expect(await focused()).toBe("Try it");
});

describe("pages that lack other files", () => {
  test("a page works where a host serves the folder of the site without the slash at its end", async () => {
    await using host = await startWebServer(async ({ url = "" }, response) => {
      const [, file] = /^\/docs(?:\/(.*))?$/.exec(url) ?? [];
      const type = file?.endsWith(".js") ? "text/javascript" : "text/html";
      const content = await readFile(join(site.folder, file || "index.html")).catch(() => undefined);
      response.writeHead(url.startsWith("/docs") && content ? 200 : 404, { "content-type": type }).end(content);
    });
    const page = await site.open();
    await page.goto(`${host.url}/docs#/webhooks/getwebhook`);
    await expectInView(page.locator('[id="/webhooks/getwebhook"]'));
    await page.keyboard.press("/");
    await page.keyboard.type("retries");
    await page.locator("search li").first().waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("from the sandbox in this page").waitFor();
    await page.locator(".parts").getByRole("link", { name: "Guides" }).click();
    await page.getByRole("heading", { level: 1, name: "Quickstart" }).waitFor();
    expect(site.errors).toEqual([]);
  });

  test("a page that was saved alone can be read, and says at the search and at Try it what is missing", async () => {
    const folder = await mkdtemp(join(tmpdir(), "saved-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    await copyFile(join(site.folder, "index.html"), join(folder, "saved.html"));
    const page = await site.open();
    await page.goto(pathToFileURL(join(folder, "saved.html")).href);
    await page.keyboard.press("/");
    await expectInView(page.locator("search").getByText("This requires the file search.js"));
    await page.locator(".route").first().getByRole("button", { name: "Try it" }).click();
    await expectInView(page.getByText("This requires the file try-it.js"));
  });
});

describe("translated pages", () => {
  test("in a translated page, the menu of a phone closes when the words of any of its links are tapped", async () => {
    const page = await site.visit("index.html", PHONE);
    await translate(page);
    const menu = page.locator("#menu");
    await page.getByRole("button", { name: "Menu" }).click();
    await menu.getByText("Delete webhook", { exact: true }).click();
    await expect.poll(() => page.url()).toContain("#/webhooks/deletewebhook");
    await menu.waitFor({ state: "hidden" });
    const left = await menu.evaluate((element) => {
      const links = [...element.querySelectorAll<HTMLElement>('a[href^="#"]')];
      return links.filter((link) => {
        if (element instanceof HTMLElement) element.showPopover();
        link.querySelector<HTMLElement>("font font")?.click();
        return element.matches(":popover-open");
      }).length;
    });
    expect(left).toBe(0);
  });

  test("in a translated page, each Copy button copies the code next to it", async () => {
    const page = await site.visit("index.html", { permissions: ["clipboard-read", "clipboard-write"] });
    await translate(page);
    const buttons = await page.locator(".copy").all();
    expect(buttons.length).toBeGreaterThan(20);
    for (const button of buttons) {
      const code = await button.evaluate((element) => {
        const codes = [...(element.closest(".panel, .route, .setting")?.querySelectorAll("code") ?? [])];
        return codes.find((each) => each.checkVisibility())?.textContent;
      });
      await button.locator("font font").click();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(code);
    }
  });

  test("in a translated page, forms open, send and close, and show the names of fields as they are", async () => {
    const page = await site.visit("index.html");
    await translate(page);
    const section = page.locator("section", { has: page.locator('.route [data-operation="listWebhooks"]') });
    await section.locator(".try font font").click();
    await section.locator("form").waitFor();
    await translate(page);
    await section.locator("form button font font").first().click();
    await section.locator(".held code").getByText("topic", { exact: true }).waitFor();
    await section.locator(".try").click();
    await section.locator("form").waitFor({ state: "hidden" });
  });
});

describe("reference", () => {
  test("the reference begins with a first screen of what every call needs", async () => {
    const page = await site.visit("index.html", { viewport: { width: 1440, height: 900 } });
    const opening = page.locator("section").first();
    for (const part of ["dd", ".routes tr:last-child", ".request", ".try"])
      await expectInView(opening.locator(part).last());
  });

  test("the reference changes its theme with a button, and remembers it before anything is shown", async () => {
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

  test("the reference copies a path and the base URL, and says so", async () => {
    const page = await site.visit("index.html", { permissions: ["clipboard-read", "clipboard-write"] });
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    const button = page.getByRole("button", { name: /(Copy|Copied) Base URL/ });
    // The second click comes before the button is called Copy again.
    for (const _ of [1, 2]) await button.click();
    await expect.poll(clipboard).toBe(defaultServer);
    await page.getByRole("button", { name: "Copied Base URL" }).waitFor();
    await page.getByRole("button", { name: "Copy Base URL" }).waitFor();
    const section = page.locator("section", { has: page.locator('[id="/webhooks/getwebhook"]') });
    await section.getByRole("button", { name: "Copy the path" }).click();
    await expect.poll(clipboard).toBe(operations.getWebhook.path);
  });

  test("the reference selects what Copy would copy, where a page may not use the clipboard", async () => {
    const page = await site.open();
    await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    await page.goto(site.url);
    await page.getByRole("button", { name: "Copy Base URL" }).click();
    await page.getByRole("button", { name: "Press Ctrl+C" }).waitFor();
    expect(await page.evaluate(() => String(getSelection()))).toBe(defaultServer);
  });

  test("the reference keeps the words of its controls out of a text that is selected", async () => {
    const page = await site.visit("index.html");
    const selected = await page.evaluate(() => {
      getSelection()?.selectAllChildren(document.querySelector("main") ?? document.body);
      return String(getSelection());
    });
    expect(selected).toContain("curl http");
    const words = selected.split(/[\n\t]/).map((line) => line.trim());
    for (const control of ["Copy", "Try it", "Send", "TypeScript"]) expect(words).not.toContain(control);
  });

  test("the reference folds its menu on a phone, with and without scripts, and closes it when a link is followed", async () => {
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
    "the reference shows samples in the chosen language and of the chosen body, with scripts: %s",
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

  test("the reference shows all samples in the language that was chosen for one, also after a reload", async () => {
    const page = await site.visit("index.html");
    await page.locator(".request").first().getByText("Go", { exact: true }).click();
    const shown = () => page.locator(".request pre").filter({ visible: true }).allTextContents();
    for (const reload of [false, true]) {
      if (reload) await page.reload();
      await expect.poll(async () => (await shown()).every((sample) => sample.startsWith("package main"))).toBe(true);
    }
  });

  test("the reference prints every operation", async () => {
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

test("the contents mark the last chapter that a link led to, although it cannot scroll to the top", async () => {
  const page = await site.visit("guides/integration.html", { viewport: { width: 1440, height: 900 } });
  const link = (name: string) => page.locator("#menu .contents").getByRole("link", { name });
  for (const name of ["Before you go live", "When a new version of the contract is released", "Before you go live"]) {
    await link(name).click();
    await expect.poll(() => link(name).getAttribute("aria-current")).toBe("true");
  }
});

test("code is written from left to right, also in a page in which lines run from right to left", async () => {
  const page = await site.visit("index.html");
  await page.locator(".route").nth(2).getByRole("button", { name: "Try it" }).click();
  await page.locator("form textarea").waitFor();
  const others = await page.evaluate(() => {
    document.documentElement.dir = "rtl";
    const code = [...document.querySelectorAll("pre, code, form :is(input, select, textarea)")];
    return code.filter((element) => getComputedStyle(element).direction !== "ltr").length;
  });
  expect(others).toBe(0);
});

/** How much of the picture of an element is not of the colour of its corner. */
async function inkOf(element: Locator): Promise<number> {
  const picture = (await element.screenshot()).toString("base64");
  return element.page().evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
    context?.drawImage(image, 0, 0);
    const bytes = context?.getImageData(0, 0, image.width, image.height).data ?? [];
    const pixels = Array.from({ length: bytes.length / 4 }, (_, index) => bytes.slice(4 * index, 4 * index + 3).join());
    return pixels.filter((pixel) => pixel !== pixels[0]).length / pixels.length;
  }, picture);
}

test.each(["light", "dark"] as const)(
  "with forced colours, %s, everything can be read, and what is chosen is marked",
  async (colorScheme) => {
    const page = await site.visit("index.html", { forcedColors: "active", colorScheme });
    const tab = page.locator(".request label:has(:checked)").first();
    expect(await tab.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe("solid");
    await page.getByRole("button", { name: "Send" }).click();
    await page.locator(".answer .success").waitFor();
    const isRead = async (texts: readonly string[]) => {
      for (const text of texts)
        expect(await inkOf(page.locator(text).filter({ visible: true, hasText: /./ }).first()), text).toBeGreaterThan(
          0.05,
        );
    };
    await isRead([
      "h1",
      ".home b",
      "#menu [aria-current] span",
      ".start a",
      ".method",
      ".try",
      "i.s",
      "i.n",
      ".success",
    ]);
    await page.keyboard.press("/");
    await page.keyboard.type("topic");
    await isRead(["search mark", "search small", "search p"]);
  },
);
