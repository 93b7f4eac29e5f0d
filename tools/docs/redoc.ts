import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Document } from "../contract/reader.js";
import { textByRedocly } from "./redocly.js";

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
  const contract = join(scratch, "openapi.json");
  try {
    await writeFile(contract, JSON.stringify(published));
    const page = await textByRedocly(project, "redoc.html", "build-docs", contract, "--inlineBundle");
    return page.replaceAll(LOGO, "data:,");
  } finally {
    await rm(scratch, { recursive: true });
  }
}
