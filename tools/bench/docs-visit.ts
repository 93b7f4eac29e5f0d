import type { Browser } from "playwright-core";
import { serveFiles } from "../docs/static-server.js";
import type { DocsPage } from "./docs-pages.js";

/** The connection between a static host and the reader, and the reader's CPU. */
export interface Link {
  /** In ms. */
  latency: number;
  /** In kbit/s to the reader; the other way, half of it. */
  kbits: number;
  /** How many times slower the reader's CPU is than this one. */
  cpu: number;
}

/** The times of one visit, in ms; infinite for an event that did not happen. */
export interface Visit {
  painted: number;
  /** When the operation came into view and stayed there. */
  settled: number;
}

declare global {
  /** Since when the sentence has been in view, in the page that is measured. */
  var inViewSince: number | undefined;
}

/** For how long the operation has to stay in view once all is loaded, in ms. */
const STILL = 3_000;
/** When to give up, in ms. */
const PATIENCE = 40_000;

/** Visits the deep link of a page, with an empty cache, until the sentence stays in view. */
export async function visit(browser: Browser, page: DocsPage, link: Link, sentence: string): Promise<Visit> {
  await using host = await serveFiles(async (path) => {
    const file = page.files[path === "/index.html" ? "/" : path];
    if (!file) throw new Error(`There is no ${path}`);
    return file;
  });
  const context = await browser.newContext();
  const tab = await context.newPage();
  const devTools = await context.newCDPSession(tab);
  await devTools.send("Network.enable");
  await devTools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: link.latency,
    downloadThroughput: (link.kbits * 1000) / 8,
    uploadThroughput: (link.kbits * 1000) / 16,
  });
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: link.cpu });
  // tsx wraps functions in a helper that keeps their names, which the page lacks.
  await tab.addInitScript("globalThis.__name = (value) => value");
  await tab.addInitScript(watch, sentence);
  await tab.goto(`${host.url}/${page.link}`, { timeout: PATIENCE });
  await tab.waitForLoadState("networkidle", { timeout: PATIENCE });
  const loaded = await tab.evaluate(() => performance.now());
  await tab
    .waitForFunction(
      ([from, still]) => performance.now() > Math.max(from, globalThis.inViewSince ?? Number.POSITIVE_INFINITY) + still,
      [loaded, STILL] as const,
      { timeout: PATIENCE },
    )
    .catch(() => undefined);
  const times = await tab.evaluate(() => ({
    painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
    settled: globalThis.inViewSince,
  }));
  await context.close();
  const { painted = Number.POSITIVE_INFINITY, settled = Number.POSITIVE_INFINITY } = times;
  return { painted, settled };
}

/** Runs in the page: records since when the sentence has been in view. Some pages have it in a shadow root. */
function watch(sentence: string): void {
  const isInView = (root: Node): boolean => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Element) {
        if (node.shadowRoot && isInView(node.shadowRoot)) return true;
      } else if (node.nodeValue?.includes(sentence)) {
        const range = document.createRange();
        range.selectNode(node);
        const { top, bottom, height } = range.getBoundingClientRect();
        if (height > 0 && bottom > 0 && top < innerHeight) return true;
      }
    }
    return false;
  };
  setInterval(() => {
    if (!isInView(document)) globalThis.inViewSince = undefined;
    else globalThis.inViewSince ??= performance.now();
  }, 50);
}
