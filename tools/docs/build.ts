import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { checkContract } from "../generate/generate.js";
import { callsOf } from "./call-data.js";
import { readGuides } from "./guides.js";
import { renderLlms } from "./llms.js";
import { renderPages } from "./page.js";
import { publishedByRedocly } from "./redocly.js";

/**
 * Writes the site: the pages, the contract, the guides as Markdown, and llms.txt.
 *
 * @param project - Folder of the contract.
 * @param site - Folder to write, which loses what it has.
 * @returns Folder of the site.
 * @throws CommandError when something cannot be built from the contract, or Redocly refuses it.
 */
export async function buildSite(project: string, site = join(project, "site")): Promise<string> {
  const { contract } = await checkContract(project);
  const calls = callsOf(contract);
  const guides = readGuides(project);
  writeSite(site, {
    "openapi.yaml": readFileSync(join(project, "openapi.yaml"), "utf8"),
    "llms.txt": renderLlms(contract, calls, guides),
    ...(await publishedByRedocly(project, contract, calls)),
    ...(await renderPages(contract, calls, guides)),
    ...Object.fromEntries(guides.map(({ name, text }) => [`${name}.md`, text])),
  });
  return site;
}

/**
 * Writes files, and deletes all others of the folder. A page may be requested meanwhile: each file is the old one or the
 * new one at every moment, since a host would end when a file is missing that it has just found.
 *
 * @param files - Their content, by path.
 */
export function writeSite(site: string, files: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(site, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.new`, content);
    renameSync(`${path}.new`, path);
  }
  const kept = Object.keys(files).flatMap((name) => [name, dirname(name)]);
  for (const name of readdirSync(site, { recursive: true, encoding: "utf8" })) {
    if (!kept.includes(name)) rmSync(join(site, name), { recursive: true, force: true });
  }
}
