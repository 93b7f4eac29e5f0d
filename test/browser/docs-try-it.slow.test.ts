import { STATUS_CODES } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { accessToken, operations } from "../../generated/contract.js";
import { CREATED } from "../sandbox/transports.js";
import { docsSite, expectInView } from "./docs-site.js";

const site = docsSite();

/** Opens the form of an operation. */
async function openForm(page: Page, operation: string): Promise<Locator> {
  const section = page.locator("section", { has: page.locator(`.route [data-operation="${operation}"]`) });
  await section.locator(".route").getByRole("button", { name: "Try it" }).click();
  await section.locator("form").waitFor();
  return section;
}

async function visit(operation: string, options: BrowserContextOptions = {}) {
  const page = await site.visit("", options);
  return { page, section: await openForm(page, operation) };
}

/** Sends what the form of a section has, and waits for its answer. */
async function send(section: Locator): Promise<Locator> {
  await section.getByRole("button", { name: "Send" }).click();
  const answer = section.locator(".answer");
  await answer.getByText(/from the sandbox in this page|Not sent/).waitFor();
  return answer;
}

const statusOf = (answer: Locator) => answer.getByRole("status").innerText();
const bodyOf = (section: Locator) => section.getByRole("textbox", { name: "Body" });
const subscription = (topic: string) => JSON.stringify({ webhook: { topic, address: "https://a.example/hooks" } });

test.each(["a static host", "the disk"])(
  "from %s, each operation is answered in the page, with no request to any host",
  async (place) => {
    const root = place === "the disk" ? pathToFileURL(join(site.folder, "/index.html")).href : `${site.url}/`;
    const page = await site.open();
    await page.goto(root);
    for (const { id, status } of Object.values(operations)) {
      const answer = await send(await openForm(page, id));
      const said = RegExp(`^${status} ${STATUS_CODES[status]} \\d+ ms, from the sandbox in this page$`);
      expect(await statusOf(answer), id).toMatch(said);
    }
    expect(site.foreign).toEqual([]);
    expect(site.errors).toEqual([]);
  },
);

test("the first screen sends its sample", async () => {
  const page = await site.visit("");
  const opening = page.locator("section").first();
  await opening.getByRole("button", { name: "Send" }).click();
  await expectInView(opening.getByText("from the sandbox in this page"));
  await opening.getByText("Subscriptions in the sandbox: 2").waitFor();
});

describe("form", () => {
  test("the form keeps what was typed when it is closed and opened again", async () => {
    const { section } = await visit("createWebhook");
    await bodyOf(section).fill(subscription("lamps/light"));
    await section.getByRole("button", { name: "Close" }).click();
    expect(await section.locator("form").isVisible()).toBe(false);
    await section.getByRole("button", { name: "Try it" }).click();
    expect(await bodyOf(section).inputValue()).toBe(subscription("lamps/light"));
  });

  test("the form starts with the contract's example, and follows the tabs of the sample", async () => {
    const { section } = await visit("createWebhook");
    expect(await bodyOf(section).inputValue()).toContain('"topic": "customers/create"');
    await section.getByText("Every field that the body may have").click();
    expect(await bodyOf(section).inputValue()).toContain('"app_id": 42');
  });

  test("the form shows the typed values in the samples of all languages, in colour and ready to copy", async () => {
    const { section, page } = await visit("getWebhook", { permissions: ["clipboard-read", "clipboard-write"] });
    await section.getByLabel("id", { exact: true }).fill("1002");
    const panel = section.locator(".request");
    for (const [language, said] of [
      ["curl", /^curl http:\/\/127\.0\.0\.1:4010\/\S+\/1002 \\\n/],
      ["TypeScript", /service\.webhooks\.get\(1002\)/],
      ["Python", /"http:\S+\/1002",\n/],
      ["Go", /url := "http:\S+\/1002"\n/],
    ] as const) {
      await panel.getByText(language, { exact: true }).click();
      expect(await panel.locator(`.${language.toLowerCase()} i`).count()).toBeGreaterThan(1);
      await panel.locator(".copy").click();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(said);
    }
  });

  test("the form sends no request without the id that its path requires", async () => {
    const { page, section } = await visit("getWebhook");
    await section.getByLabel("id", { exact: true }).fill("");
    await section.getByRole("button", { name: "Send" }).click();
    expect(await section.locator("input:focus").getAttribute("name")).toBe("path.id");
    expect(await page.locator(".answer").count()).toBe(0);
  });

  test("the form puts neither a typed token nor a secret into samples or storage", async () => {
    const { section, page } = await visit("createWebhook");
    await section.getByLabel(accessToken.header).fill("my-token");
    await bodyOf(section).fill(JSON.stringify({ webhook: { topic: "a/b", secret: "my-secret" } }));
    await send(section);
    const samples = (await section.locator(".request pre").allTextContents()).join();
    expect(samples).toContain("<SIGNING_SECRET>");
    expect(samples).not.toMatch(/my-(token|secret)/);
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));
    expect(stored).not.toMatch(/my-(token|secret)/);
  });

  test("the form creates one subscription when Send is clicked three times", async () => {
    const { section } = await visit("createWebhook");
    await section.getByRole("button", { name: "Send" }).click({ clickCount: 3, delay: 50 });
    await section.getByText("Subscriptions in the sandbox: 3").waitFor();
    await (await send(section)).getByText("Subscriptions in the sandbox: 4").waitFor();
  });

  test("the form says next to a body that is not JSON yet which request the sample shows", async () => {
    const { section } = await visit("createWebhook");
    await bodyOf(section).fill("{");
    await section.getByText("Not JSON yet: the sample shows the last valid body.").waitFor();
    await bodyOf(section).fill(subscription("lamps/light"));
    expect(await section.locator("form .failure").filter({ hasText: /./ }).count()).toBe(0);
  });

  test("the form has letters on a phone that iOS does not zoom into, and is as wide as the page, however long a value is", async () => {
    const { section, page } = await visit("createWebhook", { viewport: { width: 320, height: 700 } });
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "12px";
    });
    for (const field of await page.locator("textarea, input:is([type=search], :not([type]))").all()) {
      await field.fill("x".repeat(300));
      expect(await field.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))).toBeGreaterThan(
        15,
      );
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await section.waitFor();
  });
});

describe("answer", () => {
  test("the answer is in view, with what the sandbox now holds, until the sandbox is reset", async () => {
    const { page, section } = await visit("createWebhook", { viewport: { width: 360, height: 900 } });
    await bodyOf(section).fill(subscription("lamps/light"));
    const answer = await send(section);
    await expectInView(answer.getByText(String(CREATED)).first());
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    const form = await openForm(page, "listWebhooks");
    const list = await send(form);
    await list.getByText("Subscriptions in the sandbox: 3").waitFor();
    await list.locator("pre").getByText("lamps/light").first().waitFor();
    // There is one answer on the page.
    expect(await page.locator(".answer").count()).toBe(1);
    await form.getByRole("button", { name: "Reset the sandbox" }).click();
    await list.getByText("The sandbox is in its initial state.").waitFor();
    await (await send(form)).getByText("Subscriptions in the sandbox: 2").waitFor();
  });

  test("the answer shows the delivery that it triggered, which is not sent", async () => {
    const { section } = await visit("deliverWebhook");
    const answer = await send(section);
    await answer.getByText("Deliveries, recorded and not sent: 1").click();
    await answer.getByText("POST https://lantern-books.example/hooks/orders").waitFor();
    expect(site.foreign).toEqual([]);
  });

  test.each([
    ["no token", "", /^401 /],
    ["a token that a header cannot hold", "токен", /^Not sent /],
  ])("the answer to %s says what happened", async (_, token, said) => {
    const { section } = await visit("listWebhooks");
    await section.getByLabel(accessToken.header).fill(token);
    expect(await statusOf(await send(section))).toMatch(said);
    expect(site.errors).toEqual([]);
  });

  test("the answer to a wrong value says in words what is wrong, and that the form of the answer is the sandbox's own", async () => {
    const { section } = await visit("createWebhook");
    await bodyOf(section).fill(subscription("nothing"));
    const answer = await send(section);
    expect(await statusOf(answer)).toMatch(/^422 /);
    await answer.locator("li").getByText("topic must look like orders/create").waitFor();
    await answer.getByRole("link", { name: "the service's errors are not specified" }).waitFor();
    await answer.getByText("Body", { exact: true }).click();
    await answer.locator("pre").getByText('"detail"').first().waitFor();
  });

  test.each([
    ["createWebhook", "Body", subscription("nothing"), /topic must look like orders\/create/],
    ["createWebhook", "Body", "{", /body/],
    ["listWebhooks", "limit", "0", /limit must be/],
    ["listWebhooks", accessToken.header, "", /X-Service-Access-Token is missing/],
  ])(
    "the answer to a wrong value in %s says what is wrong next to the field %s",
    async (operation, label, value, said) => {
      const { section } = await visit(operation);
      const field = section.locator("form").getByLabel(label, { exact: true });
      await field.fill(value);
      await send(section);
      expect(await field.getAttribute("aria-invalid")).toBe("true");
      expect(await section.locator(`[id="${await field.getAttribute("aria-describedby")}"]`).innerText()).toMatch(said);
      expect(await section.locator("[aria-invalid]").count()).toBe(1);
      await field.fill("1");
      expect(await field.getAttribute("aria-invalid")).toBe(null);
    },
  );

  test("the answer says when it comes from an example", async () => {
    const { section } = await visit("exchangeAccessToken");
    await expectInView((await send(section)).getByText(/^The sandbox says: .*example/));
  });
});
