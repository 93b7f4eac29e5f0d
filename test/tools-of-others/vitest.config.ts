import { defineConfig } from "vitest/config";
import { TIMEOUTS } from "../vitest.config.js";

export default defineConfig({
  test: {
    include: ["test/tools-of-others/*.test.ts"],
    ...TIMEOUTS,
    testTimeout: 60_000,
    // The first run installs the tools.
    hookTimeout: 300_000,
  },
});
