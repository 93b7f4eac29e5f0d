import { readFileSync, writeFileSync } from "node:fs";
import { CommandError, runCommand } from "../../src/cli/command.js";

const HELP = `
npm version <version>

Writes the version, generates what has it, dates what CHANGELOG.md has under Unreleased, commits, and tags. With
--no-git-tag-version, which is for a pull request, it writes the version and generates, and leaves the rest.
`;

// npm runs this between writing the version and committing it, and says so in the environment.
await runCommand({ name: "npm version", help: HELP }, () => {
  const { npm_package_version: version, npm_config_git_tag_version: isTagged = "true" } = process.env;
  if (["", "false"].includes(isTagged)) return 0;
  const changelog = readFileSync("CHANGELOG.md", "utf8");
  if (!/^## Unreleased\n+(?!## )\S/m.test(changelog))
    throw new CommandError(
      "CHANGELOG.md has nothing under Unreleased. Describe the release there, and begin with: git restore .",
    );
  const title = `## ${version} - ${new Date().toISOString().slice(0, 10)}`;
  writeFileSync("CHANGELOG.md", changelog.replace(/^## Unreleased$/m, `$&\n\n${title}`));
  return 0;
});
