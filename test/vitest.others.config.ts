import { defineConfig } from "vitest/config";
import { NOT_OURS, SUITE } from "./vitest.config.js";

/** Recipes, runtimes, generators and tools of others, which the first run of each suite installs. */
export default defineConfig({
  test: {
    ...SUITE,
    testTimeout: 60_000,
    hookTimeout: 300_000,
    include: ["test/{recipes,runtimes,generators,tools-of-others}/*.test.ts"],
    exclude: NOT_OURS,
  },
});
