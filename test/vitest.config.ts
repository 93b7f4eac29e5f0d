import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** Slow tests: of commands, which start processes, and of large loads. They run in `npm run test:all`. */
export const COMMANDS = [
  "cli",
  "copies",
  "diff",
  "docs/integration",
  "docs/samples",
  "mock/command",
  "package",
  "start",
  "project/workflows",
  "readme/commands",
  "readme/examples",
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
  globalSetup: "test/servers/mock.ts",
  setupFiles: "test/variations.ts",
  // Files share their modules: none keeps state that a test could change, and Prism takes a second to load.
  isolate: false,
};

export default defineConfig({
  test: {
    ...SUITE,
    // Tests mostly wait for services that lag: there are more workers than cores.
    maxWorkers: availableParallelism() + 3,
    include: ["test/**/*.test.ts"],
    exclude: [...NOT_OURS, "test/{browser,generators,recipes,runtimes,tools-of-others}/**", ...COMMANDS],
  },
});
