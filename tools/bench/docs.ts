// Measures what a reader of the docs notices: how soon the operation of a deep link is in view and stays there, compared
// with other pages for the same contract, over two connections.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { runCommand } from "../../src/cli/run.js";
import { startChromium } from "../../test/browser/chromium.js";
import { operationsOf, readContract } from "../contract/model.js";
import { buildSite } from "../docs/build.js";
import { projectFolder } from "./bundle.js";
import { type DocsPage, otherPages } from "./docs-pages.js";
import { type Link, type Visit, visit } from "./docs-visit.js";
import { median } from "./median.js";

const LINKS: Readonly<Record<string, Link>> = {
  "10 Mbit/s": { latency: 20, kbits: 10_000, cpu: 1 },
  // Lighthouse's slow 4G, on a CPU four times slower.
  "slow 4G": { latency: 150, kbits: 1_600, cpu: 4 },
};
const ROUNDS = 3;
/** One in the middle of the page, so that what is above it can push it away. */
const OPERATION = "getWebhook";

async function main(): Promise<number> {
  const site = await buildSite(projectFolder);
  const read = (name: string) => readFileSync(join(site, name));
  const operation = operationsOf(await readContract(projectFolder)).find(
    ({ operationId }) => operationId === OPERATION,
  );
  if (!operation) throw new Error(`The contract has no operation ${OPERATION}.`);
  const { method, path, tags, description } = operation;
  const tag = String(tags[0]);
  const link = `#/${tag}/${OPERATION}`.toLowerCase();
  const pages: DocsPage[] = [
    { name: "**reference.html**", files: { "/": read("reference.html") }, link },
    { name: "**index.html**", files: { "/": read("index.html") }, link },
    ...otherPages({ operationId: OPERATION, tag, method, path, contract: read("openapi.json").toString() }),
  ];
  // The first sentence, up to its first code or line break.
  const sentence = description.split(/[`.\n]/)[0] ?? description;
  const heads = Object.keys(LINKS).flatMap((name) => [`first paint, ${name}`, `in view for good, ${name}`]);
  process.stdout.write(
    `| The docs | kB gzipped | ${heads.join(" | ")} |\n| --- |${" ---: |".repeat(heads.length + 1)}\n`,
  );
  const browser = await startChromium();
  try {
    for (const page of pages) {
      const cells: string[] = [];
      for (const over of Object.values(LINKS)) {
        const visits: Visit[] = [];
        for (let round = 0; round < ROUNDS; round++) visits.push(await visit(browser, page, over, sentence));
        const times = [visits.map(({ painted }) => painted), visits.map(({ settled }) => settled)];
        cells.push(...times.map((measured) => seconds(median(measured))));
      }
      const size = Object.values(page.files).reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0);
      process.stdout.write(`| ${[page.name, (size / 1000).toFixed(0), ...cells].join(" | ")} |\n`);
    }
  } finally {
    await browser.close();
  }
  return 0;
}

/** Writes a time in ms as seconds. */
function seconds(time: number): string {
  return Number.isFinite(time) ? `${(time / 1000).toFixed(1)} s` : "never";
}

await runCommand(
  {
    name: "tools/bench/docs.ts",
    about: "Measures how soon the docs and other pages for the same contract can be read.",
    options: {},
  },
  main,
);
