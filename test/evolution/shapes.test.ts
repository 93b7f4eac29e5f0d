import { describe, expect, test } from "vitest";
import { wrongIn } from "../worlds/laws.js";
import { typeErrorsIn, type World, worldOf } from "../worlds/world.js";
import { withEveryKeyword } from "./grown.js";
import { changed, shapes } from "./shapes.js";

const worlds: World[] = [];

describe.sequential("everything follows a change of the contract, without another edit, when", () => {
  test.each(Object.keys(shapes))("%s", async (name) => {
    const world = await worldOf(changed(name));
    worlds.push(world);
    expect(await wrongIn(world)).toEqual([]);
  });

  test("any of these is made, or every keyword is used in every place: all code compiles", async () => {
    expect(worlds.length).toBe(Object.keys(shapes).length);
    worlds.push(await worldOf(withEveryKeyword()));
    expect(await typeErrorsIn(worlds, "test/client/types.test-d.ts")).toEqual([]);
  });
});
