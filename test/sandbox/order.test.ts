import { expect, test } from "vitest";
import { sortedBy } from "../../src/sandbox/memory/store.js";

test("numbers are in order, wherever an item has a text or nothing in their place", () => {
  const entries = [5, null, 10, "7", undefined, 3].map((price) => ({ item: { price } }));
  expect(sortedBy("price", entries).map(({ item }) => item.price)).toEqual([3, 5, 10, undefined, "7", null]);
});
