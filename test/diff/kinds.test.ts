import { describe, expect, test } from "vitest";
import { compare } from "../../tools/versions/compare.js";
import { neededBump } from "../../tools/versions/comparison/changes.js";
import { kinds } from "./kinds.js";
import { library, readLibrary } from "./library.js";

describe.each(Object.entries(kinds))("%s", (_, rows) => {
  test.each(rows)("%s needs a %s version", (__, bump, edit) => {
    const contract = readLibrary();
    edit(contract);
    const changes = compare(library, JSON.stringify(contract));
    expect(neededBump(changes), JSON.stringify(changes, null, 2)).toBe(bump);
  });
});

test("there are at least 96 kinds of change", () => {
  expect(Object.values(kinds).flat().length).toBeGreaterThanOrEqual(96);
});
