import { describe, expect, test } from "vitest";
import { compareWithModel, SEED } from "./model.js";
import { clientOf, transports } from "./transports.js";

describe("a sandbox does what the model does, and follows the contract", () => {
  test.each(Object.entries(transports))("%s, for random sequences of calls", async (_, reach) => {
    await using sandbox = await reach({ seed: SEED });
    expect(await compareWithModel(sandbox, (options) => clientOf(sandbox, options))).toBeGreaterThan(500);
  });
});
