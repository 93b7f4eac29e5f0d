import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Every walk is a process of its own: npm run test:verify.
    exclude: ["test/verify/**"],
    globalSetup: "test/servers/setup.ts",
    testTimeout: 30_000,
    hookTimeout: 60_000,
    typecheck: { enabled: true, include: ["test/**/*.test-d.ts"] },
  },
});
