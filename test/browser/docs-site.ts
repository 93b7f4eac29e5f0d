import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from "vitest";
import { type StaticServer, serveFolder } from "../../tools/docs/static-server.js";
import { startChromium } from "./chromium.js";

/** The published docs, for the tests of one file. */
interface DocsSite {
  /** Folder of the site. */
  readonly folder: string;
  /** Address of a static host that serves it, without a slash at the end. */
  readonly url: string;
  /** URLs that pages of this test requested from other hosts. */
  readonly foreign: readonly string[];
  /** Errors that pages of this test wrote to the console. */
  readonly errors: readonly string[];
  /** Opens a tab, which is closed after the test. */
  open(options?: BrowserContextOptions): Promise<Page>;
  /** Opens a page of the site in a tab of its own. */
  visit(path: string, options?: BrowserContextOptions): Promise<Page>;
}

/** Serves the docs to a browser while the tests of a file run. */
export function docsSite(): DocsSite {
  const folder = inject("docsFolder");
  let host: StaticServer;
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  const errors: string[] = [];
  const foreign: string[] = [];

  beforeAll(async () => {
    host = await serveFolder(folder);
    browser = await startChromium();
  });

  beforeEach(() => {
    foreign.length = 0;
    errors.length = 0;
  });

  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
  });

  afterAll(async () => {
    await browser.close();
    await host[Symbol.asyncDispose]();
  });

  async function open(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext(options);
    contexts.push(context);
    await context.route(isForeign, (route) => {
      foreign.push(route.request().url());
      return route.abort();
    });
    const page = await context.newPage();
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    page.on("pageerror", (error) => errors.push(error.message));
    return page;
  }

  return {
    folder,
    get url() {
      return host.url;
    },
    foreign,
    errors,
    open,
    async visit(path, options) {
      const page = await open(options);
      await page.goto(`${host.url}/${path}`);
      return page;
    },
  };
}

/** Whether a URL leads to another host than this machine. */
function isForeign({ protocol, hostname }: URL): boolean {
  return protocol.startsWith("http") && hostname !== "127.0.0.1";
}

/** Passes when an element is in the window. */
export async function expectInView(element: Locator): Promise<void> {
  await element.waitFor();
  const height = element.page().viewportSize()?.height ?? 0;
  const place = async () => (await element.boundingBox())?.y ?? Number.POSITIVE_INFINITY;
  await expect.poll(place).toBeLessThan(height);
  expect(await place()).toBeGreaterThan(-1);
}

/** Does to a page what a browser does that translates it: each text that is no code comes into two elements of its own. */
export async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const nodes: Text[] = [];
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      if (node instanceof Text && !node.parentElement?.closest("code, script, style, svg")) nodes.push(node);
    }
    for (const node of nodes.filter(({ data }) => data.trim() !== "")) {
      const font = document.createElement("font");
      node.replaceWith(font);
      font.append(document.createElement("font"));
      font.firstElementChild?.append(node);
    }
  });
}
