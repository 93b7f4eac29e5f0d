import { defineConfig } from "vitest/config";
import { TIMEOUTS } from "../vitest.config.js";

/** A step waits up to 30 s, the limit of Playwright: a test has time for several, on a machine that does other work too. */
const TIMES = { ...TIMEOUTS, testTimeout: 90_000 };

const inChromium = (name: string, files: string, globalSetup: string[] = []) => ({
  test: { name, include: [`test/browser/${files}.test.ts`], globalSetup, ...TIMES },
});

/** Client and sandbox in Chromium, and the docs, which are built first. */
export default defineConfig({
  test: {
    projects: [inChromium("client", "client"), inChromium("pages", "{docs*,sandbox*}", ["test/browser/docs-setup.ts"])],
  },
});
