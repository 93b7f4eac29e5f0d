import fc from "fast-check";
import type { Document } from "../../tools/contract/reader.js";

/** How a drawn contract spells what every service has. */
export interface Choices {
  readonly noun: "bike" | "depot" | "invoice";
  readonly version: string;
  readonly token: "header" | "bearer";
  readonly id: "integer" | "text" | "uuid";
  readonly idField: "id" | "number" | "code";
  /** How a path parameter is named: like the field, or with the noun. */
  readonly idParameter: "field" | "noun_id";
  readonly item: "bare" | "enveloped" | "enveloped with others";
  readonly itemSchema: "named" | "inline" | "allOf" | "oneOf";
  readonly list: "bare" | "enveloped" | "with meta";
  readonly paging: "none" | "numbers" | "cursor";
  readonly createStatus: 200 | 201;
  readonly change: "PATCH" | "PUT" | "PUT without id" | "none";
  readonly deletion: "nothing" | "confirmation" | "item" | "none";
  readonly action: boolean;
  readonly header: boolean;
  readonly filter: boolean;
  readonly nested: boolean;
  readonly errors: boolean;
  readonly times: "snake, offset" | "camel, Z" | "none";
  readonly lines: boolean;
  readonly sharedParameters: boolean;
}

/** Contracts that nobody wrote, each with other names and other shapes. */
export const drawnChoices: fc.Arbitrary<Choices> = fc.record({
  noun: fc.constantFrom("bike", "depot", "invoice"),
  version: fc.constantFrom("/v3", "/api/2027.1", ""),
  token: fc.constantFrom("header", "bearer"),
  id: fc.constantFrom("integer", "text", "uuid"),
  idField: fc.constantFrom("id", "number", "code"),
  idParameter: fc.constantFrom("field", "noun_id"),
  item: fc.constantFrom("bare", "enveloped", "enveloped with others"),
  itemSchema: fc.constantFrom("named", "inline", "allOf", "oneOf"),
  list: fc.constantFrom("bare", "enveloped", "with meta"),
  paging: fc.constantFrom("none", "numbers", "cursor"),
  createStatus: fc.constantFrom(200, 201),
  change: fc.constantFrom("PATCH", "PUT", "PUT without id", "none"),
  deletion: fc.constantFrom("nothing", "confirmation", "item", "none"),
  action: fc.boolean(),
  header: fc.boolean(),
  filter: fc.boolean(),
  nested: fc.boolean(),
  errors: fc.boolean(),
  times: fc.constantFrom("snake, offset", "camel, Z", "none"),
  lines: fc.boolean(),
  sharedParameters: fc.boolean(),
});

const IDS = {
  integer: { schema: { type: "integer" }, example: 41 },
  text: { schema: { type: "string" }, example: "north-7" },
  uuid: { schema: { type: "string", format: "uuid" }, example: "7f9c2ba4-e88f-4d2b-a3d1-5a3c5e7f9b10" },
};
const TIMES = {
  "snake, offset": { names: ["created_at", "updated_at"], example: "2026-03-02T10:20:00+02:00" },
  "camel, Z": { names: ["createdAt", "updatedAt"], example: "2026-03-02T08:20:00Z" },
  none: { names: [], example: "" },
};

/** The contract that some choices make. It keeps the rules of the lint. */
export function contractFrom(choices: Choices): Document {
  const parts = partsOf(choices);
  return {
    openapi: "3.1.1",
    info: { title: "Drawn API", version: "3.0", summary: "Drawn for a test.", description: "Drawn.", license: MIT },
    servers: [{ url: "https://drawn.example" }],
    security: [{ Token: [] }],
    tags: [{ name: parts.tag, description: "What was drawn." }],
    paths: pathsOf(choices, parts),
    components: {
      securitySchemes: {
        Token:
          choices.token === "bearer"
            ? { type: "http", scheme: "bearer", description: "The token." }
            : { type: "apiKey", in: "header", name: "X-Drawn-Key", description: "The token." },
      },
      schemas: parts.schemas,
    },
  };
}

const MIT = { name: "MIT", identifier: "MIT" };

type Parts = ReturnType<typeof partsOf>;

function partsOf({ noun, id, idField, idParameter, itemSchema, times, lines, nested, version }: Choices) {
  const { schema: idSchema, example: idExample } = IDS[id];
  const { names: timeNames, example: time } = TIMES[times];
  const given = {
    label: field({ type: "string", minLength: 1 }, "North"),
    color: field({ type: "string", enum: ["amber", "violet"], default: "amber" }, "amber"),
    weight: field({ type: "number", exclusiveMinimum: 0 }, 12.5),
    ...(lines && {
      lines: {
        type: "array",
        description: "Drawn.",
        items: { type: "object", required: ["text"], properties: { text: field({ type: "string" }, "one") } },
        examples: [[{ text: "one" }]],
      },
    }),
  };
  const kept = {
    [idField]: field(idSchema, idExample),
    ...Object.fromEntries(timeNames.map((name) => [name, field({ type: "string" }, time)])),
  };
  const required = [idField, "label", "color", ...timeNames, ...(lines ? ["lines"] : [])];
  const complete = { type: "object", description: "A drawn item.", required, properties: { ...kept, ...given } };
  const schemaName = noun.charAt(0).toUpperCase() + noun.slice(1);
  const reference = { $ref: `#/components/schemas/${schemaName}` };
  const forms = {
    named: { item: reference, schemas: { [schemaName]: complete } },
    inline: { item: complete, schemas: {} },
    allOf: {
      item: reference,
      schemas: {
        Kept: { type: "object", description: "Kept.", required: [idField, ...timeNames], properties: kept },
        [schemaName]: {
          description: "A drawn item.",
          allOf: [
            { $ref: "#/components/schemas/Kept" },
            { type: "object", required: required.filter((name) => name in given), properties: given },
          ],
        },
      },
    },
    oneOf: {
      item: {
        description: "A drawn item.",
        oneOf: [reference, { type: "object", required: ["gone"], properties: { gone: field({ const: true }, true) } }],
      },
      schemas: { [schemaName]: complete },
    },
  };
  const example = {
    [idField]: idExample,
    ...Object.fromEntries(timeNames.map((name) => [name, time])),
    label: "North",
    color: "amber",
    weight: 12.5,
    ...(lines && { lines: [{ text: "one" }] }),
  };
  const parameter = idParameter === "field" ? idField : `${noun}_id`;
  return {
    ...forms[itemSchema],
    tag: `${schemaName}s`,
    path: nested ? `${version}/owners/{owner}/${noun}s` : `${version}/${noun}s`,
    parameter: {
      name: parameter,
      in: "path",
      required: true,
      description: "Its id.",
      schema: idSchema,
      example: idExample,
    },
    parent: {
      name: "owner",
      in: "path",
      required: true,
      description: "Its owner.",
      schema: { type: "string" },
      example: "ada",
    },
    given: {
      type: "object",
      description: "What to send.",
      required: ["label", ...(lines ? ["lines"] : [])],
      properties: given,
    },
    sent: { label: "North", weight: 12.5, ...(lines && { lines: [{ text: "one" }] }) },
    example,
    schemaName,
  };
}

function field(schema: object, example: unknown): object {
  return { ...schema, description: "Drawn.", examples: [example] };
}

function pathsOf(choices: Choices, parts: Parts): Record<string, object> {
  const { noun, change, deletion, action, createStatus, nested, sharedParameters } = choices;
  const { path, parameter, schemaName } = parts;
  const shared = nested ? [parts.parent] : [];
  const operation = (id: string, own: readonly object[], others: object) => ({
    operationId: `${id}${schemaName}`,
    tags: [parts.tag],
    summary: "Do what was drawn",
    description: "Drawn.",
    ...(sharedParameters ? own.length > 0 && { parameters: own } : { parameters: [...shared, ...own] }),
    ...others,
  });
  const beside = sharedParameters && nested ? { parameters: shared } : {};
  const one = answer(choices, wrapped(choices, parts.item), wrappedExample(choices, parts.example));
  const body = request(
    wrappedBody(choices, parts.given),
    choices.item === "bare" ? parts.sent : { [noun]: parts.sent },
  );
  const listParameters = listParametersOf(choices);
  const onItem = sharedParameters ? { parameters: [...shared, parameter] } : {};
  const ownItem = sharedParameters ? [] : [parameter];
  return {
    [path]: {
      ...beside,
      get: operation("list", listParameters, { responses: responses(200, listAnswer(choices, parts), choices) }),
      post: operation("create", [], { requestBody: body, responses: responses(createStatus, one, choices) }),
      ...(change === "PUT without id" && {
        put: operation("update", [], { requestBody: body, responses: responses(200, one, choices) }),
      }),
    },
    [`${path}/{${parameter.name}}`]: {
      ...onItem,
      get: operation("get", ownItem, { responses: responses(200, one, choices) }),
      ...((change === "PATCH" || change === "PUT") && {
        [change.toLowerCase()]: operation("change", ownItem, {
          requestBody: body,
          responses: responses(200, one, choices),
        }),
      }),
      ...(deletion !== "none" && { delete: operation("delete", ownItem, { responses: deletionOf(choices, one) }) }),
    },
    ...(action && {
      [`${path}/{${parameter.name}}/pause`]: {
        ...onItem,
        post: operation("pause", ownItem, { responses: responses(200, one, choices) }),
      },
    }),
  };
}

function listParametersOf({ paging, filter, header }: Choices): object[] {
  const parameter = (name: string, place: string, schema: object, example: unknown, required = false) => ({
    name,
    in: place,
    required,
    description: "Drawn.",
    schema,
    example,
  });
  return [
    ...(paging === "numbers"
      ? [
          parameter("page", "query", { type: "integer", minimum: 1, default: 1 }, 1),
          parameter("limit", "query", { type: "integer", minimum: 1, default: 10 }, 10),
        ]
      : []),
    ...(paging === "cursor" ? [parameter("cursor", "query", { type: "string" }, "abc")] : []),
    ...(filter ? [parameter("color", "query", { type: "string", enum: ["amber", "violet"] }, "amber")] : []),
    ...(header ? [parameter("X-Tenant", "header", { type: "string" }, "north", true)] : []),
  ];
}

function wrapped({ item, noun }: Choices, schema: object): object {
  if (item === "bare") return schema;
  const others = item === "enveloped with others" ? { request_id: field({ type: "string" }, "r-1") } : {};
  return { type: "object", description: "An envelope.", required: [noun], properties: { [noun]: schema, ...others } };
}

function wrappedExample({ item, noun }: Choices, example: object): object {
  if (item === "bare") return example;
  return { [noun]: example, ...(item === "enveloped with others" && { request_id: "r-1" }) };
}

function wrappedBody({ item, noun }: Choices, schema: object): object {
  if (item === "bare") return schema;
  return { type: "object", description: "An envelope.", required: [noun], properties: { [noun]: schema } };
}

function listAnswer(choices: Choices, parts: Parts): object {
  const { list, paging, noun } = choices;
  const items = { type: "array", description: "The items.", items: parts.item };
  if (list === "bare") return answer(choices, items, [parts.example]);
  const key = `${noun}s`;
  const position = { current_page: 1, per_page: 10, total: 1, total_pages: 1 };
  const pagination = {
    type: "object",
    description: "The position.",
    required: Object.keys(position),
    properties: Object.fromEntries(
      Object.entries(position).map(([name, value]) => [name, field({ type: "integer" }, value)]),
    ),
  };
  const meta = { as_of: field({ type: "string" }, "2026-03-02") };
  const isPaged = paging === "numbers";
  const properties = {
    [key]: items,
    ...(isPaged && { pagination }),
    ...(paging === "cursor" && { next: field({ type: ["string", "null"] }, null) }),
    ...(list === "with meta" && meta),
  };
  const example = {
    [key]: [parts.example],
    ...(isPaged && { pagination: position }),
    ...(paging === "cursor" && { next: null }),
    ...(list === "with meta" && { as_of: "2026-03-02" }),
  };
  return answer(
    choices,
    { type: "object", description: "A list.", required: Object.keys(properties), properties },
    example,
  );
}

function deletionOf(choices: Choices, one: object): object {
  if (choices.deletion === "nothing") return responses(204, { description: "Nothing." }, choices);
  if (choices.deletion === "item") return responses(200, one, choices);
  const schema = {
    type: "object",
    description: "A confirmation.",
    required: ["deleted"],
    properties: { deleted: field({ type: "boolean" }, true) },
  };
  return responses(200, answer(choices, schema, { deleted: true }), choices);
}

function responses(status: number, success: object, { errors }: Choices): object {
  const problem = { type: "object", description: "A problem.", properties: { title: field({ type: "string" }, "No") } };
  const content = {
    "application/problem+json": { schema: problem, examples: { No: { summary: "No", value: { title: "No" } } } },
  };
  return { [status]: success, ...(errors && { 404: { description: "There is none.", content } }) };
}

function answer(_: Choices, schema: object, value: unknown): object {
  return { description: "Drawn.", content: json(schema, value) };
}

function request(schema: object, value: unknown): object {
  return { description: "Drawn.", required: true, content: json(schema, value) };
}

function json(schema: object, value: unknown): object {
  return { "application/json": { schema, examples: { One: { summary: "One", value } } } };
}
