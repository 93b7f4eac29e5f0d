import { describe, expect, test } from "vitest";
import { neededBump } from "../../tools/diff/changes.js";
import { compare } from "../../tools/diff/compare.js";
import { kinds } from "./kinds.js";
import { readLibrary } from "./library.js";

describe.each(Object.entries(kinds))("%s", (_, rows) => {
  test.each(rows)("%s needs a %s version", (__, bump, edit) => {
    const contract = readLibrary();
    edit(contract);
    const changes = compare(readLibrary(), JSON.parse(JSON.stringify(contract)));
    expect(neededBump(changes), JSON.stringify(changes, null, 2)).toBe(bump);
  });
});
