import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readContract, readDocument } from "../generate/openapi.js";
import { chaptersOf } from "./chapters.js";
import { renderLlms } from "./llms.js";
import { renderMarkdown } from "./markdown.js";
import { withSamples } from "./published.js";
import { buildRedocPage } from "./redoc-page.js";
import { renderReferencePage } from "./reference-page.js";
import { buildTryIt } from "./script.js";

/**
 * Writes `site/`: two pages, the contract, the reference as Markdown, and llms.txt.
 *
 * @param project - Folder of the contract; `site/` is written there.
 * @returns Folder of the site.
 * @throws CommandError when the contract cannot be read, or Redocly refuses it.
 */
export async function buildSite(project: string): Promise<string> {
  const contract = readContract(project);
  const chapters = chaptersOf(contract);
  const tryIt = await buildTryIt(contract);
  const site = join(project, "site");
  mkdirSync(site, { recursive: true });
  const files = {
    "openapi.yaml": readFileSync(join(project, "openapi.yaml"), "utf8"),
    "openapi.json": `${JSON.stringify(withSamples(readDocument(project)), undefined, 2)}\n`,
    "reference.md": renderMarkdown(chapters),
    "reference.html": renderReferencePage(contract, chapters, tryIt),
    "llms.txt": renderLlms(contract),
    "index.html": await buildRedocPage(project, contract, tryIt),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(site, name), content);
  return site;
}
