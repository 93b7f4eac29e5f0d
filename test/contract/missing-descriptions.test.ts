import { expect, test } from "vitest";
import { undescribedFields } from "../../tools/contract/missing-descriptions.js";
import { all, type Edit, remove, set } from "../diff/library.js";
import { documentedContract } from "../worlds/documented.js";

const fields = "/components/schemas/Webhook/properties";
const reference = { $ref: "#/components/schemas/Note" };

/** The fields of today's contract that have no description after a change. */
function undescribedAfter(edit: Edit): string[] {
  const contract = documentedContract();
  edit(contract);
  return undescribedFields(Object(contract));
}

const undescribed: Record<string, [edit: Edit, place: string]> = {
  "a field without a description": [remove(`${fields}/topic/description`), "Webhook/properties/topic"],
  "a field with an empty description": [set(`${fields}/topic/description`, " "), "Webhook/properties/topic"],
  "a field of a field": [set(`${fields}/topic/properties`, { inner: {} }), "topic/properties/inner"],
  "a reference to a schema without a description": [
    all(set("/components/schemas/Note", { type: "string" }), set(`${fields}/note`, reference)),
    "Webhook/properties/note",
  ],
};

test.each(Object.entries(undescribed))("%s is found", (_, [edit, place]) => {
  expect(undescribedAfter(edit)).toEqual(expect.arrayContaining([expect.stringContaining(place)]));
});

const described: Record<string, Edit> = {
  "a field is described next to its reference": all(
    set("/components/schemas/Note", { type: "string" }),
    set(`${fields}/note`, { ...reference, description: "A note." }),
  ),
  "a field refers to a schema that is described": all(
    set("/components/schemas/Note", { type: "string", description: "A note." }),
    set(`${fields}/note`, reference),
  ),
  "an example has a key called properties": set(`${fields}/topic/examples`, [{ properties: { inner: {} } }]),
};

test.each(Object.entries(described))("nothing is found when %s", (_, edit) => {
  expect(undescribedAfter(edit)).toEqual([]);
});
