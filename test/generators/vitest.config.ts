import { defineConfig } from "vitest/config";
import { TIMEOUTS } from "../vitest.config.js";

export default defineConfig({
  test: {
    include: ["test/generators/**/*.test.ts"],
    globalSetup: "test/servers/setup.ts",
    ...TIMEOUTS,
    testTimeout: 60_000,
    // The first run installs the generators.
    hookTimeout: 300_000,
  },
});
