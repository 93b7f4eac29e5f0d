import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { CommandError } from "../../src/cli/command.js";

/**
 * Installs the packages of a folder with its own `package.json` and lockfile, if they are missing or do not match the
 * lockfile. The project's `npm ci` installs only what start and test need.
 *
 * @param folder - Absolute path.
 * @throws CommandError when npm cannot install them.
 */
export function installPackages(folder: string): void {
  const lockfile = join(folder, "package-lock.json");
  const installed = join(folder, "node_modules/.installed-lock.json");
  if (existsSync(installed) && readFileSync(installed, "utf8") === readFileSync(lockfile, "utf8")) return;
  const name = relative(process.cwd(), folder);
  process.stderr.write(`Installing the packages of ${name}, which has its own lockfile.\n`);
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
