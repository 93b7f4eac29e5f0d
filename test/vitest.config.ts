import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vitest/config";
import { DOCUMENTED_FOLDER } from "./worlds/documented.js";

/** Slow tests: of commands, which start processes, and of large loads. They run in `npm run test:commands`. */
export const COMMANDS = [
  "cli",
  "diff",
  "docs/command",
  "docs/integration",
  "docs/samples",
  "evolution/build",
  "evolution/shapes",
  "mock/command",
  "package",
  "project/dev",
  "project/first-five-minutes",
  "project/workflows",
  "readme/commands",
  "readme/quickstart",
  "sandbox/installed",
  "sandbox/load",
  "verify/commands",
  "version",
].flatMap((path) => [`test/${path}.test.ts`, `test/${path}/**/*.test.ts`]);

/** Some suites install packages that contain tests. */
export const NOT_OURS = ["**/node_modules/**"];

/** Time, in milliseconds, that tests of every suite have before they fail. Polls end as soon as they pass. */
export const TIMEOUTS = { testTimeout: 30_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } };

/** How the tests of each suite run. */
export const SUITE = {
  ...TIMEOUTS,
  setupFiles: ["test/servers/seed.ts", "test/client/undici-fetch.ts"],
  // Files share their modules: none keeps state that a test could change, and Prism takes a second to load.
  isolate: false,
};

/** Tests that have the contract of the tests in place of openapi.yaml: what they send is not for every contract. */
const DOCUMENTED = [
  "test/sandbox/*.test.ts",
  // Those two are about every operation of openapi.yaml, and about its types.
  "test/client/!(operations|hover).test.ts",
  "test/docs/forms.test.ts",
];

const root = fileURLToPath(new URL("..", import.meta.url));

/** Loads what is generated from the contract of the tests in place of `generated/`. */
export const documented: Plugin = {
  name: "generated-from-documented.yaml",
  enforce: "pre",
  async load(id) {
    const generated = join(DOCUMENTED_FOLDER, basename(id));
    return dirname(id) === join(root, "generated") && existsSync(generated) ? readFile(generated, "utf8") : null;
  },
};

export default defineConfig({
  test: {
    globalSetup: "test/servers/setup.ts",
    // Tests mostly wait for services that lag: there are more workers than cores.
    maxWorkers: availableParallelism() + 3,
    projects: [
      {
        root,
        test: {
          ...SUITE,
          name: "openapi.yaml",
          include: ["test/**/*.test.ts"],
          exclude: [
            ...NOT_OURS,
            "test/browser/**",
            "test/generators/**",
            "test/runtimes/**",
            ...COMMANDS,
            ...DOCUMENTED,
          ],
        },
      },
      {
        root,
        plugins: [documented],
        test: {
          ...SUITE,
          name: "documented.yaml",
          include: DOCUMENTED,
          exclude: [...NOT_OURS, ...COMMANDS],
        },
      },
    ],
  },
});
