import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { CommandError } from "../../src/cli/command.js";

/**
 * Installs the packages of a folder, which its own `package.json` lists in exact versions, if they are missing or the
 * list has changed. The project's `npm ci` installs only what start and test need.
 *
 * @param folder - Absolute path.
 * @throws CommandError when npm cannot install them.
 */
export function installPackages(folder: string): void {
  const list = join(folder, "package.json");
  const modules = join(folder, "node_modules");
  const installed = join(modules, ".installed.json");
  if (existsSync(installed) && readFileSync(installed, "utf8") === readFileSync(list, "utf8")) return;
  const name = relative(process.cwd(), folder);
  process.stderr.write(`Installing the packages of ${name}, which has its own package.json.\n`);
  rmSync(modules, { recursive: true, force: true });
  try {
    execFileSync("npm", ["install", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
    });
  } catch {
    throw new CommandError(`The packages of ${name} cannot be installed. Try: npm install --prefix ${name}`);
  }
  copyFileSync(list, installed);
}
