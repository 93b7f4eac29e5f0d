import { beforeAll, expect, test } from "vitest";
import { conventionalContract } from "../worlds/conventional.js";
import { wrongIn } from "../worlds/laws.js";
import { type World, worldOf } from "../worlds/world.js";

let world: World;

beforeAll(async () => {
  world = await worldOf(conventionalContract());
});

test("everything follows a contract of the conventions that the code has never seen", async () => {
  expect(await wrongIn(world)).toEqual([]);
});
