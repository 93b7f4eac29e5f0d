import { describe, expect, test } from "vitest";
import { neededBump } from "../../tools/diff/changes.js";
import { compare } from "../../tools/diff/compare.js";
import { kinds } from "./kinds.js";
import { readLibrary } from "./library.js";

describe.each(Object.entries(kinds))("%s", (_, rows) => {
  test.for(rows)("%s needs a %s version", ([, bump, edit, undone]) => {
    const contract = readLibrary();
    edit(contract);
    const edited = JSON.parse(JSON.stringify(contract));
    const changes = compare(readLibrary(), edited);
    expect(neededBump(changes), JSON.stringify(changes, null, 2)).toBe(bump);
    const back = compare(edited, readLibrary());
    expect(neededBump(back), `Undone: ${JSON.stringify(back, null, 2)}`).toBe(undone);
  });
});
