import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { operations } from "../../generated/contract.js";
import { startChromium } from "../../test/browser/chromium.js";
import { serveFolder } from "../docs/static-server.js";
import { medianOf } from "./median.js";

/** Lighthouse's slow 4G, in ms and bytes per second. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 100_000 };
const VISITS = 5;
/** For how long a page is watched after it was loaded, in ms: by then, it is still. */
const WATCHED = 2_000;

/**
 * Measures how soon an operation of the docs is in view for good, how much a reader has loaded by then, and how soon the
 * search has its first result.
 */
export async function measurePage(): Promise<Record<string, number>> {
  const ids = Object.keys(operations);
  // In the middle of the page, so that what is above it could push it away.
  const place = new RegExp(`id="([^"]*/${ids[ids.length >> 1]})"`, "i");
  const [, anchor] = place.exec(await readFile("site/index.html", "utf8")) ?? [];
  if (!anchor) throw new Error(`site/index.html has nothing like ${place}`);
  await using site = await serveFolder("site");
  const browser = await startChromium();
  try {
    const url = `${site.url}/#${anchor}`;
    let visited: Visit = { inView: Number.NaN, loaded: Number.NaN, found: Number.NaN };
    const measure = async (figure: keyof Visit) => {
      visited = await visit(browser, url, anchor);
      return visited[figure];
    };
    return {
      "deep link of the docs, seconds until it is in view for good": await medianOf(VISITS, () => measure("inView")),
      "deep link of the docs, kB loaded": visited.loaded,
      "search of the docs, seconds until its first result": await medianOf(VISITS, () => measure("found")),
    };
  } finally {
    await browser.close();
  }
}

interface Visit {
  /** Since when the place is in view and stays there, in seconds from the start. */
  inView: number;
  /** What was loaded by then, in kB. */
  loaded: number;
  /** From the first key of a search to its first result, in seconds. */
  found: number;
}

/** Visits a place with an empty cache, and then searches. */
async function visit(browser: Browser, url: string, anchor: string): Promise<Visit> {
  await using context = await browser.newContext();
  const tab = await context.newPage();
  const devTools = await context.newCDPSession(tab);
  let bytes = 0;
  devTools.on("Network.loadingFinished", (finished) => {
    bytes += finished.encodedDataLength;
  });
  await devTools.send("Network.enable");
  await devTools.send("Network.emulateNetworkConditions", SLOW);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await tab.addInitScript(watchPlace, anchor);
  await tab.goto(url);
  await setTimeout(WATCHED);
  const inView = await tab.evaluate(() => Number(document.documentElement.dataset["inView"] ?? Number.NaN) / 1000);
  const loaded = bytes / 1000;
  const start = performance.now();
  await tab.keyboard.press("/");
  await tab.keyboard.type("topic");
  await tab.locator("search li").first().waitFor();
  return { inView, loaded, found: (performance.now() - start) / 1000 };
}

/**
 * Runs in the page. In each frame, writes down since when a place is in view, in ms from the start of the visit: between
 * frames, it would have the page laid out more often than a reader's browser does. Nothing in it has a name: tsx would
 * call a helper for that, which the page lacks.
 */
function watchPlace(anchor: string): void {
  setInterval(
    () =>
      requestAnimationFrame(() => {
        const { dataset } = document.documentElement;
        const { top = -1, height = 0 } = document.getElementById(anchor)?.getBoundingClientRect() ?? {};
        if (height > 0 && top >= 0 && top < innerHeight) dataset["inView"] ??= String(performance.now());
        else delete dataset["inView"];
      }),
    16,
  );
}
