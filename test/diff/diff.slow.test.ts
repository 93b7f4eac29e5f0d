import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { projectFolder, run } from "../servers/command.js";

/** A small git repository with the contract, whose package has version 1.0.0 and the tag v1.0.0. */
let folder: string;
const contract = readFileSync(join(projectFolder, "openapi.yaml"), "utf8");
const command = ["node_modules/.bin/tsx", "tools/diff/command.ts"].map((file) => join(projectFolder, file)).join(" ");

const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, stdio: "pipe" });
const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
const setVersion = (version: string) => write("package.json", JSON.stringify({ name: "a-package", version }));
const diff = (args = "") => run(`${command} ${args}`, folder);

/** Replaces a text of the contract, at its first place. */
function change(text: string, by: string): void {
  if (!contract.includes(text)) throw new Error(`openapi.yaml does not contain ${text}`);
  write("openapi.yaml", contract.replace(text, by));
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "repository-"));
  git("init", "--quiet", "--initial-branch=main");
  git("config", "user.name", "Test");
  git("config", "user.email", "test@example.com");
  copyFileSync(join(projectFolder, "redocly.yaml"), join(folder, "redocly.yaml"));
  write("openapi.yaml", contract);
  setVersion("1.0.0");
  git("add", "--all");
  git("commit", "--quiet", "--message", "Release");
  git("tag", "v1.0.0");
});

beforeEach(() => {
  write("openapi.yaml", contract);
  setVersion("1.0.0");
});

afterAll(() => rmSync(folder, { recursive: true }));

describe("npm run diff", () => {
  test("passes where nothing has changed, and names what it has compared with", async () => {
    const { code, output } = await diff();
    expect(output).toMatch(/^openapi\.yaml, compared with v1\.0\.0 \([0-9a-f]+\):\n/);
    expect(output).toContain("0 major, 0 minor, 0 patch.");
    expect(code).toBe(0);
  });

  test("fails on a breaking change until package.json has the next major version", async () => {
    change("maximum: 10000", "maximum: 9999");
    const refused = await diff();
    expect(refused.output).toContain("The package has version 1.0.0 and needs 2.0.0 or later.");
    expect(refused.code).toBe(1);
    setVersion("2.0.0");
    expect((await diff()).code).toBe(0);
  });

  test("prints Markdown for the summary of a pull request", async () => {
    change("maximum: 10000", "maximum: 9999");
    expect((await diff("--format markdown")).stdout).toMatch(/^## API diff: /);
  });

  test("compares with another ref that is named", async () => {
    change("maximum: 10000", "maximum: 20000");
    git("commit", "--quiet", "--all", "--message", "More");
    const { output } = await diff("main");
    expect(output).toContain("compared with main");
    expect(output).toContain("0 major, 0 minor");
    expect((await diff("v1.0.0")).output).toContain("1 minor");
    git("reset", "--quiet", "--hard", "v1.0.0");
  });

  test("fails in a shallow clone, which has no tag, and says what to fetch", async () => {
    const shallow = mkdtempSync(join(tmpdir(), "shallow-"));
    execFileSync("git", ["clone", "--quiet", "--depth=1", "--no-tags", `file://${folder}`, shallow]);
    const { code, output } = await run(command, shallow);
    rmSync(shallow, { recursive: true });
    expect(output).toContain("There is no release tag (v1.2.3) to compare with. Run git fetch --tags --unshallow");
    expect(code).toBe(1);
  });

  test("fails for a ref that git does not know", async () => {
    const { code, output } = await diff("origin/main");
    expect(output).toContain("There is no openapi.yaml at origin/main.");
    expect(code).toBe(1);
  });
});

/** Rows of the table in CONTRIBUTING.md ("Versions"): an edit of each kind. */
const edits = {
  major: {
    "a lower maximum of a parameter": () => change("maximum: 10000", "maximum: 9999"),
    "another default": () => change("default: 20", "default: 50"),
    "another value of a field that callers also receive": () => change("enum: [json, xml]", "enum: [json, xml, csv]"),
    "a second success status": () => change('"200":', '"201":\n          description: Done.\n        "200":'),
    "another operation id": () => change("operationId: getWebhook", "operationId: readWebhook"),
    "another first tag of an operation": () => change("tags: [Webhooks]", "tags: [OAuth]"),
    "another name of a path parameter": () => change("name: id", "name: webhook"),
    "another first server": () => change("servers:", "servers:\n  - url: https://service.example"),
  },
  minor: {
    "a higher maximum of a parameter": () => change("maximum: 10000", "maximum: 20000"),
    "another value of a parameter": () => change("enum: [asc, desc]", "enum: [asc, desc, none]"),
    "a new field of a resource": () =>
      change("\n        address: *address", "\n        note: { type: string }\n        address: *address"),
    "a deprecation": () => change("operationId: getWebhook", "operationId: getWebhook\n      deprecated: true"),
  },
  patch: {
    "another title": () => change("title: ", "title: The "),
    "another description of a parameter": () =>
      change("Number of results to return on a page.", "How many. ".repeat(50)),
  },
};

describe.each(Object.entries(edits))("npm run diff rates as %s", (rating, changes) => {
  test.each(Object.entries(changes))("%s", async (_, edit) => {
    edit();
    const { summary, changes: listed } = JSON.parse((await diff("--format json")).stdout);
    const highest = ["major", "minor", "patch"].find((one) => summary[one] > 0);
    expect(highest, JSON.stringify(listed)).toBe(rating);
  });
});
