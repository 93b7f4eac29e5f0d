import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { startChromium } from "../../test/browser/chromium.js";
import { operationsOf, readContract } from "../contract/model.js";
import { operationAnchor } from "../docs/anchors.js";
import { buildSite } from "../docs/build.js";
import { serveFolder } from "../docs/static-server.js";
import { projectFolder } from "./bundle.js";
import { type Figure, median } from "./figure.js";

/** Lighthouse's slow 4G, in ms and bytes per second, on a CPU four times slower. */
const SLOW = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 100_000, cpu: 4 };
const VISITS = 5;
/** For how long a page is watched after it was loaded, in ms: by then, it is still. */
const WATCHED = 2_000;

/** Measures how soon the operation of a deep link is in view for good. */
export async function measurePage(): Promise<Figure[]> {
  const operations = operationsOf(readContract(projectFolder));
  // In the middle of the page, so that what is above it could push it away.
  const operation = operations[operations.length >> 1];
  if (!operation) throw new Error("The contract has no operation to look at");
  const anchor = operationAnchor(operation);
  const folder = await mkdtemp(join(tmpdir(), "site-"));
  const browser = await startChromium();
  try {
    await using host = await serveFolder(await buildSite(projectFolder, folder));
    const times: number[] = [];
    for (let visit = 0; visit < VISITS; visit++) times.push(await timeInView(browser, host.url, anchor));
    const name = "The docs on slow 4G and a slow CPU: seconds until a deep link is in view for good";
    return [{ name, measured: median(times) / 1000, limit: 1 }];
  } finally {
    await browser.close();
    await rm(folder, { recursive: true });
  }
}

/** Visits a place with an empty cache; returns when it came into view and stayed there, in ms, or infinity if it did not. */
async function timeInView(browser: Browser, url: string, anchor: string): Promise<number> {
  const context = await browser.newContext();
  const tab = await context.newPage();
  const devTools = await context.newCDPSession(tab);
  const { cpu, ...network } = SLOW;
  await devTools.send("Network.emulateNetworkConditions", { offline: false, ...network });
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: cpu });
  await tab.addInitScript(watchPlace, anchor);
  await tab.goto(`${url}/#${anchor}`);
  await setTimeout(WATCHED);
  const inView = await tab.evaluate(() =>
    Number(document.documentElement.dataset["inView"] ?? Number.POSITIVE_INFINITY),
  );
  await context.close();
  return inView;
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
