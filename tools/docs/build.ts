import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Contract, operationsOf } from "../contract/model.js";
import { checkContract } from "../generate/generate.js";
import { callsOf } from "./call.js";
import { type Guide, readGuides } from "./guides.js";
import { renderPages } from "./page.js";
import { publishedByRedocly } from "./redocly.js";

/**
 * Writes the site: the pages, the contract, the guides as Markdown, and llms.txt.
 *
 * @param project - Folder of the contract.
 * @param site - Folder to write. Other files in it are deleted.
 * @returns Folder of the site.
 * @throws CommandError when something cannot be built from the contract, or Redocly refuses it.
 */
export async function buildSite(project: string, site = join(project, "site")): Promise<string> {
  const { contract } = await checkContract(project);
  const calls = callsOf(contract);
  const guides = readGuides(project);
  const files: Record<string, string> = {
    "openapi.yaml": readFileSync(join(project, "openapi.yaml"), "utf8"),
    "llms.txt": llmsText(contract, guides),
    ...(await publishedByRedocly(project, contract, calls)),
    ...(await renderPages(contract, calls, guides)),
    ...Object.fromEntries(guides.map(({ name, text }) => [`${name}.md`, text])),
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(site, name)), { recursive: true });
    writeFileSync(join(site, name), content);
  }
  // Old files are deleted last, so that a host that serves the folder meanwhile always finds its files.
  const kept = Object.keys(files).flatMap((name) => [name, dirname(name)]);
  for (const name of readdirSync(site, { recursive: true, encoding: "utf8" })) {
    if (!kept.includes(name)) rmSync(join(site, name), { recursive: true, force: true });
  }
  return site;
}

/** `llms.txt`: an overview for language models (https://llmstxt.org). It lists what is available as text. */
function llmsText(contract: Contract, guides: readonly Guide[]): string {
  const { info } = contract;
  const operations = operationsOf(contract).map(({ method, path, summary }) => `- \`${method} ${path}\`: ${summary}`);
  return `# ${info.title}

> ${info.summary} Version ${info.version}.

${operations.join("\n")}

## Contract

- [openapi.yaml](openapi.yaml): every operation, field, example and open question; the source of everything else

## Guides

${guides.map(({ name, title, summary }) => `- [${title}](${name}.md): ${summary}`).join("\n")}
`;
}
