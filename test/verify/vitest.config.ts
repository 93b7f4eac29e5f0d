import { defineConfig } from "vitest/config";
import suite from "../vitest.config.js";

export default defineConfig({
  test: {
    ...suite.test,
    include: ["test/verify/**/*.test.ts"],
    exclude: [],
    typecheck: { enabled: false },
    // A walk is a process of its own, and waits for the service now and then.
    sequence: { concurrent: true },
    maxConcurrency: 4,
  },
});
