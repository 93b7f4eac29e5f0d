// @ts-check
// How soon the docs can be read, over a link of 10 Mbit/s with 20 ms of latency: the page as a static host sends it.
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { startChromium } from "../../test/browser/chromium.mjs";
import { buildSite } from "../docs/build.mjs";

const LINK = { offline: false, latency: 20, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 };
const ROUNDS = 5;
// The first sentence of the operation that the deep link leads to.
const DEEP_LINK = "#/webhooks/getwebhook";
const OPERATION = "Gives one subscription.";

const page = gzipSync(await readFile(join(await buildSite(), "index.html")), { level: 9 });
const headers = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Encoding": "gzip",
  "Content-Length": page.length,
};
const server = createServer((_, response) => response.writeHead(200, headers).end(page)).listen(0, "127.0.0.1");
await once(server, "listening");
const address = server.address();
const port = typeof address === "object" && address ? address.port : 0;

const browser = await startChromium();
/** @type {{ painted: number; readable: number }[]} */
const rounds = [];
for (let round = 0; round < ROUNDS; round++) rounds.push(await visit());
await browser.close();
server.close();

/** @param {(round: { painted: number; readable: number }) => number} value */
const median = (value) => rounds.map(value).sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN;
console.log("| The docs page | |\n| --- | ---: |");
console.log(`| transfer size, gzipped | ${(page.length / 1000).toFixed(0)} kB |`);
console.log(`| first contentful paint | ${(median(({ painted }) => painted) / 1000).toFixed(2)} s |`);
console.log(`| an operation's text is readable | ${(median(({ readable }) => readable) / 1000).toFixed(2)} s |`);

async function visit() {
  const context = await browser.newContext();
  const tab = await context.newPage();
  const network = await context.newCDPSession(tab);
  await network.send("Network.enable");
  await network.send("Network.emulateNetworkConditions", LINK);
  await tab.addInitScript((text) => {
    const look = () => {
      if (document.body?.innerText.includes(text)) performance.mark("readable");
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, OPERATION);
  await tab.goto(`http://127.0.0.1:${port}/${DEEP_LINK}`, { waitUntil: "load" });
  const times = await tab.evaluate(() => ({
    painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
    readable: performance.getEntriesByName("readable")[0]?.startTime ?? Number.NaN,
  }));
  await context.close();
  return times;
}
