import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { projectFolder, run } from "../servers/command.js";

// The steps of the workflows, run here as a workflow runs them.

interface Workflow {
  jobs: Record<string, { steps: Step[] }>;
}
interface Step {
  name?: string;
  run?: string;
}

let clone: string;

/** A clone on a branch that equals its base branch, as a pull request without changes. */
beforeAll(async () => {
  clone = await mkdtemp(join(tmpdir(), "workflows-"));
  execFileSync("git", ["clone", "--quiet", projectFolder, clone]);
  execFileSync("git", ["update-ref", "refs/remotes/origin/base", "HEAD"], { cwd: clone });
  await symlink(join(projectFolder, "node_modules"), join(clone, "node_modules"), "dir");
});

afterAll(() => rm(clone, { recursive: true }));

async function stepsOf(workflow: string, job: string): Promise<Step[]> {
  const { jobs }: Workflow = parse(await readFile(join(projectFolder, `.github/workflows/${workflow}.yml`), "utf8"));
  return jobs[job]?.steps ?? [];
}

/** The command of a step of the release, by its name. */
async function commandOf(name: string): Promise<string> {
  const step = (await stepsOf("release", "check")).find((candidate) => candidate.name === name);
  if (step?.run === undefined) throw new Error(`The release has no step "${name}" that runs a command`);
  return step.run;
}

/** Runs a command in the clone with variables that GitHub sets. */
const runWith = (variables: Record<string, string>, command: string) => {
  const exports = Object.entries(variables).map(([name, value]) => `export ${name}="${value}"\n`);
  return run(`bash -e <<'END'\n${exports.join("")}${command}\nEND`, clone);
};

describe("a pull request", () => {
  test("shows the changes of the contract, builds the docs, and then requires the version", async () => {
    const commands = (await stepsOf("pull-request", "contract")).flatMap((step) => step.run ?? []);
    const summary = join(clone, "summary.md");
    for (const command of commands.filter((each) => each !== "npm ci")) {
      const { code, output } = await runWith({ GITHUB_BASE_REF: "base", GITHUB_STEP_SUMMARY: summary }, command);
      expect(code, output).toBe(0);
    }
    expect(await readFile(summary, "utf8")).toContain("## API diff: origin-base/openapi.yaml → openapi.yaml");
    expect(await readFile(join(clone, "site/index.html"), "utf8")).toContain("<html");
  });
});

describe("a release", () => {
  test("needs a tag that is the version, on main", async () => {
    const command = await commandOf("Require that the tag is the version, and is on main");
    const isAllowed = async (tag: string) => (await runWith({ GITHUB_REF_NAME: tag }, command)).code === 0;
    const { version } = JSON.parse(await readFile(join(clone, "package.json"), "utf8"));
    execFileSync("git", ["update-ref", "refs/remotes/origin/main", "HEAD"], { cwd: clone });
    expect(await isAllowed(`v${version}`)).toBe(true);
    expect(await isAllowed("v999.0.0")).toBe(false);
    execFileSync("git", ["update-ref", "refs/remotes/origin/main", "HEAD^"], { cwd: clone });
    expect(await isAllowed(`v${version}`)).toBe(false);
  });

  test("has the version that the changes since the last full release need, if there is one", async () => {
    const command = await commandOf("Require the version that the changes since the tag before need");
    const compared = async () =>
      (await runWith({}, command.replaceAll("npm run --silent diff", "echo compared"))).stdout.trim();
    expect(await compared()).toBe("");
    const tags = { "v0.0.1": "HEAD~2", "v0.0.2-rc.1": "HEAD~1", "v0.0.2": "HEAD" };
    for (const [tag, commit] of Object.entries(tags)) execFileSync("git", ["tag", tag, commit], { cwd: clone });
    expect(await compared()).toBe("compared -- v0.0.1");
  });

  test("packs a file that names the repository, without which npm refuses provenance, and that npm would publish", async () => {
    const variables = { GITHUB_SERVER_URL: "https://git.example", GITHUB_REPOSITORY: "lantern-books/service-api" };
    const pack = [await commandOf("Name the repository in the package"), await commandOf("Pack the tarball")];
    const packed = await runWith(variables, pack.join("\n"));
    expect(packed.code, packed.output).toBe(0);
    const { stdout } = await runWith({}, "tar --extract --to-stdout --file *.tgz package/package.json");
    const url = "git+https://git.example/lantern-books/service-api.git";
    expect(JSON.parse(stdout).repository).toEqual({ type: "git", url });
    const published = await runWith({}, "npm publish *.tgz --dry-run --access public");
    expect(published.code, published.output).toBe(0);
    // npm corrects what it finds wrong in a package.json, and says so.
    expect(published.output).not.toContain("corrected");
  });
});
