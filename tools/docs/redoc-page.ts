import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { CommandError } from "../../src/cli/command-error.js";
import type { Contract } from "../contract/model.js";
import type { Document } from "../contract/reader.js";
import { withPolicy } from "./content-security-policy.js";
import { escaped } from "./escape.js";
import type { Guide } from "./guides.js";
import type { Scripts } from "./script.js";
import { fill, formLinks, head, readPart, script, style } from "./template.js";

const run = promisify(execFile);

/**
 * The page by Redocly, in one file.
 *
 * @param project - Folder of the `redocly.yaml` that defines its look.
 * @param published - What Redoc shows, and what its "Copy" copies.
 * @throws CommandError with what Redocly printed, when it cannot build the page.
 */
export async function buildRedocPage(
  project: string,
  { info }: Contract,
  published: Document,
  guides: readonly Guide[],
  scripts: Scripts,
): Promise<string> {
  const scratch = await mkdtemp(join(tmpdir(), "docs-"));
  const fileAt = (name: string) => join(scratch, name);
  const links = guides.map(({ name, title }) => `<a href="guides/${name}.html">${escaped(title)}</a>`);
  // Handlebars would read braces in our parts as its own, and a text of the contract may look like a mark of ours.
  const mark = randomUUID();
  try {
    await writeFile(fileAt("openapi.json"), JSON.stringify(published));
    await writeFile(fileAt("page.hbs"), readPart("redoc.hbs").replaceAll("@@", mark));
    const flags = ["--inlineBundle", `--template=${fileAt("page.hbs")}`, `--output=${fileAt("index.html")}`];
    await redocly(project, "build-docs", fileAt("openapi.json"), ...flags);
    const parts = {
      HEAD: head(info.title, info.summary, FORMS),
      REPAIRS: script(scripts.redoc, ""),
      LINKS: `${links.join(" ")} ${formLinks(FORMS)}`,
      // The controls are for the forms: Redoc has its own.
      STYLES:
        style("palette.css", ' class="shared"') +
        style("controls.css", ' class="shared" media="not all"') +
        style("redoc.css"),
      SCRIPTS: script(scripts.forms),
    };
    // Redoc searches in a worker that it makes of a blob.
    return withPolicy(fill(repaired(await readFile(fileAt("index.html"), "utf8")), parts, mark), "blob:");
  } finally {
    await rm(scratch, { recursive: true });
  }
}

/** The files of the site that are other forms of the page. */
const FORMS = ["reference.md", "openapi.yaml", "openapi.json"];

/** Redoc's page, with repairs of what does not work in a single file. */
function repaired(page: string): string {
  const markup = page.slice(0, page.indexOf('<script type="module">', page.indexOf('<div id="redoc">')));
  // Until its script runs, Redoc's links lead to separate pages.
  const linked = markup.replaceAll('href="/', 'href="#/') + page.slice(markup.length);
  // Redoc fetches one logo from Redocly's host; redoc.css shows a word instead.
  return linked.replaceAll(/https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g, "data:,");
}

const CLI = join(dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json")), "bin/cli.js");

/** Turns off the telemetry of the CLI and its notices of updates. */
const QUIET = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

async function redocly(project: string, ...args: string[]): Promise<void> {
  try {
    await run(process.execPath, [CLI, ...args], { cwd: project, env: { ...process.env, ...QUIET } });
  } catch (error) {
    const printed = error instanceof Error && "stderr" in error ? error.stderr : error;
    throw new CommandError(`The docs were not built. Redocly printed:\n${printed}`);
  }
}
