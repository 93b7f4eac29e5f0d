import { defineConfig } from "vitest/config";

/** Tests of commands that start a process for whatever they do; they take their time in `npm run test:commands`. */
export const COMMANDS = ["diff", "release", "verify"].map((room) => `test/${room}/**/*.test.ts`);

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/browser/**", ...COMMANDS],
    globalSetup: "test/servers/setup.ts",
    testTimeout: 30_000,
    hookTimeout: 60_000,
    typecheck: { enabled: true, include: ["test/**/*.test-d.ts"] },
  },
});
