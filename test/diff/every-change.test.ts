import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { neededBump } from "../../tools/diff/changes.js";
import { compare } from "../../tools/diff/compare.js";
import { readContract } from "../contract/contract.js";
import { type Edit, pointers, readLibrary, remove, rename, set, valueAt } from "./library.js";

/** The contracts to edit: a made-up one with everything that a contract can have, and ours. */
const contracts = { library: readLibrary(), service: JSON.parse(JSON.stringify(readContract())) };

/** An edit, with the place where the contract differs after it. */
interface EditAt {
  edit: Edit;
  place: string;
}

/** The places that can be edited: all but `openapi`, which every contract must have. */
function placesIn(contract: unknown): string[] {
  return pointers(contract).filter((pointer) => pointer !== "" && pointer !== "/openapi");
}

/** Any edit of a contract, except a removal. */
function edits(contract: unknown): fc.Arbitrary<EditAt> {
  const values = fc.oneof(
    fc.constantFrom<unknown>(
      "object",
      "other",
      "#/components/schemas/Book",
      true,
      false,
      0,
      7,
      null,
      [],
      {},
      ["title"],
      [{}],
    ),
    fc.jsonValue(),
  );
  return fc.constantFrom(...placesIn(contract)).chain((place) =>
    fc.oneof(
      values.map((value) => ({ edit: set(place, value), place })),
      fc
        .constantFrom("description", "required", "deprecated", "x-note", "properties", "novel")
        .chain((key) => values.map((value) => ({ edit: set(`${place}/${key}`, value), place }))),
      fc.constantFrom("renamed", "name", "200").map((name) => ({ edit: rename(place, name), place: parentOf(place) })),
    ),
  );
}

function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf("/"));
}

/** A contract after an edit; `undefined` if nothing has changed. */
function edited(contract: unknown, ...all: Edit[]): unknown {
  const copy: unknown = structuredClone(contract);
  for (const edit of all) edit(copy);
  const written: unknown = JSON.parse(JSON.stringify(copy));
  return isDeepStrictEqual(written, contract) ? undefined : written;
}

/** Whether one of two pointers leads to the other. */
function isWithin(where: string, place: string): boolean {
  const pointer = where.slice(1);
  return pointer === place || pointer.startsWith(`${place}/`) || place.startsWith(`${pointer}/`);
}

// Each test makes hundreds of comparisons.
vi.setConfig({ testTimeout: 180_000 });

describe.each(Object.entries(contracts))("in the contract of the %s", (_, contract) => {
  const expectListed = ({ edit, place }: EditAt) => {
    const revision = edited(contract, edit);
    if (revision === undefined) return;
    const places = compare(contract, revision).map(({ where }) => where);
    expect(
      places.some((where) => isWithin(where, place)),
      `${place} in ${places}`,
    ).toBe(true);
  };

  test("any edit is listed as a change at its place", () => {
    fc.assert(fc.property(edits(contract), expectListed), { numRuns: 300 });
  });

  test("every removal is listed as a change at its place", () => {
    for (const place of placesIn(contract)) expectListed({ edit: remove(place), place: parentOf(place) });
  });

  test("other texts and examples everywhere, or none, are a patch", () => {
    const isText = (place: string) => /\/(description|summary|title|x-\w+|examples?(\/.+)?)$/.test(place);
    const texts = pointers(contract).filter((place) => isText(place) && typeof valueAt(contract, place) === "string");
    expect(texts.length).toBeGreaterThan(30);
    const others = texts.map((place) => set(place, "Other words."));
    // The last first: the members of a list move up.
    for (const edits of [others, texts.map(remove).reverse()]) {
      const changes = compare(contract, edited(contract, ...edits));
      expect(neededBump(changes), JSON.stringify(changes)).toBe("patch");
    }
  });

  test("another order of the keys is no change", () => {
    expect(compare(contract, contract)).toEqual([]);
    expect(compare(contract, backwards(contract))).toEqual([]);
  });

  test("another spelling of the same is a patch at most", () => {
    // What nothing uses is compared as one.
    const used = pointers(contract).filter((place) => !place.startsWith("/components/schemas/Shelf"));
    const edits = used.flatMap((place) =>
      spellings(contract, place).map((value) => ({ place, edit: set(place, value) })),
    );
    fc.assert(
      fc.property(fc.constantFrom(...edits), ({ place, edit }) => {
        const changes = compare(contract, edited(contract, edit));
        expect(neededBump(changes), `${place}: ${JSON.stringify(changes)}`).toBe("patch");
      }),
      { numRuns: 200 },
    );
  });
});

/** Whether a pointer leads to a schema. */
const isSchema = (pointer: string) => /\/(schema|items|properties\/[^/]+|components\/schemas\/[^/]+)$/.test(pointer);

/** Other spellings of what is at a place, which say the same. */
function spellings(contract: unknown, pointer: string): unknown[] {
  const value = Object(valueAt(contract, pointer));
  // Below a combinator, a schema is found by the name of its reference.
  const isReference = typeof value.$ref === "string" && Object.keys(value).length === 1 && !/Of\/\d+$/.test(pointer);
  return [
    ...(isReference ? [valueAt(contract, value.$ref.slice(1))] : []),
    ...(isSchema(pointer) ? [{ allOf: [value] }, { description: "It.", allOf: [value] }] : []),
  ];
}

/** The same with all keys in another order. */
function backwards(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(backwards);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, backwards(inner)]),
  );
}

test("a change of a parameter in a list names the parameter, wherever it is in the list", () => {
  const contract = contracts.library;
  const inline = pointers(contract).filter((place) => /\/parameters\/\d+\/name$/.test(place));
  expect(inline.length).toBeGreaterThan(4);
  for (const place of inline.map(parentOf)) {
    const { name, in: where } = Object(valueAt(contract, place));
    const revision = edited(contract, set(`${place}/schema/title`, "It"), (copy) => {
      valueAt(copy, parentOf(place)).reverse();
    });
    const words = compare(contract, revision).map(({ what }) => what);
    expect(words).toContain(`${name} (${where}): title added: "It"`);
  }
});

test("a reference to another schema is a change at the reference, next to all that differs", () => {
  const place = "/components/responses/Book/content/application~1json/schema/$ref";
  const revision = edited(contracts.library, set(place, "#/components/schemas/Room"));
  expect(compare(contracts.library, revision).map(({ where }) => where)).toContain(`#${place}`);
});

test("an older contract that nothing can be built from is compared as well", () => {
  const place = "/paths/~1books/post/requestBody";
  const older = edited(contracts.library, set(place, false));
  expect(compare(older, contracts.library).map(({ where }) => where)).toContain(`#${place}`);
});
