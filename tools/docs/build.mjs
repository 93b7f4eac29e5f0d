#!/usr/bin/env node
// @ts-check
// Writes site/: the page by Redocly, and beside it the contract, the reference as Markdown, and llms.txt.
import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { renderLlms } from "./llms.mjs";
import { renderReading } from "./reading.mjs";
import { operationsOf, renderReference } from "./reference.mjs";

/** @import { Contract } from "./contract.d.ts" */

const project = fileURLToPath(new URL("../..", import.meta.url));
const site = join(project, "site");
const redocly = join(project, "node_modules/@redocly/cli/bin/cli.js");
const run = promisify(execFile);

/** Builds the site anew. Throws with what Redocly printed when the contract cannot be built. */
export async function buildSite() {
  await mkdir(site, { recursive: true });
  const scratch = await mkdtemp(join(tmpdir(), "docs-"));
  try {
    const whole = join(scratch, "openapi.json");
    await Promise.all([
      redoclyCommand("bundle", "service", "--dereferenced", `--output=${whole}`),
      redoclyCommand("bundle", "service", `--output=${join(site, "openapi.json")}`),
      copyFile(join(project, "openapi.yaml"), join(site, "openapi.yaml")),
    ]);
    /** @type {Contract} */
    const contract = JSON.parse(await readFile(whole, "utf8"));
    const operations = operationsOf(contract);
    const reference = renderReference(contract);
    await writeFile(join(site, "reference.md"), reference);
    await writeFile(join(site, "llms.txt"), renderLlms(contract, operations));
    await buildPage(scratch, contract, renderReading(reference, operations));
  } finally {
    await rm(scratch, { recursive: true });
  }
  return site;
}

/**
 * @param {string} scratch
 * @param {Contract} contract
 * @param {string} reading
 */
async function buildPage(scratch, { info }, reading) {
  const [template, theme, favicon] = await Promise.all(
    ["page.hbs", "theme.css", "favicon.svg"].map((name) => readFile(new URL(name, import.meta.url), "utf8")),
  );
  const parts = {
    DESCRIPTION: info.summary,
    THEME: theme,
    FAVICON: `data:image/svg+xml,${encodeURIComponent(favicon ?? "")}`,
    READING: verbatim(reading),
  };
  const filled = Object.entries(parts).reduce(
    (page, [name, part]) => page.replaceAll(`@@${name}@@`, () => part ?? ""),
    template ?? "",
  );
  const own = join(scratch, "page.hbs");
  await writeFile(own, filled);
  const index = join(site, "index.html");
  await redoclyCommand("build-docs", "service", "--inlineBundle", `--template=${own}`, `--output=${index}`);
  await writeFile(index, mended(await readFile(index, "utf8")));
}

/** What Redoc writes into the page, without what does not hold in a single file. @param {string} page */
function mended(page) {
  const markup = page.slice(0, page.indexOf('<script type="module">', page.indexOf('<div id="redoc">')));
  return (
    // Until its script runs, Redoc's links lead to pages of their own.
    (markup.replaceAll('href="/', 'href="#/') + page.slice(markup.length))
      // It fetches one logo from its makers' host; the theme puts a word in its place.
      .replaceAll(/https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g, "data:,")
  );
}

/** Keeps Handlebars from reading what looks like its own. @param {string} html */
function verbatim(html) {
  return html.replaceAll("{", "&#123;").replaceAll("}", "&#125;");
}

/** @param {string[]} args */
async function redoclyCommand(...args) {
  try {
    await run(process.execPath, [redocly, ...args], { cwd: project });
  } catch (error) {
    const printed = error instanceof Error && "stderr" in error ? error.stderr : error;
    throw new Error(`The docs were not built. Redocly says:\n${printed}`);
  }
}
