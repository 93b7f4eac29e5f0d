import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { CommandError } from "../../src/cli/command-error.js";
import type { Document } from "../contract/reader.js";

const run = promisify(execFile);
const CLI = join(dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json")), "bin/cli.js");

/** Turns off the telemetry of the CLI and its notices of updates. */
const QUIET = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

/** The logo that Redoc fetches from Redocly's host: the only thing that it would load. */
const LOGO = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g;

/**
 * The page that `redocly build-docs` makes, in one file.
 *
 * @param project - Folder of the `redocly.yaml` that defines its look.
 * @throws CommandError with what Redocly printed, when it cannot build the page.
 */
export async function buildRedocPage(project: string, published: Document): Promise<string> {
  const scratch = await mkdtemp(join(tmpdir(), "docs-"));
  const [contract, page] = [join(scratch, "openapi.json"), join(scratch, "redoc.html")];
  try {
    await writeFile(contract, JSON.stringify(published));
    const command = [CLI, "build-docs", contract, "--inlineBundle", `--output=${page}`];
    await run(process.execPath, command, { cwd: project, env: { ...process.env, ...QUIET } });
    return (await readFile(page, "utf8")).replaceAll(LOGO, "data:,");
  } catch (error) {
    const printed = error instanceof Error && "stderr" in error ? error.stderr : error;
    throw new CommandError(`The docs were not built. Redocly printed:\n${printed}`);
  } finally {
    await rm(scratch, { recursive: true });
  }
}
