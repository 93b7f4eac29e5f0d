import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/generators/**/*.test.ts"],
    globalSetup: "test/servers/setup.ts",
    testTimeout: 60_000,
    // The first run installs the generators.
    hookTimeout: 300_000,
  },
});
