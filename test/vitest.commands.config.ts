import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { COMMANDS, NOT_OURS, SUITE } from "./vitest.config.js";

const TIMES = {
  // Compilers take long on a busy machine, and a test's time runs on while another one of its file compiles.
  testTimeout: 300_000,
  // Some suites install their own packages first.
  hookTimeout: 300_000,
  // Most of the time, a test waits for the process that it started.
  sequence: { concurrent: true },
  maxConcurrency: 4,
};

export default defineConfig({
  test: {
    ...SUITE,
    ...TIMES,
    // The processes and compilers that tests start work hard.
    maxWorkers: availableParallelism() + 1,
    include: COMMANDS,
    exclude: NOT_OURS,
  },
});
