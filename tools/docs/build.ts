import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { contractOf } from "../contract/model.js";
import { readDocument } from "../contract/reader.js";
import { chaptersOf } from "./chapters.js";
import { renderGuidePage } from "./guide-page.js";
import { readGuides } from "./guides.js";
import { renderLlms } from "./llms.js";
import { renderMarkdown } from "./markdown.js";
import { withSamples } from "./published.js";
import { buildRedocPage } from "./redoc-page.js";
import { renderReferencePage } from "./reference-page.js";
import { buildTryIt } from "./script.js";

/**
 * Writes `site/`: the pages, the contract, the reference and the guides as Markdown, and llms.txt.
 *
 * @param project - Folder of the contract; `site/` is written there.
 * @returns Folder of the site.
 * @throws CommandError when the contract cannot be read, or Redocly refuses it.
 */
export async function buildSite(project: string): Promise<string> {
  const document = await readDocument(project);
  const contract = contractOf(document);
  const chapters = chaptersOf(contract);
  const guides = readGuides(project);
  const tryIt = await buildTryIt(contract);
  const site = join(project, "site");
  mkdirSync(join(site, "guides"), { recursive: true });
  const files = {
    "openapi.yaml": readFileSync(join(project, "openapi.yaml"), "utf8"),
    "openapi.json": `${JSON.stringify(withSamples(contract), undefined, 2)}\n`,
    "reference.md": renderMarkdown(chapters),
    "reference.html": renderReferencePage(contract, chapters, guides, tryIt),
    "llms.txt": renderLlms(contract, guides),
    "index.html": await buildRedocPage(project, contract, guides, tryIt),
    ...Object.fromEntries(
      guides.flatMap((guide) => [
        [`guides/${guide.name}.md`, guide.markdown],
        [`guides/${guide.name}.html`, renderGuidePage(contract, guide, guides)],
      ]),
    ),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(site, name), content);
  return site;
}
