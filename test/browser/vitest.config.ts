import { fileURLToPath } from "node:url";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { TIMEOUTS } from "../vitest.config.js";
import { chromiumOptions } from "./chromium.js";
import { serverCommands } from "./client-suite/server-commands.js";

const fileAt = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Files of the client's tests that need Node, and the files that replace them in a page. */
const REPLACED = new Map(
  Object.entries({
    "../servers/web.ts": "client-suite/page-web.ts",
    "../servers/contract-servers.ts": "client-suite/page-contract-servers.ts",
  }).map(([file, replacement]) => [fileAt(file), fileAt(replacement)]),
);

const root = fileAt("../..");

export default defineConfig({
  test: {
    globalSetup: "test/servers/setup.ts",
    projects: [
      {
        root,
        test: {
          name: "pages",
          include: ["test/browser/**/*.test.ts"],
          globalSetup: "test/browser/docs-setup.ts",
          ...TIMEOUTS,
        },
      },
      {
        root,
        plugins: [
          {
            name: "replace-what-needs-node",
            // Only in the page: the project's global setup runs in Node.
            applyToEnvironment: ({ name }) => name === "client",
            load(id) {
              const replacement = REPLACED.get(id);
              return replacement && `export * from ${JSON.stringify(replacement)}`;
            },
          },
        ],
        // Vite reloads the page when it finds a package that is not listed.
        optimizeDeps: { include: ["fast-check", "openapi-fetch"] },
        test: {
          name: "client",
          include: ["test/client/*.test.ts"],
          exclude: ["node", "hover", "refused-fields"].map((name) => `test/client/${name}.test.ts`),
          globalSetup: "test/browser/client-suite/setup.ts",
          setupFiles: "test/servers/seed.ts",
          ...TIMEOUTS,
          browser: {
            enabled: true,
            headless: true,
            ui: false,
            screenshotFailures: false,
            provider: playwright({ launchOptions: chromiumOptions() }),
            instances: [{ browser: "chromium" }],
            commands: serverCommands,
          },
        },
      },
    ],
  },
});
