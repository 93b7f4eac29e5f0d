import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { projectFolder } from "./command.js";

/** What a fresh clone does not hold. */
const NOT_CLONED = [".git", "node_modules", "dist", "site"];

/** A copy of this project as after `git clone` and `npm ci`, in a temporary folder. */
export async function checkout(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "checkout-"));
  await cp(projectFolder, folder, { recursive: true, filter: (source) => !NOT_CLONED.includes(basename(source)) });
  await symlink(join(projectFolder, "node_modules"), join(folder, "node_modules"), "dir");
  return { folder, remove: () => rm(folder, { recursive: true }) };
}
