import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { CommandError } from "../../src/cli/command-error.js";

/**
 * Installs the packages of a folder that has a `package.json` and a lockfile of its own, where they are missing or are
 * not those of its lockfile. So `npm ci` of the project brings only what it takes to start and to test.
 *
 * @param folder - Absolute path.
 * @throws CommandError when npm cannot install them.
 */
export function installPackages(folder: string): void {
  const lockfile = join(folder, "package-lock.json");
  const installed = join(folder, "node_modules/.installed-lock.json");
  if (existsSync(installed) && readFileSync(installed, "utf8") === readFileSync(lockfile, "utf8")) return;
  const name = relative(process.cwd(), folder);
  process.stderr.write(`Installing the packages of ${name}, which has a lockfile of its own.\n`);
  try {
    execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
    });
  } catch {
    throw new CommandError(`The packages of ${name} cannot be installed. Try: npm ci --prefix ${name}`);
  }
  copyFileSync(lockfile, installed);
}
