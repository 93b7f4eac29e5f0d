import { copyFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { operations } from "../../generated/contract.js";
import { operationsOf, readContract } from "../contract/contract.js";
import { PAGES } from "../docs/pages.js";
import { startWebServer } from "../servers/web.js";
import { docsSite, expectInView } from "./docs-site.js";

/** Deep links to a field of a request, to a parameter, to a field of an answer, and to one of a resource. */
const FIELD_LINKS = [
  "/webhooks/createwebhook/body/webhook/address",
  "/webhooks/listwebhooks/query/limit",
  `/webhooks/listwebhooks/${operations.listWebhooks.status}/webhooks[]/id`,
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

describe("a link in another spelling leads", () => {
  test.each([
    ["the id of an operation", "#createWebhook", "#/webhooks/createwebhook"],
    ["Redoc's old links", "#operation/createWebhook", "#/webhooks/createwebhook"],
    ["Swagger UI's", "#/Webhooks/createWebhook", "#/webhooks/createwebhook"],
    ["Swagger UI's elements", "#operations-Webhooks-createWebhook", "#/webhooks/createwebhook"],
    ["Elements'", "#/operations/createWebhook", "#/webhooks/createwebhook"],
    ["Redoc's", "#tag/Webhooks/operation/createWebhook", "#/webhooks/createwebhook"],
    ["Scalar's", `#tag/webhooks/DELETE${operations.deleteWebhook.path}`, "#/webhooks/deletewebhook"],
    ["a title in small letters", "#create-webhook", "#/webhooks/createwebhook"],
    ["a tag", "#tag/Webhooks", "#/webhooks"],
    ["a chapter", "#section/Authentication", "#/section/authentication"],
    ["a schema that is called like a tag", "#schemas/OAuth", "#/resources/oauth"],
  ])("to its place, on the first visit and later: %s", async (_, spelling, place) => {
    const page = await site.visit(spelling);
    const isThere = async () => {
      await expect.poll(() => new URL(page.url()).hash).toBe(place);
      await expectInView(page.locator(`[id="${place.slice(1)}"]`));
    };
    await isThere();
    await page.goto(`${site.url}/#/`);
    await page.evaluate((hash) => location.assign(hash), spelling);
    await isThere();
  });

  test.each(["#nowhere", "#%zz"])("to a quiet note, if it leads nowhere: %s", async (hash) => {
    const page = await site.visit(hash);
    const note = page.getByText(`There is no “${hash}” on this page.`);
    await expectInView(note);
    await page.evaluate(() => location.assign("#/webhooks"));
    await note.waitFor({ state: "hidden" });
    expect(site.errors).toEqual([]);
  });
});

describe.each([1440, 1024, 390])("%i px wide, the place of a reader is kept", (width) => {
  test.each(PAGES)("in %s by a reload, and on the way back", async (name) => {
    const page = await site.visit(name, { viewport: { width, height: 900 } });
    const place = () => page.evaluate(() => Math.round(scrollY));
    for (const part of [0.3, 0.8]) {
      await page.evaluate((share) => scrollTo(0, share * (document.documentElement.scrollHeight - innerHeight)), part);
      const before = await place();
      await page.reload();
      await expect.poll(place).toBe(before);
      await page.goto(`${site.url}/llms.txt`);
      await page.goBack();
      await expect.poll(place).toBe(before);
    }
  });
});

test("a page that was saved alone can be read, and says at the search and at Send what is missing", async () => {
  const folder = await mkdtemp(join(tmpdir(), "saved-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await copyFile(join(site.folder, "index.html"), join(folder, "index.html"));
  const page = await site.open();
  await page.goto(pathToFileURL(join(folder, "index.html")).href);
  await page.keyboard.press("/");
  await page.keyboard.type("webhook");
  await expectInView(page.locator("search").getByText("This requires the file search.js"));
  await page.getByRole("button", { name: "Send" }).first().click();
  await expectInView(page.getByText("This requires the file try-it.js").first());
  const chapter = page.locator("section", { has: page.locator('[data-operation="getWebhook"]') });
  await chapter.getByText("Try it", { exact: true }).click();
  await chapter.locator("form").getByRole("button", { name: "Send" }).click();
  await expectInView(chapter.getByText("This requires the file try-it.js"));
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
  // On paper, nobody can choose another language.
  expect(await page.getByRole("radiogroup", { name: "Language" }).count()).toBe(0);
  const closed = page.locator(`[id="/webhooks/getwebhook/${operations.getWebhook.status}/webhook/created_at"]`);
  expect((await closed.boundingBox())?.height).toBeGreaterThan(10);
  const pages = (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type \/Page\b/g) ?? [];
  // Close together, so that no page is wasted, and nothing is missing.
  const perPage = printed.length / pages.length;
  expect(perPage).toBeGreaterThan(1750);
  expect(perPage).toBeLessThan(4000);
});
