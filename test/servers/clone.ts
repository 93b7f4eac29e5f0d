import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { projectFolder, run } from "./command.js";

/** What a fresh clone does not hold. */
const NOT_CLONED = [".git", "node_modules", "dist", "site"];

/** Writes `dist`. The types are checked elsewhere. */
export const COMPILE = "npx tsc --noCheck --project src && npx tsc --noCheck --project src/tsconfig.node.json";

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
 * A clone for the tests of one file.
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
