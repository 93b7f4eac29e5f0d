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
import { formLinks, pageOf, script, style } from "./layout.js";
import type { Scripts } from "./script.js";

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
  // What Redocly puts into the head and into the body of a page. A text of the contract cannot look like what is between.
  const between = randomUUID();
  try {
    await writeFile(fileAt("openapi.json"), JSON.stringify(published));
    await writeFile(fileAt("page.hbs"), `{{{redocHead}}}${between}{{{redocHTML}}}`);
    const flags = ["--inlineBundle", `--template=${fileAt("page.hbs")}`, `--output=${fileAt("index.html")}`];
    await redocly(project, "build-docs", fileAt("openapi.json"), ...flags);
    const [head = "", body = ""] = (await readFile(fileAt("index.html"), "utf8")).split(between);
    // The controls are for the forms: Redoc has its own.
    const shared = style("palette.css", ' class="shared"') + style("controls.css", ' class="shared" media="not all"');
    const more = [script(scripts.redoc, ""), head, shared + style("redoc-page.css")].join("\n    ");
    const { title, summary: description } = info;
    const page = pageOf({ title, description }, more, bodyOf(repaired(body), guides, scripts));
    // Redoc searches in a worker that it makes of a blob.
    return withPolicy(page, "blob:");
  } finally {
    await rm(scratch, { recursive: true });
  }
}

/** The files of the site that are other forms of the page. */
const FORMS = ["reference.md", "openapi.yaml", "openapi.json"];

function bodyOf(redoc: string, guides: readonly Guide[], scripts: Scripts): string {
  const links = guides.map(({ name, title }) => `<a href="guides/${name}.html">${escaped(title)}</a>`);
  return `    <a class="skip" href="#api-content">Skip to the content</a>
    <nav class="pages" aria-label="Other pages">
      <p><a id="static-page" href="reference.html">This place on the static page</a></p>
      <p>${links.join(" ")} ${formLinks(FORMS)}</p>
    </nav>
    <noscript>
      <p class="notice">
        This page requires JavaScript. <a href="reference.html">The reference as one static page</a> does not.
      </p>
    </noscript>
    ${redoc}
    ${script(scripts.forms)}`;
}

/** Redoc's part of the page, with repairs of what does not work in a single file. */
function repaired(page: string): string {
  const [markup = ""] = page.split('<script type="module">', 1);
  // Until its script runs, Redoc's links lead to separate pages.
  const linked = markup.replaceAll('href="/', 'href="#/') + page.slice(markup.length);
  // Redoc fetches one logo from Redocly's host; redoc-page.css shows a word instead.
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
