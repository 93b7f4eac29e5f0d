import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildableContract } from "../contract/buildable.js";
import { readDocument } from "../contract/reader.js";
import { chaptersOf } from "./chapters.js";
import { readGuides } from "./guides.js";
import { renderLlms } from "./llms.js";
import { renderMarkdown } from "./markdown.js";
import { publishedContract } from "./published.js";
import { buildRedocPage } from "./redoc-page.js";
import { buildScripts } from "./script.js";
import { renderStaticPages } from "./static-page.js";

/**
 * Writes the site: the pages, the contract, the reference and the guides as Markdown, and llms.txt.
 *
 * @param project - Folder of the contract.
 * @param site - Folder to write, which loses what it has.
 * @returns Folder of the site.
 * @throws CommandError when the contract cannot be read, or Redocly refuses it.
 */
export async function buildSite(project: string, site = join(project, "site")): Promise<string> {
  const document = await readDocument(project);
  const contract = buildableContract(document);
  const chapters = chaptersOf(contract);
  const guides = readGuides(project);
  const scripts = await buildScripts(contract);
  const published = publishedContract(document, contract);
  const files = {
    "openapi.yaml": readFileSync(join(project, "openapi.yaml"), "utf8"),
    "openapi.json": `${JSON.stringify(published, undefined, 2)}\n`,
    "reference.md": renderMarkdown(chapters),
    "llms.txt": renderLlms(contract, chapters, guides),
    "index.html": await buildRedocPage(project, contract, published, guides, scripts),
    ...renderStaticPages(contract, chapters, guides, scripts),
    ...Object.fromEntries(guides.map(({ name, markdown }) => [`guides/${name}.md`, markdown])),
  };
  rmSync(site, { recursive: true, force: true });
  mkdirSync(join(site, "guides"), { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(site, name), content);
  return site;
}
