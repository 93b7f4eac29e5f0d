import fc from "fast-check";
import type { Document } from "../../tools/contract/reader.js";

/** Contracts that nobody wrote, each with other names and other shapes: how one spells what every service has. */
export const drawnChoices = fc.record({
  noun: fc.constantFrom("bike", "depot", "invoice"),
  version: fc.constantFrom("/v3", "/api/2027.1", ""),
  /** What the paths of lists and items end with. */
  ending: fc.constantFrom("", "", "/", ".json"),
  mediaType: fc.constantFrom("application/json", "application/json", "application/vnd.drawn+json"),
  token: fc.constantFrom("header", "bearer", "none"),
  id: fc.constantFrom("integer", "small integer", "text", "uuid"),
  idField: fc.constantFrom("id", "number", "code"),
  /** How a path parameter is named: like the field, or with the noun. */
  idParameter: fc.constantFrom("field", "noun_id"),
  item: fc.constantFrom("bare", "enveloped", "enveloped with others", "below two keys"),
  itemSchema: fc.constantFrom("named", "inline", "allOf", "oneOf"),
  list: fc.constantFrom("bare", "enveloped", "with meta", "nothing required", "not required", "below two keys"),
  paging: fc.constantFrom(
    "none",
    "numbers",
    "numbers not shown",
    "numbers next to items",
    "numbers and a flag",
    "first and last",
    "cursor",
  ),
  createStatus: fc.constantFrom(200, 201),
  /** What a creation answers with. */
  created: fc.constantFrom("item", "item", "item and Location", "Location"),
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

type Choices = typeof drawnChoices extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** A schema with a value that it allows. */
interface Sampled {
  readonly schema: object;
  readonly example: unknown;
}

type Fields = Readonly<Record<string, Sampled>>;

/** It would end a comment in the code that is generated. */
const description = "Drawn */ at random.";

function scalar(schema: object, example: unknown): Sampled {
  return { schema: { ...schema, description, examples: [example] }, example };
}

const text = (example: string) => scalar({ type: "string" }, example);

function record(fields: Fields, required = Object.keys(fields)): Sampled {
  const each = (part: keyof Sampled) =>
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field[part]]));
  return { schema: { type: "object", description, required, properties: each("schema") }, example: each("example") };
}

function listOf({ schema, example }: Sampled): Sampled {
  return { schema: { type: "array", description, items: schema }, example: [example] };
}

function content({ schema, example }: Sampled, mediaType: string) {
  return { content: { [mediaType]: { schema, examples: { One: { summary: "One", value: example } } } } };
}

const IDS = {
  integer: scalar({ type: "integer" }, 41),
  "small integer": scalar({ type: "integer", minimum: 1, maximum: 99 }, 99),
  text: text("north-7"),
  uuid: scalar({ type: "string", format: "uuid" }, "7f9c2ba4-e88f-4d2b-a3d1-5a3c5e7f9b10"),
};
const OFFSET = text("2026-03-02T10:20:00+02:00");
const UTC = text("2026-03-02T08:20:00Z");
const TIMES = {
  "snake, offset": { created_at: OFFSET, updated_at: OFFSET },
  "camel, Z": { createdAt: UTC, updatedAt: UTC },
  none: {},
};
const COLOR = scalar({ type: "string", enum: ["amber", "violet"], default: "amber" }, "amber");
const SCHEMES = {
  none: undefined,
  bearer: { type: "http", scheme: "bearer", description },
  header: { type: "apiKey", in: "header", name: "X-Drawn-Key", description },
};

/** The contract that some choices make. It keeps the rules of the lint. */
export function contractFrom(choices: Choices): Document {
  const { tag, item, schemas } = partsOf(choices);
  const scheme = SCHEMES[choices.token];
  return {
    openapi: "3.1.1",
    info: {
      ...{ title: "Drawn API", version: "3.0", summary: "Drawn for a test.", description },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "https://drawn.example" }],
    security: choices.token === "none" ? [] : [{ Token: [] }],
    tags: [{ name: tag, description }],
    paths: pathsOf(choices, tag, item),
    components: { securitySchemes: scheme && { Token: scheme }, schemas },
  };
}

/** What a caller sends of an item. */
function givenFields({ lines }: Choices): Fields {
  const given = { label: scalar({ type: "string", minLength: 1 }, "North"), color: COLOR };
  const weight = scalar({ type: "number", exclusiveMinimum: 0 }, 12.5);
  return { ...given, weight, ...(lines && { lines: listOf(record({ text: text("one") })) }) };
}

/** The item, its schemas and the tag that is named after it. */
function partsOf(choices: Choices): { tag: string; item: Sampled; schemas: Record<string, object> } {
  const { noun, id, idField, itemSchema, times } = choices;
  const kept = { [idField]: IDS[id], ...TIMES[times] };
  const given = givenFields(choices);
  const isRequired = (name: string) => name !== "weight";
  const complete = record({ ...kept, ...given }, Object.keys({ ...kept, ...given }).filter(isRequired));
  const name = capitalized(noun);
  const reference = { $ref: `#/components/schemas/${name}` };
  const gone = record({ gone: scalar({ const: true }, true) }).schema;
  const allOf = [{ $ref: "#/components/schemas/Kept" }, record(given, Object.keys(given).filter(isRequired)).schema];
  const forms = {
    named: { schema: reference, schemas: { [name]: complete.schema } },
    inline: { schema: complete.schema, schemas: {} },
    allOf: { schema: reference, schemas: { Kept: record(kept).schema, [name]: { description, allOf } } },
    oneOf: { schema: { description, oneOf: [reference, gone] }, schemas: { [name]: complete.schema } },
  };
  const { schema, schemas } = forms[itemSchema];
  return { tag: `${name}s`, item: { schema, example: complete.example }, schemas };
}

function capitalized(noun: string): string {
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}

function parameter(place: string, name: string, { schema, example }: Sampled, required = place === "path") {
  return { name, in: place, required, description, schema, example };
}

/** An operation of a path. */
interface DrawnOperation {
  readonly parameters?: readonly object[];
  readonly [part: string]: unknown;
}

function pathsOf(choices: Choices, tag: string, item: Sampled): Record<string, object> {
  const { noun, version, id, idField, idParameter, change, deletion, action, createStatus, nested, ending } = choices;
  const own = parameter("path", idParameter === "field" ? idField : `${noun}_id`, IDS[id]);
  const parents = nested ? [parameter("path", "owner", text("ada"))] : [];
  const base = nested ? `${version}/owners/{owner}/${noun}s` : `${version}/${noun}s`;
  /** What is at a path: its parameters belong to the path or to each operation. */
  const pathItem = (shared: readonly object[], operations: Record<string, DrawnOperation>) => {
    if (choices.sharedParameters) return { ...(shared.length > 0 && { parameters: shared }), ...operations };
    const withShared = Object.entries(operations).map(([method, { parameters = [], ...others }]) => {
      return [method, { parameters: [...shared, ...parameters], ...others }];
    });
    return Object.fromEntries(withShared);
  };
  const operation = (verb: string, others: DrawnOperation): DrawnOperation => {
    const common = { summary: "Do what was drawn", description, tags: [tag] };
    return { operationId: `${verb}${capitalized(noun)}`, ...common, ...others };
  };
  const one = answer(choices, enveloped(choices, item));
  const answersOne = { responses: responses(choices, 200, one) };
  const takesOne = { requestBody: requestBody(choices), ...answersOne };
  const create = { ...takesOne, responses: responses(choices, createStatus, creation(choices, one)) };
  const deletions = {
    nothing: responses(choices, 204, { description }),
    confirmation: responses(choices, 200, answer(choices, record({ deleted: scalar({ type: "boolean" }, true) }))),
    item: responses(choices, 200, one),
  };
  const list = {
    parameters: listParameters(choices),
    responses: responses(choices, 200, answer(choices, page(choices, item))),
  };
  const itemPath = `${base}/{${own.name}}`;
  return {
    [base + ending]: pathItem(parents, {
      get: operation("list", list),
      post: operation("create", create),
      ...(change === "PUT without id" && { put: operation("update", takesOne) }),
    }),
    [itemPath + ending]: pathItem([...parents, own], {
      get: operation("get", answersOne),
      ...((change === "PATCH" || change === "PUT") && { [change.toLowerCase()]: operation("change", takesOne) }),
      ...(deletion !== "none" && { delete: operation("delete", { responses: deletions[deletion] }) }),
    }),
    ...(action && {
      [`${itemPath}/pause${ending}`]: pathItem([...parents, own], { post: operation("pause", answersOne) }),
    }),
  };
}

function listParameters({ paging, filter, header }: Choices): object[] {
  const count = (standard: number) => scalar({ type: "integer", minimum: 1, default: standard }, standard);
  const numbers = [parameter("query", "page", count(1)), parameter("query", "limit", count(10))];
  const paged = {
    none: [],
    numbers,
    "numbers not shown": numbers,
    "numbers next to items": numbers,
    "numbers and a flag": numbers,
    "first and last": numbers,
    cursor: [parameter("query", "cursor", text("abc")), parameter("query", "limit", count(10))],
  };
  return [
    ...paged[paging],
    ...(filter ? [parameter("query", "color", scalar({ type: "string", enum: ["amber", "violet"] }, "amber"))] : []),
    ...(header ? [parameter("header", "X-Tenant", text("north"), true)] : []),
  ];
}

function enveloped({ item: form, noun }: Choices, item: Sampled): Sampled {
  if (form === "bare") return item;
  if (form === "below two keys") return record({ status: text("done"), data: record({ [noun]: item }) });
  return record({ [noun]: item, ...(form === "enveloped with others" && { request_id: text("r-1") }) }, [noun]);
}

function page({ list, paging, noun }: Choices, item: Sampled): Sampled {
  if (list === "bare") return listOf(item);
  const number = (value: number) => scalar({ type: "integer" }, value);
  const truth = scalar({ type: "boolean" }, true);
  const position = { current_page: number(1), per_page: number(10), total: number(1), total_pages: number(1) };
  const fields: Fields = {
    [`${noun}s`]: listOf(item),
    ...(paging === "numbers" && { pagination: record(position) }),
    ...(paging === "numbers not shown" && { pagination: { ...record(position), example: undefined } }),
    ...(paging === "first and last" && { last: truth, first: truth, totalElements: number(1), total_pages: number(1) }),
    ...(paging === "numbers next to items" && { page: number(1), page_size: number(10), item_count: number(1) }),
    ...(paging === "numbers and a flag" && { has_more: scalar({ type: "boolean" }, false) }),
    ...(paging === "cursor" && { next: scalar({ type: ["string", "null"] }, null) }),
    ...(list === "with meta" && { as_of: text("2026-03-02") }),
  };
  const shown = Object.keys(fields).filter((name) => fields[name]?.example !== undefined);
  if (list === "below two keys") return record({ status: text("done"), data: record(fields, shown) });
  if (list === "not required") return record({ status: text("done"), ...fields }, ["status"]);
  return record(fields, list === "nothing required" ? [] : shown);
}

/** Its example leaves out the color, which has a default. */
function requestBody(choices: Choices): object {
  const fields = givenFields(choices);
  const { color: _, ...sent } = fields;
  const required = ["label", ...(choices.lines ? ["lines"] : [])];
  const given = { schema: record(fields, required).schema, example: record(sent).example };
  const body = choices.item === "bare" ? given : record({ [choices.noun]: given });
  return { description, required: true, ...content(body, choices.mediaType) };
}

function answer({ mediaType }: Choices, sampled: Sampled): object {
  return { description, ...content(sampled, mediaType) };
}

/** The answer to a creation, of which the header `Location` may say where the item is. */
function creation({ created }: Choices, one: object): object {
  const header = (sampled: Sampled) => ({ description, required: true, ...sampled });
  const headers = { Location: header(text("/made/1")), "X-Trace": header(text("t-1")) };
  return { ...(created === "Location" ? { description } : one), ...(created !== "item" && { headers }) };
}

function responses({ errors }: Choices, status: number, success: object): object {
  const problem = record({ title: text("No") }, []);
  const missing = { description, ...content(problem, "application/problem+json") };
  return { [status]: success, ...(errors && { 404: missing }) };
}
