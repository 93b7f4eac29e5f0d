import fc from "fast-check";
import { expect, test } from "vitest";
import { contractFrom, drawnChoices } from "../worlds/drawn.js";
import { wrongIn } from "../worlds/laws.js";
import { typeErrorsIn, type World, worldOf } from "../worlds/world.js";

test("contracts that nobody has written are built, answered, remembered, called and documented", async () => {
  const worlds: World[] = [];
  const law = fc.asyncProperty(drawnChoices, async (choices) => {
    const world = await worldOf(contractFrom(choices));
    worlds.push(world);
    expect(world.modules.contract.collections).toHaveLength(1);
    expect(await wrongIn(world)).toEqual([]);
  });
  await fc.assert(law, { numRuns: 20, endOnFailure: true });
  expect(await typeErrorsIn(worlds)).toEqual([]);
});
