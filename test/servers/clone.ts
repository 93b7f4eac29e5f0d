import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, inject } from "vitest";
import type { TestProject } from "vitest/node";
import { projectFolder, run } from "./command.js";

declare module "vitest" {
  export interface ProvidedContext {
    /** A clone that is built and packed once, for all slow tests. They may add files of their own, and change none. */
    built: { readonly folder: string; readonly tarball: string; readonly files: readonly string[] };
  }
}

/** Builds and packs a clone before all slow tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { folder, remove } = await cloneProject();
  const { code, stdout, output } = await run(`${COMPILE} && npm pack --json --ignore-scripts`, folder);
  if (code !== 0) throw new Error(`The package was not packed:\n${output}`);
  const [{ filename, files }] = JSON.parse(stdout);
  const paths = files.map(({ path }: { path: string }) => path);
  project.provide("built", { folder, tarball: join(folder, filename), files: paths });
  return remove;
}

/** The clone that is built, for tests that only read it and add files. */
export function builtClone(): { readonly folder: string } {
  return inject("built");
}

/** What a fresh clone does not hold. */
const NOT_CLONED = [".git", "node_modules", "dist", "site"];

/** Writes `dist`. The types are checked elsewhere. */
const COMPILE = [
  ...["", "/tsconfig.node.json", "/tsconfig.cjs.json"].map((config) => `npx tsc --noCheck --project src${config}`),
  `echo '{ "type": "commonjs" }' > dist/cjs/package.json`,
].join(" && ");

/** A clone of this project, as after `git clone` and `npm ci`. */
interface Clone {
  readonly folder: string;
  remove(): Promise<void>;
}

/** Clones this project into a temporary folder. */
export async function cloneProject(): Promise<Clone> {
  const folder = await mkdtemp(join(tmpdir(), "clone-"));
  await cp(projectFolder, folder, { recursive: true, filter: (source) => !NOT_CLONED.includes(basename(source)) });
  await symlink(join(projectFolder, "node_modules"), join(folder, "node_modules"), "dir");
  return { folder, remove: () => rm(folder, { recursive: true }) };
}

/**
 * A clone for the tests of one file, which they may change.
 *
 * @param commands - What is run in it before the tests.
 */
export function cloneOfProject(...commands: string[]): { readonly folder: string } {
  let clone: Clone;
  beforeAll(async () => {
    clone = await cloneProject();
    for (const command of commands) {
      const { code, output } = await run(command, clone.folder);
      expect(code, output).toBe(0);
    }
  }, 120_000);
  afterAll(() => clone.remove());
  return {
    get folder() {
      return clone.folder;
    },
  };
}
