import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { operations, title } from "../../generated/contract.js";
import { projectFolder, run } from "../servers/command.js";
import { Repository } from "./repository.js";

const command = ["node_modules/.bin/tsx", "tools/diff/command.ts"].map((file) => join(projectFolder, file)).join(" ");
const diff = ({ folder }: Repository, args = "") => run(`${command} ${args}`, folder);

const { maximum = 0 } = operations.listWebhooks.parameters.find(({ name }) => name === "limit")?.schema ?? {};
const changes = {
  patch: [title, `The ${title}`],
  minor: [`maximum: ${maximum}`, `maximum: ${2 * maximum}`],
  major: [`maximum: ${maximum}`, `maximum: ${maximum - 1}`],
} as const;
const NEEDED = { patch: "1.0.1", minor: "1.1.0", major: "2.0.0" };

const change = (repository: Repository, rating: keyof typeof changes) =>
  repository.replace("openapi.yaml", changes[rating][0], changes[rating][1]);
const setVersion = (repository: Repository, version: string) => repository.replace("package.json", "1.0.0", version);

describe("npm run diff", () => {
  test("passes where nothing has changed", async () => {
    using repository = new Repository();
    expect(await diff(repository)).toMatchObject({ code: 0, output: "0 major, 0 minor, 0 patch.\n" });
  });

  test.each(["patch", "minor", "major"] as const)(
    "fails on a %s change until version and changelog match it",
    async (rating) => {
      using repository = new Repository();
      change(repository, rating);
      const refused = await diff(repository);
      expect(refused.stdout).toContain(`1 ${rating}`);
      expect(refused.stdout).toMatch(/ at openapi\.yaml:\d+:\d+\n/);
      expect(refused.output).toContain(
        `The package has version 1.0.0 and needs ${NEEDED[rating]} or later. Run: npm version --no-git-tag-version ${NEEDED[rating]}`,
      );
      expect(refused.output).toContain("CHANGELOG.md has no new entry: add one under Unreleased.");
      expect(refused.code).toBe(1);
      setVersion(repository, NEEDED[rating]);
      expect(await diff(repository)).toMatchObject({ code: 1 });
      repository.replace("CHANGELOG.md", "## Unreleased\n", "## Unreleased\n\n- It is described.\n");
      expect(await diff(repository)).toMatchObject({ code: 0 });
    },
  );

  test("takes an entry under the next version as new, and an edit of an old entry as none", async () => {
    using repository = new Repository();
    change(repository, "minor");
    setVersion(repository, "1.1.0");
    repository.replace("CHANGELOG.md", "- All of it.", "- All of it, and more.");
    expect((await diff(repository)).output).toContain("CHANGELOG.md has no new entry");
    repository.replace("CHANGELOG.md", "## Unreleased\n", "## Unreleased\n\n## 1.1.0 - 2026-02-01\n\n- More pages.\n");
    expect(await diff(repository)).toMatchObject({ code: 0 });
  });

  test.each([
    ["markdown", /^## API diff: main\/openapi\.yaml → openapi\.yaml\n/],
    ["json", /^\{\n {2}"reportVersion": "1",\n/],
    ["github-actions", /^::error title=.+,file=openapi\.yaml,line=\d+,.+\n::error::The package has version 1\.0\.0/m],
  ])("prints what Redocly prints as %s", async (format, shown) => {
    using repository = new Repository();
    change(repository, "major");
    const { stdout, code } = await diff(repository, `--format ${format}`);
    expect(stdout).toMatch(shown);
    expect(code).toBe(1);
  });

  test("compares with the last release, else with main, else with the ref that is named", async () => {
    using repository = new Repository();
    repository.git("checkout", "--quiet", "-b", "pages");
    change(repository, "minor");
    repository.commit();
    expect((await diff(repository)).stdout).toContain("1 minor");
    repository.git("tag", "v1.0.0");
    expect((await diff(repository)).stdout).toContain("0 major, 0 minor, 0 patch");
    // A release candidate is no release, although it is the nearest tag.
    change(repository, "patch");
    repository.commit();
    repository.git("tag", "v2.0.0-rc.1");
    expect((await diff(repository)).stdout).toContain("0 minor, 1 patch");
    expect((await diff(repository, "main")).stdout).toContain("1 minor, 1 patch");
  });

  test("compares with origin/main in a clone that has no branch main and no tags", async () => {
    using origin = new Repository();
    using repository = new Repository();
    repository.git("remote", "add", "origin", origin.folder);
    repository.git("fetch", "--quiet", "origin");
    repository.git("branch", "--move", "pages");
    expect(await diff(repository)).toMatchObject({ code: 0 });
  });
});

describe("npm run diff says in one line", () => {
  const line = (message: string) => ({ code: 1, output: `npm run diff: ${message}\n` });

  test("that there is no git repository", async () => {
    expect(await run(command, tmpdir())).toMatchObject(line("This folder is not in a git repository."));
  });

  test.each(["nothing", "--output=owned"])("that git does not know the ref %s", async (ref) => {
    using repository = new Repository();
    expect(await diff(repository, `-- ${ref}`)).toMatchObject(
      line(`git does not know "${ref}". Fetch it, or name another git ref: npm run diff -- <ref>`),
    );
  });

  test("that there is nothing to compare with", async () => {
    using repository = new Repository();
    repository.git("branch", "--move", "trunk");
    expect((await diff(repository)).output).toMatch(/There is no release tag \(v1\.2\.3\) and no branch main\. .+\n$/);
    repository.git("rm", "--quiet", "--cached", "openapi.yaml");
    repository.git("commit", "--quiet", "--message", "Remove it");
    expect(await diff(repository, "HEAD")).toMatchObject(line("There is no openapi.yaml at HEAD to compare with."));
  });

  test("that a contract, the newer or the older one, cannot be read", async () => {
    using repository = new Repository();
    const contract = repository.read("openapi.yaml");
    repository.write("openapi.yaml", "openapi: [");
    const newer = expect.stringMatching(/^.+: openapi\.yaml:\d+:\d+: .+\n$/);
    expect(await diff(repository)).toMatchObject({ code: 1, output: newer });
    repository.commit();
    repository.write("openapi.yaml", contract);
    const older = expect.stringMatching(/^.+: openapi\.yaml:\d+:\d+ at main: .+\n$/);
    expect(await diff(repository)).toMatchObject({ code: 1, output: older });
  });

  test("that package.json has no version", async () => {
    using repository = new Repository();
    change(repository, "patch");
    setVersion(repository, "next");
    expect((await diff(repository)).output).toContain("package.json has no version such as 1.2.3.");
  });

  test.each([
    ["one two", "Name one git ref, or none."],
    ["--format pdf", "--format is one of: stylish, markdown, json, github-actions."],
    ["--nothing", "Unknown option"],
  ])("that its arguments are wrong: %s", async (args, message) => {
    const { code, output } = await run(`${command} ${args}`);
    expect(output).toMatch(/^npm run diff: .+\n$/);
    expect(output).toContain(message);
    expect(code).toBe(2);
  });
});
