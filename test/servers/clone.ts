import { afterAll, beforeAll, expect } from "vitest";
import { checkout } from "./checkout.js";
import { run } from "./command.js";

/**
 * A clone of this project for the tests of one file.
 *
 * @param commands - What is run in it before the tests.
 */
export function cloneOfProject(...commands: string[]): { readonly folder: string } {
  let clone: Awaited<ReturnType<typeof checkout>>;
  beforeAll(async () => {
    clone = await checkout();
    for (const command of commands) {
      const { code, output } = await run(command, clone.folder);
      expect(code, output).toBe(0);
    }
  }, 120_000);
  afterAll(() => clone.remove());
  return {
    get folder() {
      return clone.folder;
    },
  };
}
