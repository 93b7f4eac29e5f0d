import { readDocument } from "../../tools/contract/reader.js";
import { projectFolder } from "../servers/command.js";
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

const WEBHOOKS = "/api/admin/26.0/webhooks";

/** Today's contract with every keyword in every place: each as an optional field or parameter of its own. */
export async function withEveryKeyword(): Promise<Record<string, unknown>> {
  const document = structuredClone(Object(await readDocument(projectFolder)));
  const { paths, components } = document;
  Object.assign(components.schemas, referredSchemas);
  const create = components.requestBodies.CreateWebhook.content["application/json"].schema;
  Object.assign(create.properties.webhook.properties, fields("body"));
  Object.assign(components.schemas.Webhook.properties, fields("answer"));
  paths[WEBHOOKS].get.parameters.push(...parameters("query"), ...parameters("header"));
  for (const parameter of parameters("path")) {
    paths[`${WEBHOOKS}/by/${parameter.name}/{${parameter.name}}`] = {
      get: {
        operationId: `find_${parameter.name}`,
        tags: ["Webhooks"],
        summary: "Find a webhook",
        description: "Made for a test.",
        parameters: [{ ...parameter, required: true }],
        responses: { 200: { $ref: "#/components/responses/OneWebhook" } },
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
