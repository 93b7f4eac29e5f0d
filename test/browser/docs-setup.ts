import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { buildSite } from "../../tools/docs/build.js";
import { projectFolder } from "../servers/command.js";

declare module "vitest" {
  export interface ProvidedContext {
    /** Folder of the docs, built once for all tests in pages. */
    docsFolder: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "docs-site-"));
  project.provide("docsFolder", await buildSite(projectFolder, folder));
  return () => rm(folder, { recursive: true });
}
