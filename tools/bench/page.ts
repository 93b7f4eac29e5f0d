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

/** Measures how soon an operation of the docs is in view for good, and how much a reader has loaded by then. */
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
    let loaded = 0;
    const seconds = await medianOf(VISITS, async () => {
      const visited = await visit(browser, url, anchor);
      loaded = visited.bytes / 1000;
      return visited.seconds;
    });
    return {
      "deep link of the docs, seconds until it is in view for good": seconds,
      "deep link of the docs, kB loaded": loaded,
    };
  } finally {
    await browser.close();
  }
}

/** Visits a place with an empty cache; returns when it came into view and stayed there, in seconds, and what was loaded. */
async function visit(browser: Browser, url: string, anchor: string): Promise<{ seconds: number; bytes: number }> {
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
  const seconds = await tab.evaluate(() => Number(document.documentElement.dataset["inView"] ?? Number.NaN) / 1000);
  return { seconds, bytes };
}

/**
 * Runs in the page. After frames, writes down since when a place is in view, in ms from the start of the visit. Nothing
 * in it has a name: tsx would call a helper for that, which the page lacks.
 */
function watchPlace(anchor: string): void {
  setInterval(() =>
    requestAnimationFrame(() =>
      window.setTimeout(() => {
        const { dataset } = document.documentElement;
        const { top = -1, height = 0 } = document.getElementById(anchor)?.getBoundingClientRect() ?? {};
        if (height > 0 && top >= 0 && top < innerHeight) dataset["inView"] ??= String(performance.now());
        else delete dataset["inView"];
      }),
    ),
  );
}
