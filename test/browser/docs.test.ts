import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { at, keysAt, operationsOf, readContract } from "../contract/contract.js";
import { FIELD_LINKS, PAGES } from "../docs/pages.js";
import { docsSite, expectInView } from "./docs-site.js";

const site = docsSite();

test("the proxy sees a page's requests to other hosts", async () => {
  const page = await site.open();
  await page.goto("http://elsewhere.example/").catch(() => undefined);
  expect(site.foreign).toEqual(["http://elsewhere.example/"]);
});

describe.each(["a static host", "the disk"])("from %s", (place) => {
  const root = () => (place === "the disk" ? pathToFileURL(join(site.folder, "/")).href : `${site.url}/`);

  test.each([...PAGES, "redoc.html"])("%s loads nothing from other hosts, and logs no error", async (name) => {
    const page = await site.open();
    await page.goto(`${root()}${name}`);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await page.waitForLoadState("networkidle");
    expect(site.foreign).toEqual([]);
    // Redoc's page names no icon, so that the browser asks the static host for one.
    expect(site.errors.filter((error) => name !== "redoc.html" || !error.includes("404"))).toEqual([]);
  });

  test("a link to the page that the reference had before leads to the same place", async () => {
    const page = await site.open();
    await page.goto(`${root()}reference.html#/webhooks/deletewebhook`);
    await page.waitForURL(`${root()}index.html#/webhooks/deletewebhook`);
    await expectInView(page.locator('[id="/webhooks/deletewebhook"]'));
  });
});

test("without scripts, the page that the reference had before leads to the reference", async () => {
  const page = await site.visit("reference.html", { javaScriptEnabled: false });
  await page.waitForURL(`${site.url}/index.html`);
});

describe("the page by Redoc", () => {
  const contract = readContract();
  const headingOf = (page: Page, title: string) =>
    page.locator("#redoc").getByRole("heading").filter({ hasText: title });

  test.each(operationsOf(contract).map(({ id, pointer }) => [id, pointer]))("opens %s", async (id, pointer) => {
    const { tags, summary } = Object(at(contract, pointer));
    const page = await site.visit(`redoc.html#/${tags[0].toLowerCase()}/${id.toLowerCase()}`);
    await expectInView(headingOf(page, summary).first());
    expect(site.foreign).toEqual([]);
  });

  test.each(keysAt(contract, "/components/schemas"))("opens the schema %s", async (name) => {
    const page = await site.visit(`redoc.html#/resources/${name.toLowerCase()}`);
    await expectInView(headingOf(page, name).last());
  });
});

describe("a deep link of Redoc's leads to the same place of the reference:", () => {
  test.each(FIELD_LINKS)("%s", async (link) => {
    const page = await site.visit(`#${link}`);
    await expectInView(page.locator(`[id="${link}"]`));
  });

  test("a part of a chapter that has no place of its own leads to the chapter", async () => {
    const page = await site.visit("#/webhooks/deletewebhook/responses");
    await expectInView(page.locator('[id="/webhooks/deletewebhook"]'));
  });
});

describe.each(PAGES)("%s", (name) => {
  test("scrolls in one direction only, on any screen and in large letters, and cuts off nothing", async () => {
    const page = await site.visit(name);
    for (const [width, size] of [[1440], [1200], [1024], [768], [390], [360], [320], [360, "200%"]] as const) {
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

  test("has at most 90 characters on a line of text", async () => {
    const page = await site.visit(name, { viewport: { width: 1920, height: 1000 } });
    const longest = await page.locator("main :is(p, li, dd)").evaluateAll((all) => {
      const lines = all
        .filter((element) => !element.closest(".panel, table") && element.checkVisibility())
        .map((element) => {
          const style = getComputedStyle(element);
          const range = document.createRange();
          range.selectNodeContents(element);
          const heights = new Set(
            [...range.getClientRects()].map(({ bottom }) => Math.round(bottom / parseFloat(style.lineHeight))),
          );
          return (element.textContent?.length ?? 0) / Math.max(1, heights.size);
        });
      return Math.max(...lines);
    });
    expect(longest).toBeLessThanOrEqual(90);
  });
});

test("the reference prints completely and on white: no text scrolls or is hidden, in the dark scheme either", async () => {
  const page = await site.visit("index.html", { colorScheme: "dark" });
  const main = page.locator("main");
  const shown = await main.innerText();
  await page.emulateMedia({ media: "print" });
  for (const place of ["body", ".panel"]) {
    const paper = page.locator(place).first();
    const luminance = await paper.evaluate((element) => getComputedStyle(element).backgroundColor.match(/\d+/g)?.[0]);
    expect(Number(luminance), place).toBeGreaterThan(240);
  }
  const cut = await page
    .locator("main :is(pre, table, .aside)")
    .evaluateAll((all) => all.filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1).length);
  expect(cut).toBe(0);
  const printed = await main.innerText();
  for (const { path } of operationsOf(readContract())) expect(printed).toContain(path);
  expect(printed.length).toBeGreaterThan(shown.length * 0.9);
  expect((await page.pdf()).length).toBeGreaterThan(10_000);
});
