import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { CommandError } from "../../src/cli/command.js";
import { type Contract, operationsOf } from "../contract/model.js";
import type { Call } from "./call.js";
import { samplesOf } from "./samples.js";

const run = promisify(execFile);
const CLI = join(dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json")), "bin/cli.js");
const OVERLAY = fileURLToPath(new URL("published-overlay.yaml", import.meta.url));
const TEMPLATE = fileURLToPath(new URL("redoc.hbs", import.meta.url));

/** The logo that Redoc fetches from Redocly's host: the only thing that it would load. */
const LOGO = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g;

/**
 * What the Redocly CLI makes from the contract: a JSON document for tools, which is `openapi.yaml` with our overlay and
 * samples for each operation, and the page that `redocly build-docs` makes from that document.
 *
 * @param project - Folder of the contract, and of the `redocly.yaml` that defines the look of the page.
 * @throws CommandError with what Redocly printed, when it fails.
 */
export async function publishedByRedocly(
  project: string,
  contract: Contract,
  calls: Readonly<Record<string, Call>>,
): Promise<Record<"openapi.json" | "redoc.html", string>> {
  const folder = await mkdtemp(join(tmpdir(), "docs-"));
  const [json, page] = [join(folder, "openapi.json"), join(folder, "redoc.html")];
  const redocly = (...words: string[]) => run(process.execPath, [CLI, ...words], { cwd: project });
  try {
    await redocly("bundle", "openapi.yaml", `--overlay=${OVERLAY}`, `--output=${json}`);
    const document = JSON.parse(await readFile(json, "utf8"));
    for (const { path, method, operationId } of operationsOf(contract))
      document.paths[path][method.toLowerCase()]["x-codeSamples"] = codeSamplesOf(calls[operationId]);
    const published = `${JSON.stringify(document, undefined, 2)}\n`;
    await writeFile(json, published);
    await redocly("build-docs", json, "--inlineBundle", `--template=${TEMPLATE}`, `--output=${page}`);
    const html = (await readFile(page, "utf8")).replaceAll(LOGO, "data:,");
    return { "openapi.json": published, "redoc.html": html };
  } catch (error) {
    const printed = error instanceof Error && "stderr" in error ? error.stderr : error;
    throw new CommandError(`The docs were not built. Redocly printed:\n${printed}`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The samples of an operation. Redoc highlights TypeScript as JavaScript, and finds a sample by its label. */
function codeSamplesOf(call: Call | undefined): { lang: string; label: string; source: string }[] {
  return (call ? samplesOf(call) : []).map(({ name, code }) => {
    return { lang: name === "TypeScript" ? "JavaScript" : name, label: name, source: code };
  });
}
