import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/browser/**/*.test.ts"],
    globalSetup: "test/servers/setup.ts",
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
