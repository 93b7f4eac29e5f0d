import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { operationsOf, readContract } from "../contract/contract.js";
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
});

describe("a link leads", () => {
  test.each([true, false])(
    "to each field, also to one in a closed schema, with scripts: %s",
    async (javaScriptEnabled) => {
      for (const link of FIELD_LINKS) {
        const page = await site.visit(`#${link}`, { javaScriptEnabled });
        const field = page.locator(`[id="${link}"]`);
        await expectInView(field);
        expect(await field.isVisible()).toBe(true);
        await page.close();
      }
    },
  );

  test.each(["index.html", "redoc.html"])("to the same operation in %s", async (name) => {
    const page = await site.visit(`${name}#/webhooks/deletewebhook`);
    const heading = page.locator("#redoc, main").getByRole("heading", { name: "Delete webhook" }).first();
    await expectInView(heading);
    expect((await heading.boundingBox())?.y).toBeLessThan(200);
  });

  test("to the chapter, when it is Redoc's and names a part that has no place of its own", async () => {
    const page = await site.visit("#/webhooks/deletewebhook/responses");
    await expectInView(page.locator('[id="/webhooks/deletewebhook"]'));
  });

  test("from a mark of what is open to its row in the table, where the sentence is said on the way", async () => {
    const page = await site.visit("#/resources/webhook");
    const mark = page.locator('[id="/resources/webhook/topic"] .open');
    await mark.hover();
    expect(await mark.innerText()).toContain("the complete list of allowed topics");
    await mark.click();
    await expectInView(page.getByRole("row", { name: /^The complete list of allowed topics/ }));
  });
});

test.each(PAGES)(
  "%s scrolls in one direction only, on any screen and in large letters, and cuts off nothing",
  async (name) => {
    const page = await site.visit(name);
    for (const [width, size] of [[1440], [1200], [1024], [768], [390], [320], [360, "200%"]] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.locator("html").evaluate((html, fontSize) => Object.assign(html.style, { fontSize }), size ?? "");
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
  },
);

test("the reference prints on white and on fewer than 15 pages: nothing scrolls, and what is closed is open", async () => {
  const page = await site.visit("index.html", { colorScheme: "dark", viewport: { width: 718, height: 1000 } });
  await page.emulateMedia({ media: "print" });
  for (const place of ["body", ".panel"]) {
    const colour = await page
      .locator(place)
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(Number(colour.match(/\d+/)?.[0]), place).toBeGreaterThan(240);
  }
  const cut = await page
    .locator("main :is(pre, table, .aside)")
    .evaluateAll((all) => all.filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1).length);
  expect(cut).toBe(0);
  const printed = await page.locator("main").innerText();
  for (const { path } of operationsOf(readContract())) expect(printed).toContain(path);
  const closed = page.locator('[id="/webhooks/getwebhook/200/webhook/created_at"]');
  expect((await closed.boundingBox())?.height).toBeGreaterThan(10);
  const pages = (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type \/Page\b/g) ?? [];
  expect(pages.length).toBeGreaterThan(3);
  expect(pages.length).toBeLessThan(15);
});
