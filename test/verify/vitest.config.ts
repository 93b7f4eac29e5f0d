import { defineConfig } from "vitest/config";
import suite from "../vitest.config.js";

export default defineConfig({
  test: { ...suite.test, include: ["test/verify/**/*.test.ts"], exclude: [], typecheck: { enabled: false } },
});
