import { defineConfig } from "vitest/config";

/** Tests that start a process for whatever they do; they take their time in `npm run test:commands`. */
export const COMMANDS = [
  "diff",
  "evolution",
  "package",
  "project/first-five-minutes",
  "readme",
  "release",
  "sandbox/installed",
  "verify/commands",
].flatMap((room) => [`test/${room}.test.ts`, `test/${room}/**/*.test.ts`]);

/** Some suites have packages of their own, which bring their tests along. */
export const NOT_OURS = ["**/node_modules/**"];

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: [...NOT_OURS, "test/browser/**", "test/generators/**", ...COMMANDS],
    globalSetup: "test/servers/setup.ts",
    setupFiles: "test/servers/seed.ts",
    // No module of ours keeps state that a test could change, and Prism takes a second to load: once for all files.
    isolate: false,
    // Tests mostly wait for the commands that they start, so no core is spared.
    maxWorkers: "100%",
    testTimeout: 30_000,
    hookTimeout: 60_000,
    typecheck: { enabled: true, include: ["test/**/*.test-d.ts"] },
  },
});
