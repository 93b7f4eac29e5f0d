import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { CommandError } from "../../src/cli/command.js";

const run = promisify(execFile);
const CLI = join(dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json")), "bin/cli.js");

/** Turns off the telemetry of the CLI and its notices of updates. */
const QUIET = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

/**
 * Runs a command of the Redocly CLI that writes one file, and returns the text of that file.
 *
 * @param project - Folder of `openapi.yaml` and `redocly.yaml`.
 * @param name - Name of the file.
 * @throws CommandError with what Redocly printed, when it fails.
 */
export async function textByRedocly(project: string, name: string, ...command: readonly string[]): Promise<string> {
  const scratch = await mkdtemp(join(tmpdir(), "docs-"));
  const file = join(scratch, name);
  try {
    const options = { cwd: project, env: { ...process.env, ...QUIET } };
    await run(process.execPath, [CLI, ...command, `--output=${file}`], options);
    return await readFile(file, "utf8");
  } catch (error) {
    const printed = error instanceof Error && "stderr" in error ? error.stderr : error;
    throw new CommandError(`The docs were not built. Redocly printed:\n${printed}`);
  } finally {
    await rm(scratch, { recursive: true });
  }
}
