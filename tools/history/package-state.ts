import { readFileSync } from "node:fs";
import { join } from "node:path";
import semver from "semver";
import { CommandError } from "../../src/cli/command-error.js";
import { fileAt } from "./git.js";

/** State of a package. */
export interface PackageState {
  /** Version, from `package.json`. */
  version: string;
  /** Text of `CHANGELOG.md`. */
  changelog: string;
}

/**
 * The package in a folder, now or at a git ref.
 *
 * @throws CommandError when one of its files cannot be read.
 */
export function packageAt(folder: string, ref?: string): PackageState {
  const read = (file: string) => (ref ? fileAt(folder, ref, file) : fileIn(folder, file));
  const version = versionIn(read("package.json"));
  if (version === undefined) {
    throw new CommandError(`package.json${ref ? ` at ${ref}` : ""} is not JSON with a version such as 1.2.3.`);
  }
  return { version, changelog: read("CHANGELOG.md") };
}

function fileIn(folder: string, file: string): string {
  try {
    return readFileSync(join(folder, file), "utf8");
  } catch {
    throw new CommandError(`${file} cannot be read. Restore it: git checkout -- ${file}`);
  }
}

/** The semantic version in a manifest; `undefined` if there is none. */
function versionIn(manifest: string): string | undefined {
  try {
    return semver.valid(JSON.parse(manifest).version) ?? undefined;
  } catch {
    return undefined;
  }
}
