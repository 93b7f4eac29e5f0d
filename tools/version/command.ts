import { readFileSync, writeFileSync } from "node:fs";
import { CommandError, runCommand } from "../../src/cli/command.js";

const HELP = `
Usage: npm version <version>

Writes the version, regenerates the files that contain it, dates the entries under Unreleased in CHANGELOG.md, commits and
tags. With --no-git-tag-version, for use in a pull request, it only writes the version and regenerates the files.
`;

// npm runs this after it writes the version and before it commits, and passes both settings in the environment.
await runCommand({ name: "npm version", help: HELP }, () => {
  const { npm_package_version: version, npm_config_git_tag_version: isTagged = "true" } = process.env;
  if (["", "false"].includes(isTagged)) return 0;
  const changelog = readFileSync("CHANGELOG.md", "utf8");
  if (!/^## Unreleased\n+(?!## )\S/m.test(changelog))
    throw new CommandError(
      'CHANGELOG.md has nothing under Unreleased. Run "git restore .", describe the release there, and try again.',
    );
  const title = `## ${version} - ${new Date().toISOString().slice(0, 10)}`;
  writeFileSync("CHANGELOG.md", changelog.replace(/^## Unreleased$/m, `$&\n\n${title}`));
  return 0;
});
