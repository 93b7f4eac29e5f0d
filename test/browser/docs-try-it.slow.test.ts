import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { accessToken, operations } from "../../generated/contract.js";
import { REASONS } from "../../tools/docs/reasons.js";
import { CREATED, isRefusalDeclared, orders, refused } from "../sandbox/transports.js";
import { docsSite, expectInView } from "./docs-site.js";

const site = docsSite();

/** The chapter of an operation, with its form, its samples and its answers. */
const chapterOf = (page: Page, operation: string) =>
  page.locator("section", { has: page.locator(`details[data-operation="${operation}"]`) });

async function openForm(page: Page, operation: string): Promise<Locator> {
  const chapter = chapterOf(page, operation);
  await chapter.getByText("Try it", { exact: true }).click();
  return chapter;
}

/** A status as the page shows it. */
const named = (status: number) => `${status} ${REASONS[status]}`;

/** Opens a form in a page of its own. */
async function visit(operation: string, options: BrowserContextOptions = {}) {
  const page = await site.visit("", options);
  return { page, chapter: await openForm(page, operation) };
}

/** Sends what the form of a chapter has, and waits for its answer. */
async function send(chapter: Locator): Promise<Locator> {
  await chapter.getByRole("button", { name: "Send" }).click();
  const answer = chapter.locator(".answer");
  await answer.waitFor();
  return answer;
}

const bodyOf = (chapter: Locator) => chapter.getByRole("textbox", { name: "Body" });

const subscription = (topic: string) => JSON.stringify({ webhook: { topic, address: "https://a.example/hooks" } });

test.each(["a static host", "the disk"])(
  "from %s, each operation is answered in the page, with no request to any host",
  async (place) => {
    const root = place === "the disk" ? pathToFileURL(join(site.folder, "/index.html")).href : `${site.url}/`;
    const page = await site.open();
    const requests: string[] = [];
    await page.goto(root);
    await page.waitForLoadState("networkidle");
    page.on("request", (request) => requests.push(request.url()));
    for (const { id, status } of Object.values(operations)) {
      const answer = await send(await openForm(page, id));
      const said = new RegExp(`^${named(status)}\\s+\\d+ ms, from the sandbox in this page$`);
      expect(await answer.getByRole("status").innerText(), id).toMatch(said);
    }
    expect(requests).toEqual([]);
    expect(site.foreign).toEqual([]);
    expect(site.errors).toEqual([]);
  },
);

test("the sample of the opening is sent from there", async () => {
  const page = await site.visit("");
  const opening = page.locator("section").first();
  await opening.getByRole("button", { name: "Send" }).click();
  await expectInView(opening.getByText(named(operations.listWebhooks.status)));
  await opening.getByText("Subscriptions in the sandbox: 2").waitFor();
});

test("what is sent before the page can answer it is answered then", async () => {
  const page = await site.open();
  let answer = () => {};
  const isClicked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/try-it.js", async (route) => {
    await isClicked;
    await route.continue();
  });
  await page.goto(site.url, { waitUntil: "load" });
  const form = chapterOf(page, "createWebhook");
  await form.getByText("Try it", { exact: true }).click();
  await form.getByRole("button", { name: "Send" }).click();
  answer();
  await form.getByText(named(CREATED)).waitFor();
  expect(site.errors).toEqual([]);
});

describe("the form", () => {
  test("creates one subscription when Send is clicked three times, and another one of another body", async () => {
    const { chapter } = await visit("createWebhook");
    const button = chapter.getByRole("button", { name: "Send" });
    await button.click({ clickCount: 3, delay: 100 });
    await chapter.getByText("Subscriptions in the sandbox: 3").waitFor();
    await bodyOf(chapter).fill(subscription("lamps/light"));
    await button.click();
    await chapter.getByText("Subscriptions in the sandbox: 4").waitFor();
  });

  test("says of a body that is not JSON yet which request the sample shows", async () => {
    const { chapter } = await visit("createWebhook");
    await bodyOf(chapter).fill("{");
    await chapter.locator(".request").getByText("The body is not JSON yet").waitFor();
    await bodyOf(chapter).fill(subscription("lamps/light"));
    await chapter.locator(".request").getByText("This shows the body of the form.").waitFor();
    await chapter.locator(".request label").filter({ visible: true }).last().click();
    await chapter.locator(".request [role=status]:empty").waitFor({ state: "attached" });
  });

  test("stays as wide as it is, however long a value is", async () => {
    const { chapter } = await visit("createWebhook", { viewport: { width: 320, height: 700 } });
    const form = chapter.locator("form");
    const { x: left = 0, width: wide = 0 } = (await form.boundingBox()) ?? {};
    for (const field of await form.locator("textarea, input").all()) {
      await field.fill("x".repeat(300));
      const { x = 0, width = Infinity } = (await field.boundingBox()) ?? {};
      expect(x + width).toBeLessThan(left + wide);
    }
  });

  test("starts with the contract's example, and offers the others, which the sample shows too", async () => {
    const { chapter } = await visit("createWebhook");
    const sample = chapter.locator(".request pre").filter({ visible: true });
    expect(await bodyOf(chapter).inputValue()).toContain('"topic": "customers/create"');
    await chapter.getByLabel("Fill in an example").selectOption("Every field that the body may have");
    expect(await bodyOf(chapter).inputValue()).toContain('"app_id": 42');
    expect(await sample.innerText()).toContain('"app_id": 42');
    await chapter.locator(".request").getByText("Only the required fields").click();
    expect(await bodyOf(chapter).inputValue()).not.toContain("app_id");
  });

  test("shows the typed values in the samples of all languages, in colour and ready to copy", async () => {
    const { chapter, page } = await visit("getWebhook", { permissions: ["clipboard-read", "clipboard-write"] });
    await chapter.getByLabel("id", { exact: true }).fill("1002");
    const panel = chapter.locator(".request");
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    for (const [language, said] of [
      ["curl", /^curl http:\/\/127\.0\.0\.1:4010\/\S+\/1002 \\\n/],
      ["TypeScript", /service\.webhooks\.get\(1002\)/],
      ["Python", /"http:\S+\/1002",\n/],
      ["Go", /url := "http:\S+\/1002"\n/],
    ] as const) {
      await panel.getByText(language, { exact: true }).click();
      expect(await panel.locator(`.${language.toLowerCase()} i`).count()).toBeGreaterThan(1);
      await panel.getByRole("button", { name: /^Cop/ }).click();
      await expect.poll(clipboard).toMatch(said);
    }
  });

  test("sends no request without the id that its path requires", async () => {
    const { page, chapter } = await visit("getWebhook");
    await chapter.getByLabel("id", { exact: true }).fill("");
    await chapter.getByRole("button", { name: "Send" }).click();
    expect(await chapter.locator("input:focus").getAttribute("name")).toBe("path.id");
    expect(await page.locator(".answer").count()).toBe(0);
  });

  test("shares its token with the other forms, and puts neither it nor a secret into samples or storage", async () => {
    const { chapter, page } = await visit("createWebhook");
    const other = await openForm(page, "listWebhooks");
    await chapter.getByLabel(accessToken.header).fill("my-token");
    const openedLater = await openForm(page, "getWebhook");
    for (const form of [other, openedLater]) {
      expect(await form.getByLabel(accessToken.header).inputValue()).toBe("my-token");
    }
    const webhook = { ...orders, address: "https://a.example", secret: "my-secret" };
    await bodyOf(chapter).fill(JSON.stringify({ webhook }));
    await send(chapter);
    const samples = (await chapter.locator(".request pre").allTextContents()).join();
    expect(samples).toContain("<SIGNING_SECRET>");
    expect(samples).not.toMatch(/my-(token|secret)/);
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));
    expect(stored).not.toMatch(/my-(token|secret)/);
  });
});

describe("the answer", () => {
  test("is in view, with the new subscription below it, and says so while the form has another request", async () => {
    const { chapter } = await visit("createWebhook", { viewport: { width: 360, height: 900 } });
    const answer = await send(chapter);
    await expectInView(answer.getByText(named(CREATED)));
    expect(await chapter.page().evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect(await answer.getByRole("row", { name: /1003 new/ }).innerText()).toContain("customers/create");
    const sent = await bodyOf(chapter).inputValue();
    await bodyOf(chapter).fill(subscription("lamps/light"));
    await answer.getByRole("status").getByText("This answers an earlier request.").waitFor();
    await bodyOf(chapter).fill(sent);
    await answer.getByRole("status").getByText("from the sandbox in this page").waitFor();
  });

  test("in one form shows what another has created, until the sandbox is reset", async () => {
    const { page, chapter } = await visit("createWebhook");
    await bodyOf(chapter).fill(subscription("lamps/light"));
    await send(chapter);
    const list = await openForm(page, "listWebhooks");
    const answer = await send(list);
    await answer.locator("pre").getByText("lamps/light").first().waitFor();
    await answer.getByText("Subscriptions in the sandbox: 3").waitFor();
    await list.getByRole("button", { name: "Reset the sandbox" }).click();
    await answer.getByRole("status").getByText("The sandbox is as it began.").waitFor();
    await answer.getByText("Subscriptions in the sandbox: 2").waitFor();
    expect(await page.locator(".answer").count()).toBe(1);
  });

  test("says which field of a subscription was changed, and which subscription is gone", async () => {
    const { page, chapter } = await visit("updateWebhook");
    await bodyOf(chapter).fill(subscription("orders/create"));
    await (await send(chapter)).getByText("1001 changed: address").waitFor();
    const answer = await send(await openForm(page, "deleteWebhook"));
    await answer.getByText("1001 deleted").waitFor();
  });

  test("shows the delivery that it triggered, which is not sent", async () => {
    const { chapter } = await visit("deliverWebhook");
    const answer = await send(chapter);
    await answer.getByText("Deliveries, recorded and not sent: 1").click();
    await answer.getByText("POST https://lantern-books.example/hooks/orders").waitFor();
    expect(site.foreign).toEqual([]);
  });

  test.each([
    ["no token", "", named(401)],
    ["a token that a header cannot hold", "токен", "Not sent"],
  ])("to %s says what happened, and no longer shows the one before", async (_, token, said) => {
    const { chapter } = await visit("listWebhooks");
    const answer = await send(chapter);
    await chapter.getByLabel(accessToken.header).fill(token);
    await chapter.getByRole("button", { name: "Send" }).click();
    await answer.locator(".failure").getByText(said).waitFor();
    expect(await answer.innerText()).not.toContain('"webhooks"');
    expect(site.errors).toEqual([]);
  });

  test("to a wrong value says first in words what is wrong, and next to the field; what was sent is folded", async () => {
    const { chapter } = await visit("createWebhook");
    await bodyOf(chapter).fill(subscription("nothing"));
    const answer = await send(chapter);
    await answer.getByText(named(refused(422))).waitFor();
    const said = await answer.locator("ul, pre, p.about").filter({ visible: true }).allInnerTexts();
    const ownForm = expect.stringMatching(/^The form of this answer is the sandbox's own: .*not specified/);
    expect(said).toEqual([
      expect.stringContaining("topic must look like orders/create"),
      ...(isRefusalDeclared ? [] : [ownForm]),
    ]);
    for (const link of await answer.locator("a").all())
      expect(
        await chapter
          .page()
          .locator(`[id="${(await link.getAttribute("href"))?.slice(1)}"]`)
          .count(),
      ).toBe(1);
    const field = bodyOf(chapter);
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    await chapter.locator("form").getByText("topic must look like orders/create").waitFor();
    await answer.getByText(/^Body: /).click();
    await answer.locator("pre").getByText("topic must look like orders/create").first().waitFor();
  });

  test("says when it comes from an example", async () => {
    const { chapter } = await visit("exchangeAccessToken");
    await expectInView((await send(chapter)).getByText(/^The sandbox says: .*example/));
  });
});

describe("the tabs of a sample", () => {
  test.each([true, false])("choose its language and example, with scripts: %s", async (javaScriptEnabled) => {
    const page = await site.visit("index.html#/webhooks/createwebhook", { javaScriptEnabled });
    const panel = page.locator('[data-sample="createWebhook"]');
    const shown = () => panel.locator("pre").filter({ visible: true }).allInnerTexts();
    expect(await shown()).toEqual([expect.stringMatching(/^curl /)]);
    await panel.getByText("Python", { exact: true }).click();
    await panel.getByText("Every field that the body may have").click();
    expect(await shown()).toEqual([expect.stringMatching(/^import requests\s[\s\S]*"app_id": 42/)]);
  });

  test("count for all samples, and are remembered", async () => {
    const page = await site.visit("index.html#/webhooks/createwebhook");
    await page.locator('[data-sample="createWebhook"]').getByText("Go", { exact: true }).click();
    const shown = () => page.locator(".request pre").filter({ visible: true }).allTextContents();
    for (const reload of [false, true]) {
      if (reload) await page.reload();
      await expect.poll(async () => (await shown()).every((sample) => sample.startsWith("package main"))).toBe(true);
    }
  });
});
