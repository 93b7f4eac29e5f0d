import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { operationsOf, readContract } from "../contract/contract.js";
import { docsSite, expectInView } from "./docs-site.js";

const operations = operationsOf(readContract());
const site = docsSite();

/** The chapter of an operation, with its form, its samples and its answers. */
const chapterOf = (page: Page, operation: string) =>
  page.locator("section", { has: page.locator(`details[data-operation="${operation}"]`) });

/** Opens the form of an operation. */
async function openForm(page: Page, operation: string) {
  const chapter = chapterOf(page, operation);
  const send = chapter.getByRole("button", { name: "Send" });
  if (!(await send.isVisible())) await chapter.getByText("Try it", { exact: true }).click();
  await send.waitFor();
  const folded = chapter.locator("form details:not([open]) > summary");
  if (await folded.isVisible()) await folded.click();
  return chapter;
}

async function sendForm(page: Page, operation: string) {
  const chapter = await openForm(page, operation);
  await chapter.getByRole("button", { name: "Send" }).click();
  await chapter.locator(".answer").waitFor();
  return chapter;
}

/** Opens a form in a page of its own. */
async function visit(operation: string, options: BrowserContextOptions = {}) {
  const page = await site.visit("", options);
  return { page, chapter: await openForm(page, operation) };
}

test.each(["a static host", "the disk"])(
  "from %s, each operation is answered in the page, with no request to any host",
  async (place) => {
    const root = place === "the disk" ? pathToFileURL(join(site.folder, "/index.html")).href : `${site.url}/`;
    const page = await site.open();
    const requests: string[] = [];
    await page.goto(root);
    page.on("request", (request) => requests.push(request.url()));
    for (const { id } of operations) {
      const chapter = await sendForm(page, id);
      expect(await chapter.getByRole("status").innerText(), id).toMatch(
        /^200 OK\s+\d+ ms, from the sandbox in this page$/,
      );
    }
    expect(requests).toEqual([]);
    expect(site.foreign).toEqual([]);
    expect(site.errors).toEqual([]);
  },
);

describe("the form", () => {
  test("shows what is required, and folds what may be left out, with the token", async () => {
    const page = await site.visit("");
    const chapter = chapterOf(page, "createWebhook");
    await chapter.getByText("Try it", { exact: true }).click();
    for (const name of ["topic", "address"]) await chapter.getByLabel(name).waitFor();
    expect(await chapter.getByLabel("X-Service-Access-Token").isVisible()).toBe(false);
    await chapter.getByText(/^More: format, .*, X-Service-Access-Token$/).click();
    expect(await chapter.getByLabel("X-Service-Access-Token").isVisible()).toBe(true);
  });

  test("starts with the contract's example, and offers the others, which the sample shows too", async () => {
    const { chapter } = await visit("createWebhook");
    const sample = chapter.locator(".request pre").filter({ visible: true });
    expect(await chapter.getByLabel("topic").inputValue()).toBe("customers/create");
    await chapter.getByLabel("Fill in an example").selectOption("Every field that the body may have");
    expect(await chapter.getByLabel("app_id").inputValue()).toBe("42");
    expect(await sample.innerText()).toContain('"app_id": 42');
    await chapter.locator(".request").getByText("Only the required fields").click();
    expect(await chapter.getByLabel("app_id").inputValue()).toBe("");
  });

  test("shows the typed values in all samples, in colour and ready to copy", async () => {
    const { chapter, page } = await visit("getWebhook", { permissions: ["clipboard-read", "clipboard-write"] });
    await chapter.getByLabel("id", { exact: true }).fill("1002");
    const panel = chapter.locator(".request");
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await panel.getByRole("button", { name: /^Copy/ }).click();
    await expect.poll(clipboard).toMatch(/^curl --request GET \\\n {2}http:\/\/127\.0\.0\.1:4010\/\S+\/1002 \\\n/);
    expect(await panel.locator(".curl i").count()).toBeGreaterThan(1);
    await panel.getByText("TypeScript", { exact: true }).click();
    await panel.getByRole("button", { name: /^Cop/ }).click();
    await expect.poll(clipboard).toContain("service.webhooks.get(1002)");
  });

  test.each([1440, 768, 360])("shows its answer in view, in colour, %i px wide", async (width) => {
    const { chapter, page } = await visit("createWebhook", { viewport: { width, height: 900 } });
    await chapter.getByRole("button", { name: "Send" }).click();
    const answer = chapter.locator(".answer");
    await expectInView(answer.getByText("200 OK"));
    await expectInView(answer.locator("pre").first());
    const isNextToText = (await chapter.locator(".aside .answer").count()) === 1;
    expect(isNextToText).toBe(width >= 1200);
    expect(await answer.locator("pre i.a").count()).toBeGreaterThan(3);
    const colour = (part: string) =>
      answer
        .locator(part)
        .first()
        .evaluate((each) => getComputedStyle(each).color);
    expect(await colour(".success")).not.toBe(await colour("pre"));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });

  test("says what is wrong with a field in words, without a regular expression", async () => {
    const { chapter } = await visit("createWebhook");
    await chapter.getByLabel("topic").fill("nothing");
    const said = await chapter.locator(".error").filter({ visible: true }).allInnerTexts();
    expect(said).toEqual(["topic must look like orders/create"]);
  });

  test("lists in one form what another has created, as a table, until the sandbox is reset", async () => {
    const { page, chapter } = await visit("createWebhook");
    await chapter.getByLabel("topic").fill("lamps/light");
    await chapter.getByRole("button", { name: "Send" }).click();
    await chapter.getByText("200 OK").waitFor();
    const list = await sendForm(page, "listWebhooks");
    await list.locator(".answer pre").getByText("lamps/light").first().waitFor();
    await list.getByText("The sandbox holds webhooks: 3").click();
    const rows = list.locator(".answer tbody tr");
    expect(await rows.count()).toBe(3);
    expect(await rows.filter({ hasText: "lamps/light" }).locator("td").count()).toBe(6);
    await list.getByRole("button", { name: "Reset the sandbox" }).click();
    expect(await page.locator(".answer").count()).toBe(0);
    await sendForm(page, "listWebhooks");
    await list.getByText("The sandbox holds webhooks: 2").waitFor();
  });

  test("shows the delivery that it triggered, which is not sent", async () => {
    const { page } = await visit("deliverWebhook");
    const chapter = await sendForm(page, "deliverWebhook");
    await chapter.getByText("Deliveries, recorded and not sent: 1").click();
    await chapter.getByText("POST https://lantern-books.example/hooks/orders").waitFor();
  });

  test("puts no token and no secret into samples or storage", async () => {
    const { chapter, page } = await visit("createWebhook");
    await chapter.getByLabel("X-Service-Access-Token").fill("my-token");
    await chapter.getByLabel("secret", { exact: true }).fill("my-secret");
    await sendForm(page, "createWebhook");
    const shown = await chapter.locator("pre").allTextContents();
    expect(shown.length).toBeGreaterThan(3);
    expect(shown.join()).not.toMatch(/my-(token|secret)/);
    expect(shown.join()).toContain("<SIGNING_SECRET>");
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));
    expect(stored).not.toMatch(/my-(token|secret)/);
    expect(site.foreign).toEqual([]);
  });

  test.each([
    ["no token", "", "401 Unauthorized"],
    ["a token that a header cannot hold", "токен", "Not sent"],
  ])("with %s says what happened, and no longer shows the answer before", async (_, token, said) => {
    const { chapter, page } = await visit("listWebhooks");
    await sendForm(page, "listWebhooks");
    await chapter.getByLabel("X-Service-Access-Token").fill(token);
    await chapter.getByRole("button", { name: "Send" }).click();
    await chapter.locator(".failure").getByText(said).waitFor();
    expect(await chapter.getByText("200 OK").count()).toBe(0);
    expect(await chapter.locator(".answer > div > pre").allInnerTexts()).not.toContainEqual(
      expect.stringContaining('"webhooks"'),
    );
    expect(site.errors).toEqual([]);
  });

  test("shares its token with the other forms", async () => {
    const { chapter, page } = await visit("listWebhooks");
    const other = await openForm(page, "createWebhook");
    await chapter.getByLabel("X-Service-Access-Token").fill("another");
    expect(await other.getByLabel("X-Service-Access-Token").inputValue()).toBe("another");
  });

  test("sends no text that is not JSON", async () => {
    const { chapter } = await visit("exchangeAccessToken");
    await chapter.getByLabel("body", { exact: true }).fill("{bad");
    await chapter.getByRole("button", { name: "Send" }).click();
    await chapter.locator(".answer").getByText("body must be JSON").waitFor();
    expect(await chapter.locator(".failure").innerText()).toBe("Not sent");
  });

  test("says in view when an answer comes from an example", async () => {
    const { page } = await visit("exchangeAccessToken");
    const chapter = await sendForm(page, "exchangeAccessToken");
    expect(await chapter.getByText(/^The sandbox says: .*example/).isVisible()).toBe(true);
  });

  test("says its own outcome in a few words, and leaves other answers as they are", async () => {
    const { chapter, page } = await visit("listWebhooks");
    await sendForm(page, "listWebhooks");
    await chapter.getByText("Headers", { exact: true }).click();
    const before = await chapter.getByRole("status").innerText();
    const create = await sendForm(page, "createWebhook");
    await chapter.getByText("The sandbox holds webhooks: 3").waitFor();
    expect(await chapter.getByRole("status").innerText()).toBe(before);
    expect(await chapter.getByText("content-type: application/json").first().isVisible()).toBe(true);
    expect(await create.getByRole("status").innerText()).toMatch(/^200 OK/);
  });

  test("works with only the keyboard", async () => {
    const page = await site.visit("");
    const focused = () =>
      page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.textContent}`);
    const summary = chapterOf(page, "getWebhook").locator("summary").first();
    await summary.focus();
    expect(await focused()).toBe("SUMMARY Try it");
    await page.keyboard.press("Enter");
    await chapterOf(page, "getWebhook").locator("form").waitFor();
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("INPUT ");
    await page.keyboard.type("1001");
    await page.keyboard.press("Enter");
    await chapterOf(page, "getWebhook").locator(".answer").waitFor();
  });
});
