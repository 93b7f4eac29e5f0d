import { defineConfig } from "vitest/config";
import { TIMEOUTS } from "../vitest.config.js";

const inChromium = (name: string, files: string, globalSetup: string[] = []) => ({
  test: { name, include: [`test/browser/${files}.test.ts`], globalSetup, ...TIMEOUTS },
});

/** Client and sandbox in Chromium, and the docs, which are built first. */
export default defineConfig({
  test: {
    projects: [inChromium("client", "client"), inChromium("pages", "{docs*,sandbox*}", ["test/browser/docs-setup.ts"])],
  },
});
