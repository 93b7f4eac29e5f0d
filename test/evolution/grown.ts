import { at } from "../contract/contract.js";
import { documentedContract, pointers } from "../worlds/documented.js";
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

/** The documented contract with every keyword in every place: each as an optional field or parameter of its own. */
export function withEveryKeyword(): Record<string, unknown> {
  const document = documentedContract();
  const { paths, components } = Object(document);
  Object.assign(components.schemas, referredSchemas);
  Object.assign(components.schemas.Webhook.properties, fields("answer"));
  const body = `${pointers.create}/requestBody/content/application~1json/schema`;
  Object.assign(Object(at(document, `${body}/properties/webhook/properties`)), fields("body"));
  Object(at(document, `${pointers.list}/parameters`)).push(...parameters("query"), ...parameters("header"));
  const { tags, responses } = Object(at(document, pointers.get));
  for (const parameter of parameters("path")) {
    paths[`/api/admin/26.0/webhooks/by/${parameter.name}/{${parameter.name}}`] = {
      get: {
        operationId: `find_${parameter.name}`,
        summary: "Find a webhook",
        description: "Made for a test.",
        parameters: [{ ...parameter, required: true }],
        ...{ tags, responses },
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
