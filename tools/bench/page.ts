import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { operations } from "../../generated/contract.js";
import { startChromium } from "../../test/browser/chromium.js";
import { serveFolder } from "../docs/static-server.js";
import { type Figure, medianOf } from "./figures.js";

/** Lighthouse's slow 4G, in ms and bytes per second. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 100_000 };
const VISITS = 5;
/** How long a page is watched after it has loaded, in ms. After that, nothing moves. */
const WATCHED = 2_000;

/** Measures how soon an operation of the docs is in view for good, and how soon the search has its first result. */
export async function measurePage(): Promise<Figure[]> {
  // In the middle of the page, where content above it could push it away.
  const ids = Object.keys(operations);
  const place = new RegExp(`id="([^"]*/${ids[ids.length >> 1]})"`, "i");
  const [, anchor] = place.exec(await readFile("site/index.html", "utf8")) ?? [];
  if (!anchor) throw new Error(`site/index.html has nothing like ${place}`);
  await using site = await serveFolder("site");
  const browser = await startChromium();
  try {
    const visits: Visit[] = [];
    const link = await medianOf(VISITS, async () => {
      const visited = await visit(browser, `${site.url}/#${anchor}`, anchor);
      visits.push(visited);
      return visited.inView;
    });
    const search = await medianOf(VISITS, async () => visits.pop()?.found ?? Number.NaN);
    return [
      { name: "deep link of the docs, seconds until it is in view for good", value: link, most: 1 },
      { name: "search of the docs, seconds until its first result", value: search, most: 1 },
    ];
  } finally {
    await browser.close();
  }
}

interface Visit {
  /** When the place came into view for good, in seconds from the start. */
  readonly inView: number;
  /** From the first key of a search to its first result, in seconds. */
  readonly found: number;
}

/** Visits a place with an empty cache on a slow line and a slow CPU, and then searches. */
async function visit(browser: Browser, url: string, anchor: string): Promise<Visit> {
  await using context = await browser.newContext();
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send("Network.enable");
  await devTools.send("Network.emulateNetworkConditions", SLOW);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.addInitScript(watchPlace, anchor);
  await page.goto(url);
  await setTimeout(WATCHED);
  const inView = await page.evaluate(() => Number(document.documentElement.dataset["inView"] ?? Number.NaN));
  const start = performance.now();
  await page.keyboard.press("/");
  await page.keyboard.type("topic");
  await page.locator("search li").first().waitFor();
  return { inView: inView / 1000, found: (performance.now() - start) / 1000 };
}

/**
 * Runs in the page. Records since when a place has been in view, in ms from the start of the visit. It looks once in each
 * frame: between frames, it would force more layouts than a reader's browser makes. No function in it has a name, for which
 * tsx would call a helper that the page lacks.
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
