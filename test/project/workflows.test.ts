import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { projectFolder, run } from "../servers/command.js";

interface Workflow {
  jobs: Record<string, { steps: { name?: string; run?: string; uses?: string }[] }>;
}

const read = (file: string) => readFile(join(projectFolder, file), "utf8");
const workflow = async (name: string): Promise<Workflow> => parse(await read(`.github/workflows/${name}.yml`));
const commandsOf = ({ jobs }: Workflow, job: string) => (jobs[job]?.steps ?? []).flatMap((step) => step.run ?? []);

let clone: string;

/** A clone on a branch that equals its base branch, as a pull request without changes. */
beforeAll(async () => {
  clone = await mkdtemp(join(tmpdir(), "pull-request-"));
  execFileSync("git", ["clone", "--quiet", projectFolder, clone]);
  execFileSync("git", ["update-ref", "refs/remotes/origin/base", "HEAD"], { cwd: clone });
  await symlink(join(projectFolder, "node_modules"), join(clone, "node_modules"), "dir");
});

afterAll(() => rm(clone, { recursive: true }));

describe("a pull request", () => {
  test("waits for .ci/run, which anybody can run", async () => {
    expect(commandsOf(await workflow("pull-request"), "check")).toEqual(["bash .ci/run"]);
  });

  test("shows the changes of the contract, requires their version, and builds the docs, with scripts of the package", async () => {
    const [install, ...commands] = commandsOf(await workflow("pull-request"), "contract");
    expect(install).toBe("npm ci");
    const summary = join(clone, "summary.md");
    const environment = `GITHUB_BASE_REF=base GITHUB_STEP_SUMMARY=${summary}`;
    for (const command of commands) {
      expect(command).toMatch(/^npm run /);
      const { code, output } = await run(`export ${environment}; ${command}`, clone);
      expect(code, output).toBe(0);
    }
    // A pull request that lacks the version has its docs, too.
    expect(commands.at(-1)).toContain("--format github");
    expect(await readFile(summary, "utf8")).toContain("## `openapi.yaml` since `origin/base`");
    expect(await readFile(join(clone, "site/index.html"), "utf8")).toContain("<html");
  });
});

test("every night, all tests are run", async () => {
  const { scripts } = JSON.parse(await read("package.json"));
  expect(commandsOf(await workflow("schedule"), "all")).toEqual(["npm ci", "npm run test:all"]);
  const suites = Object.keys(scripts).filter(
    (name) => name.startsWith("test:") && !["test:all", "test:watch"].includes(name),
  );
  const inCi = await read(".ci/run");
  const isRun = (suite: string) =>
    scripts["test:all"].includes(`npm run ${suite}`) || inCi.includes(`npm run ${suite}`);
  expect(suites.filter((suite) => !isRun(suite))).toEqual([]);
});
