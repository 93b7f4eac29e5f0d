import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { CommandError } from "../../src/cli/command.js";
import { type Contract, operationsOf } from "../contract/model.js";
import type { Document } from "../contract/reader.js";
import { callsOf } from "./calls.js";
import { codeSamplesOf } from "./request-samples.js";

const OVERLAY = fileURLToPath(new URL("published-overlay.yaml", import.meta.url));

/** The logo that Redoc fetches from Redocly's host: the only thing that it would load. */
const LOGO = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g;

/**
 * The contract as one JSON document, for tools and for Redoc: what `redocly bundle` makes of `openapi.yaml` with our
 * overlay, and samples for each operation.
 *
 * @param project - Folder of the contract.
 * @throws CommandError when Redocly cannot bundle it.
 */
export async function publishedContract(project: string, contract: Contract): Promise<Document> {
  const bundle = await written(project, "openapi.json", () => ["bundle", "openapi.yaml", `--overlay=${OVERLAY}`]);
  const document = JSON.parse(bundle);
  const calls = callsOf(contract);
  for (const { path, method, operationId } of operationsOf(contract))
    document.paths[path][method.toLowerCase()]["x-codeSamples"] = codeSamplesOf(calls[operationId]);
  return document;
}

/**
 * The page that `redocly build-docs` makes, in one file.
 *
 * @param project - Folder of the `redocly.yaml` that defines its look.
 * @throws CommandError when Redocly cannot build it.
 */
export async function redocPage(project: string, published: Document): Promise<string> {
  const page = await written(project, "redoc.html", async (folder) => {
    const contract = join(folder, "openapi.json");
    await writeFile(contract, JSON.stringify(published));
    return ["build-docs", contract, "--inlineBundle"];
  });
  return page.replaceAll(LOGO, "data:,");
}

const run = promisify(execFile);
const CLI = join(dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json")), "bin/cli.js");

/** Turns off the telemetry of the CLI and its notices of updates. */
const QUIET = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

/**
 * The file that a command of the Redocly CLI writes.
 *
 * @param command - Its words, by a folder that is deleted afterwards.
 */
async function written(
  project: string,
  name: string,
  command: (folder: string) => readonly string[] | Promise<readonly string[]>,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "docs-"));
  const file = join(folder, name);
  try {
    const options = { cwd: project, env: { ...process.env, ...QUIET } };
    await run(process.execPath, [CLI, ...(await command(folder)), `--output=${file}`], options);
    return await readFile(file, "utf8");
  } catch (error) {
    const printed = error instanceof Error && "stderr" in error ? error.stderr : error;
    throw new CommandError(`The docs were not built. Redocly printed:\n${printed}`);
  } finally {
    await rm(folder, { recursive: true });
  }
}
