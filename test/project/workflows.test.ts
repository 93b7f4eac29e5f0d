import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { projectFolder, run } from "../servers/command.js";

interface Workflow {
  on: unknown;
  permissions: unknown;
  jobs: Record<string, Job>;
}
interface Job {
  if?: string;
  needs?: string;
  permissions?: Record<string, string>;
  steps: { name?: string; run?: string; uses?: string }[];
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
    expect(commands.at(-1)).toContain("--format github-actions");
    expect(await readFile(summary, "utf8")).toContain("## API diff: origin-base/openapi.yaml → openapi.yaml");
    expect(await readFile(join(clone, "site/index.html"), "utf8")).toContain("<html");
  });
});

describe("a release", () => {
  /** The command of a step, by a part of its name. */
  const command = async (name: string) =>
    (await workflow("release")).jobs["check"]?.steps.find((step) => step.name?.includes(name))?.run ?? "";

  const script = (text: string) => run(`bash -e <<'END'\n${text}\nEND`, clone);

  test("is what a tag on main begins, if it is the version", async () => {
    expect((await workflow("release")).on).toEqual({ push: { tags: ["v*"] } });
    execFileSync("git", ["update-ref", "refs/remotes/origin/main", "HEAD"], { cwd: clone });
    const { version } = JSON.parse(await read("package.json"));
    const isAllowed = async (tag: string) =>
      (await script(`GITHUB_REF_NAME=${tag}\n${await command("tag is the version")}`)).code === 0;
    expect([await isAllowed(`v${version}`), await isAllowed("v999.0.0")]).toEqual([true, false]);
    execFileSync("git", ["update-ref", "refs/remotes/origin/main", "HEAD^"], { cwd: clone });
    expect(await isAllowed(`v${version}`)).toBe(false);
  });

  test("has the version that the changes since the tag before need, if there is one", async () => {
    const step = (await command("since the tag before")).replaceAll("npm run --silent diff", "echo compared");
    const compared = async () => (await script(step)).stdout.trim();
    expect(await compared()).toBe("");
    for (const [tag, at] of [
      ["v0.0.1", "HEAD~2"],
      ["v0.0.2-rc.1", "HEAD~1"],
      ["v0.0.2", "HEAD"],
    ] as const)
      execFileSync("git", ["tag", tag, at], { cwd: clone });
    expect(await compared()).toBe("compared -- v0.0.1");
  });

  test("checks, tests and packs first; only where a variable says so, it is published with provenance", async () => {
    const { permissions, jobs } = await workflow("release");
    expect(commandsOf(await workflow("release"), "check")).toEqual(
      expect.arrayContaining(["bash .ci/run", "npm run docs", "npm pack"]),
    );
    const { check, ...others } = jobs;
    expect([permissions, check?.permissions]).toEqual([{ contents: "read" }, undefined]);
    for (const { needs } of Object.values(others)) expect(needs).toBe("check");
    expect(Object.keys(jobs).filter((name) => jobs[name]?.permissions?.["id-token"])).toEqual(["publish"]);
    expect(jobs["publish"]?.if).toBe("vars.PUBLISH == 'true'");
    expect(commandsOf(await workflow("release"), "publish")).toEqual([
      "npm publish *.tgz --provenance --access public",
    ]);
  });
});

test("every night, all tests are run", async () => {
  expect(commandsOf(await workflow("schedule"), "all").at(-1)).toBe("npm run test:all");
});
