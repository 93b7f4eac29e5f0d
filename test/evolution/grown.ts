import { details, operation } from "../../generated/contract.js";
import { readDocument } from "../../tools/contract/reader.js";
import { at } from "../contract/contract.js";
import { projectFolder } from "../servers/command.js";
import { collection, ids, pointerOf } from "../worlds/roles.js";
import { described, jsonUses, type KeywordUse, referredSchemas, scalarUses } from "./keywords.js";

/** Where a value can be in a contract. */
export const PLACES = ["body", "answer", "query", "path", "header"] as const;
export type Place = (typeof PLACES)[number];

/** The uses of keywords that a place can hold, by the name of the field or parameter. */
export function usesIn(place: Place): Readonly<Record<string, KeywordUse>> {
  const isJson = place === "body" || place === "answer";
  const all = isJson ? { ...scalarUses, ...jsonUses } : scalarUses;
  const prefix = { body: "b_", answer: "a_", query: "q_", path: "p_", header: "X-H-" }[place];
  return Object.fromEntries(Object.entries(all).map(([name, use]) => [prefix + name, use]));
}

/** Today's contract with every keyword in every place: each as an optional field or parameter of its own. */
export async function withEveryKeyword(): Promise<Record<string, unknown>> {
  const document = structuredClone(Object(await readDocument(projectFolder)));
  const { paths, components } = document;
  Object.assign(components.schemas, referredSchemas);
  Object.assign(Object(at(document, `/components/schemas/${details[ids.get]?.resource}/properties`)), fields("answer"));
  const body = `${pointerOf("create")}/requestBody/content/application~1json/schema`;
  const { key } = operation(ids.create).body ?? {};
  const inner = key === undefined ? "" : `/properties/${key}`;
  Object.assign(Object(at(document, `${body}${inner}/properties`)), fields("body"));
  Object(at(document, `${pointerOf("list")}/parameters`)).push(...parameters("query"), ...parameters("header"));
  for (const parameter of parameters("path")) {
    paths[`${collection.path}/by/${parameter.name}/{${parameter.name}}`] = {
      get: {
        operationId: `find_${parameter.name}`,
        tags: at(document, `${pointerOf("get")}/tags`),
        summary: "Find a webhook",
        description: "Made for a test.",
        parameters: [{ ...parameter, required: true }],
        responses: at(document, `${pointerOf("get")}/responses`),
      },
    };
  }
  return document;
}

function fields(place: Place) {
  return Object.fromEntries(
    Object.entries(usesIn(place)).map(([name, { schema, valid }]) => [name, described(schema, valid)]),
  );
}

function parameters(place: Place) {
  return Object.entries(usesIn(place)).map(([name, { schema, valid }]) => ({
    name,
    in: place,
    description: "Made for a test.",
    schema,
    example: valid,
  }));
}
