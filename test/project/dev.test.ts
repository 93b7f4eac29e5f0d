import { join } from "node:path";
import { expect, test } from "vitest";
import { createRepository } from "../diff/repository.js";
import { projectFolder, run } from "../servers/command.js";

test("npm run dev refuses a contract that nothing can be built from, in one line, and serves nothing", async () => {
  using repository = createRepository();
  repository.write({ "openapi.yaml": "openapi: [" });
  const command = ["node_modules/.bin/tsx", "tools/dev/command.ts"].map((file) => join(projectFolder, file)).join(" ");
  const { code, output } = await run(command, repository.folder);
  expect(output).toMatch(/^npm run dev: openapi\.yaml: [^\n]+\n$/);
  expect(code).toBe(1);
});
