import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CommandError } from "../../src/cli/command-error.js";
import { runCommand } from "../../src/cli/run.js";
import { release } from "../history/changelog.js";
import { plan, requireClean } from "./plan.js";

// npm runs this file before, during and after `npm version`, with the names of the step and of the version.
const { npm_lifecycle_event: step = "", npm_new_version: version = "", npm_config_git_tag_version } = process.env;

/** Without a tag, `npm version` only writes the version that a pull request needs. */
const isRelease = !["", "false"].includes(npm_config_git_tag_version ?? "true");

const STEPS: Readonly<Record<string, (folder: string) => void>> = {
  /** Refuses before anything is written. */
  preversion(folder) {
    if (!isRelease) return;
    plan(folder, version);
    run(folder, "bash", ".ci/run");
    requireClean(folder, "The checks have changed files. Commit or restore what git status lists.");
  },

  /** Writes what the commit of the version contains. */
  version(folder) {
    run(folder, "npm", "run", "generate");
    run(folder, "git", "add", "generated");
    if (!isRelease) return;
    const changelog = join(folder, "CHANGELOG.md");
    const today = new Date().toISOString().slice(0, 10);
    writeFileSync(changelog, release(readFileSync(changelog, "utf8"), version, today));
    run(folder, "git", "add", "CHANGELOG.md");
  },

  /** Packs the tarball, and says what to do with the release. */
  postversion(folder) {
    if (!isRelease) return;
    const packed = execFileSync("npm", ["pack", "--json", "--silent"], { cwd: folder, encoding: "utf8" });
    const [{ filename }] = JSON.parse(packed);
    process.stdout.write(`
Released ${version} in this clone. To publish it: git push origin main v${version} && npm publish ${filename}
To undo it: git tag --delete v${version} && git reset --hard HEAD^ && rm ${filename}
`);
  },
};

function run(folder: string, command: string, ...args: string[]): void {
  try {
    execFileSync(command, args, { cwd: folder, stdio: "inherit" });
  } catch {
    throw new CommandError(`"${[command, ...args].join(" ")}" failed.`);
  }
}

await runCommand({ name: `npm version, ${step}`, about: "A step of npm version.", options: {} }, () => {
  STEPS[step]?.(process.cwd());
  return 0;
});
