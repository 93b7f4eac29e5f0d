import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { operationsOf, readContract } from "../contract/contract.js";
import { docsSite } from "./docs-site.js";

const operations = operationsOf(readContract());
const site = docsSite();
/** The pages that have forms. */
const PAGES = ["index.html", "reference.html"];

const formOf = (page: Page, operation: string) => page.locator(`try-it[operation="${operation}"]`).first();

/** Opens the form of an operation, from any place of the page. */
async function openForm(page: Page, operation: string) {
  const tag = operation === "exchangeAccessToken" ? "oauth" : "webhooks";
  await page.evaluate((hash) => location.assign(hash), `#/${tag}/${operation.toLowerCase()}`);
  const form = formOf(page, operation);
  const send = form.getByRole("button", { name: "Send" });
  const title = form.getByText("Try it", { exact: true });
  await title.waitFor();
  if (!(await send.isVisible())) await title.click();
  await send.waitFor();
  return form;
}

async function sendForm(page: Page, operation: string) {
  const form = await openForm(page, operation);
  await form.getByRole("button", { name: "Send" }).click();
  await form.getByText(/^Status \d+$/).waitFor();
  return form;
}

describe.each(["a static host", "the disk"])("from %s", (place) => {
  const root = () => (place === "the disk" ? pathToFileURL(join(site.folder, "/")).href : `${site.url}/`);

  test.each(PAGES)("%s answers every operation in the page, with no request to any host", async (name) => {
    const page = await site.open();
    const requests: string[] = [];
    await page.goto(`${root()}${name}`);
    await page.waitForLoadState("networkidle");
    page.on("request", (request) => requests.push(request.url()));
    for (const { id } of operations) {
      const form = await sendForm(page, id);
      expect(await form.getByText(/^Status \d+$/).innerText(), id).toBe("Status 200");
    }
    // Redoc may create its search worker from a blob at any time.
    expect(requests.filter((url) => !url.startsWith("blob:"))).toEqual([]);
    expect(site.foreign).toEqual([]);
    expect(site.errors).toEqual([]);
  });
});

test.each(PAGES)("%s lists in one form what another has created, until the sandbox is reset", async (name) => {
  const page = await site.visit(name);
  const create = await openForm(page, "createWebhook");
  await create.getByLabel("topic").fill("lamps/light");
  await create.getByRole("button", { name: "Send" }).click();
  await create.getByText("Status 200").waitFor();
  const list = await sendForm(page, "listWebhooks");
  await list.getByLabel("Response body", { exact: true }).getByText("lamps/light").waitFor();
  await list.getByText("The sandbox holds webhooks: 3").waitFor();
  await list.getByRole("button", { name: "Reset the sandbox" }).click();
  await list.getByText("The sandbox holds webhooks: 2").waitFor();
});

describe("the form", () => {
  const visit = async (operation: string, options = {}) => {
    const page = await site.visit("reference.html", options);
    return { page, form: await openForm(page, operation) };
  };

  test("starts with the contract's example, and offers the others", async () => {
    const { form } = await visit("createWebhook");
    expect(await form.getByLabel("topic").inputValue()).toBe("orders/create");
    await form.getByLabel("Fill in an example").selectOption("Every field that the body may have");
    expect(await form.getByLabel("app_id").inputValue()).toBe("42");
  });

  test("shows the delivery that it triggered, which is not sent", async () => {
    const { form, page } = await visit("deliverWebhook");
    await sendForm(page, "deliverWebhook");
    await form.getByText("Deliveries, recorded and not sent: 1").waitFor();
    await form.getByText("POST https://lantern-books.example/hooks/orders").waitFor();
  });

  test("has the same call in curl and TypeScript, ready to copy", async () => {
    const { form, page } = await visit("getWebhook", { permissions: ["clipboard-read", "clipboard-write"] });
    await form.getByLabel("id", { exact: true }).fill("1002");
    await form.getByRole("button", { name: "Copy curl" }).click();
    await form.getByRole("button", { name: "Copied curl" }).waitFor();
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(clipboard).toMatch(/^curl --request GET "http:\/\/127\.0\.0\.1:4010\/\S+\/1002"/);
    await form.getByRole("button", { name: "Copy TypeScript" }).click();
    await expect.poll(clipboard).toContain("service.webhooks.get(1002)");
  });

  test("puts no token and no secret into samples or storage", async () => {
    const { form, page } = await visit("createWebhook");
    await form.getByLabel("X-Service-Access-Token").fill("my-token");
    await form.getByLabel("secret", { exact: true }).fill("my-secret");
    await sendForm(page, "createWebhook");
    const shown = await form.locator("pre").allInnerTexts();
    expect(shown.length).toBeGreaterThan(3);
    expect(shown.join()).not.toMatch(/my-(token|secret)/);
    expect(shown.join()).toContain("<SIGNING_SECRET>");
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));
    expect(stored).not.toMatch(/my-(token|secret)/);
    expect(site.foreign).toEqual([]);
  });

  test.each([
    ["no token", "", /^Status 401$/],
    ["a token that a header cannot hold", "токен", /^Not sent: ./],
  ])("with %s says what happened, and no longer shows the answer before", async (_, token, said) => {
    const { form, page } = await visit("listWebhooks");
    await sendForm(page, "listWebhooks");
    await form.getByLabel("X-Service-Access-Token").fill(token);
    await form.getByRole("button", { name: "Send" }).click();
    await form.getByText(said).waitFor();
    expect(await form.getByText("Status 200").count()).toBe(0);
    const bodies = await form.getByLabel("Response body", { exact: true }).allInnerTexts();
    expect(bodies.filter((body) => body.includes("webhooks"))).toEqual([]);
    expect(site.errors).toEqual([]);
  });

  test("shares its token with the other forms", async () => {
    const { form, page } = await visit("listWebhooks");
    const other = await openForm(page, "createWebhook");
    await form.getByLabel("X-Service-Access-Token").fill("another");
    expect(await other.getByLabel("X-Service-Access-Token").inputValue()).toBe("another");
  });

  test("sends no text that is not JSON", async () => {
    const { form } = await visit("exchangeAccessToken");
    await form.getByLabel("body", { exact: true }).fill("{bad");
    await form.getByRole("button", { name: "Send" }).click();
    await form.getByText("Not sent: body must be JSON").waitFor();
    expect(await form.getByText(/^Status/).count()).toBe(0);
  });

  test("says in view when an answer comes from an example", async () => {
    const { page } = await visit("exchangeAccessToken");
    const form = await sendForm(page, "exchangeAccessToken");
    expect(await form.getByText(/^The sandbox says: .*example/).isVisible()).toBe(true);
  });

  test("says its own outcome in a few words, and leaves other forms as they are", async () => {
    const { form, page } = await visit("listWebhooks");
    await sendForm(page, "listWebhooks");
    await form.getByText("Headers", { exact: true }).click();
    await form.getByText("content-type: application/json").first().waitFor();
    const changes = await form.evaluateHandle((element) => {
      const said: string[] = [];
      const status = element.shadowRoot?.querySelector("[role=status]");
      new MutationObserver(() => said.push(String(status?.textContent))).observe(Object(status), {
        childList: true,
        subtree: true,
      });
      return said;
    });
    const create = await sendForm(page, "createWebhook");
    await form.getByText("The sandbox holds webhooks: 3").waitFor();
    expect(await changes.jsonValue()).toEqual([]);
    expect(await form.getByText("content-type: application/json").first().isVisible()).toBe(true);
    const said = await create.locator("[role=status], [aria-live]").allInnerTexts();
    expect(said.filter(Boolean)).toEqual(["Status 200"]);
  });

  test("works with only the keyboard", async () => {
    const { page } = await visit("getWebhook");
    await page.reload();
    const focused = () =>
      page.evaluate(() => {
        const host = document.activeElement;
        const inner = host?.shadowRoot?.activeElement;
        return `${host?.getAttribute("operation")} ${inner?.tagName}`;
      });
    while ((await focused()) !== "getWebhook SUMMARY") await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("getWebhook INPUT");
    await page.keyboard.type("1001");
    await page.keyboard.press("Enter");
    await formOf(page, "getWebhook")
      .getByText(/^Status \d+$/)
      .waitFor();
  });

  test("fits on a phone", async () => {
    const { form, page } = await visit("createWebhook", { viewport: { width: 390, height: 844 }, hasTouch: true });
    await sendForm(page, "createWebhook");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect((await form.boundingBox())?.width).toBeLessThanOrEqual(390);
  });

  test("keeps what was typed when Redoc removes it from the page and restores it", async () => {
    const page = await site.visit("#/webhooks/createwebhook");
    const form = await openForm(page, "createWebhook");
    await form.getByLabel("topic").fill("lamps/light");
    await page.evaluate(() => location.assign("#/section/errors"));
    await page.getByRole("heading", { name: "Errors" }).first().waitFor();
    const back = await openForm(page, "createWebhook");
    expect(await back.getByLabel("topic").inputValue()).toBe("lamps/light");
  });
});
