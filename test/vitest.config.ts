import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** Files share their modules: none keeps state that a test could change, and Prism takes a second to load. */
const shared = { isolate: false, setupFiles: "test/variations.ts", exclude: ["**/node_modules/**"] };
/** Polls end as soon as they pass. */
const patient = { testTimeout: 30_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } };
/** Compilers, package managers and browsers take long on a busy machine. */
const veryPatient = { ...patient, testTimeout: 300_000, hookTimeout: 300_000 };

const SLOW = "test/**/*.slow.test.ts";
/** What a user does with a fresh clone, and the client in Chromium. */
const LANDING = ["test/landing/*.test.ts", "test/browser/client.test.ts"];

export default defineConfig({
  test: {
    // Tests mostly wait for services that lag: there are more workers than cores.
    maxWorkers: availableParallelism() + 2,
    projects: [
      {
        // npm test
        test: {
          name: "fast",
          ...shared,
          ...patient,
          globalSetup: "test/servers/mock.ts",
          include: ["test/**/*.test.ts"],
          exclude: [...shared.exclude, SLOW, ...LANDING],
        },
      },
      {
        // .ci/run
        test: { name: "landing", ...shared, ...veryPatient, include: LANDING },
      },
      {
        // npm run test:all
        test: {
          name: "slow",
          ...shared,
          ...veryPatient,
          globalSetup: ["test/servers/mock.ts", "test/servers/clone.ts", "test/browser/docs-setup.ts"],
          include: [SLOW],
        },
      },
    ],
  },
});
