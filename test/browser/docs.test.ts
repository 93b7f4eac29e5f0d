import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { operationsOf, readContract } from "../contract/contract.js";
import { PAGES } from "../docs/pages.js";
import { docsSite, expectInView } from "./docs-site.js";

/** Deep links to a field of a request, to a parameter, to a field of an answer, and to one of a resource. */
const FIELD_LINKS = [
  "/webhooks/createwebhook/body/webhook/address",
  "/webhooks/listwebhooks/query/limit",
  "/webhooks/listwebhooks/200/webhooks[]/id",
  "/resources/webhook/topic",
];

const site = docsSite();

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

describe("a link leads", () => {
  test("without scripts to each field, also to one in a closed schema", async () => {
    for (const link of FIELD_LINKS) {
      const page = await site.visit(`#${link}`, { javaScriptEnabled: false });
      const field = page.locator(`[id="${link}"]`);
      await expectInView(field);
      expect(await field.isVisible()).toBe(true);
      await page.close();
    }
  });

  test.each(["index.html", "redoc.html"])("to the same operation in %s", async (name) => {
    const page = await site.visit(`${name}#/webhooks/deletewebhook`);
    const heading = page.locator("#redoc, main").getByRole("heading", { name: "Delete webhook" }).first();
    await expectInView(heading);
    expect((await heading.boundingBox())?.y).toBeLessThan(200);
  });
});

test.each(PAGES)("%s is read on a phone without scrolling sideways", async (name) => {
  const page = await site.visit(name, { viewport: { width: 320, height: 900 } });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test("the reference prints every operation, with what is closed on the screen", async () => {
  const page = await site.visit("index.html", { colorScheme: "dark", viewport: { width: 718, height: 1000 } });
  await page.emulateMedia({ media: "print" });
  const printed = await page.locator("main").innerText();
  for (const { path } of operationsOf(readContract())) expect(printed).toContain(path);
  const closed = page.locator('[id="/webhooks/getwebhook/200/webhook/created_at"]');
  expect((await closed.boundingBox())?.height).toBeGreaterThan(10);
  const pages = (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type \/Page\b/g) ?? [];
  expect(pages.length).toBeGreaterThan(3);
  expect(pages.length).toBeLessThan(15);
});
