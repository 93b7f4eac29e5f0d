import { expect, test } from "vitest";
import { sizeInPage } from "../servers/bundle.js";

test.each([
  ["The client", 7_900, 'export * from "./src/client/index.ts"'],
  ["The schemas", 1_300, 'export * from "./src/client/schemas.ts"'],
  ["The sandbox", 14_000, 'export { createSandbox } from "./src/sandbox/index.ts"'],
])("%s: a page loads at most %i bytes of it, after gzip", async (_, most, code) => {
  expect(await sizeInPage(code)).toBeLessThanOrEqual(most);
});
