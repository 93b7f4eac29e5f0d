import fc from "fast-check";
import { expect, test } from "vitest";
import { contractFrom, drawnChoices } from "../worlds/drawn.js";
import { missingInReference, wrongAnswers, wrongCalls, wrongCursors, wrongMemory, wrongWalks } from "../worlds/laws.js";
import { typeErrorsIn, type World, worldOf } from "../worlds/world.js";

test("contracts that nobody has written are built, answered, remembered, called and documented", async () => {
  const worlds: World[] = [];
  const law = fc.asyncProperty(drawnChoices, async (choices) => {
    const world = await worldOf(contractFrom(choices));
    worlds.push(world);
    expect(await wrongAnswers(world)).toEqual([]);
    expect(await wrongMemory(world)).toEqual([]);
    expect(await wrongCalls(world)).toEqual([]);
    expect(await wrongWalks(world)).toEqual([]);
    expect(await wrongCursors(world)).toEqual([]);
    expect(missingInReference(world)).toEqual([]);
  });
  await fc.assert(law, { numRuns: 20, endOnFailure: true });
  expect(await typeErrorsIn(worlds)).toEqual([]);
});
