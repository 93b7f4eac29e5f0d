import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkout } from "../servers/checkout.js";
import { run } from "../servers/command.js";
import { createRepository } from "./repository.js";

let clone: Awaited<ReturnType<typeof checkout>>;
let command: string;

beforeAll(async () => {
  clone = await checkout();
  command = `${join(clone.folder, "node_modules/.bin/tsx")} ${join(clone.folder, "tools/versions/diff-command.ts")}`;
});

afterAll(() => clone.remove());

describe("npm run diff", () => {
  test("shows the changes and fails while the package does not tell of them", async () => {
    using repository = createRepository();
    repository.change((contract) => Object.assign(Object(contract).info, { summary: "One exchange." }));
    const { code, output } = await run(`${command} --markdown diff.md`, repository.folder);
    expect(output).toContain("  patch  summary changed: ");
    expect(readFileSync(join(repository.folder, "diff.md"), "utf8")).toContain("| **patch** | summary changed: ");
    expect(code).toBe(1);
  });

  test("passes when nothing has changed, and prints Markdown alone on request", async () => {
    using repository = createRepository();
    const { code, output } = await run(`${command} HEAD --markdown -`, repository.folder);
    expect(output).toBe("## `openapi.yaml` since `HEAD`\n\nno change.\n\n");
    expect(code).toBe(0);
  });

  test("says so where there is nothing to compare with", async () => {
    const { code, output } = await run("npm run diff", clone.folder);
    expect(output).toContain("This folder is in no git repository, so there is nothing to compare with.");
    expect(code).toBe(1);
  });

  test.each(["one two", "--nothing"])("says how it is called when it is called with %o", async (args) => {
    const { code, output } = await run(`${command} ${args}`, clone.folder);
    expect(output).toContain("That is not how this command is called.");
    expect(code).toBe(1);
  });
});
