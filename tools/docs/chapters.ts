import { jsonSchema } from "../contract/bodies.js";
import {
  type Body,
  type Contract,
  type Example,
  operationsOf,
  type Parameter,
  type PathItemOperation,
  type Schema,
} from "../contract/model.js";
import { flattened } from "../contract/schemas.js";
import { accessTokenOf, schemesOf } from "../contract/security.js";
import { type FieldPlace, fieldAnchor, operationAnchor, resourceAnchor, sectionAnchor, tagAnchor } from "./anchors.js";
import { curlSample, exampleInput, typescriptSample } from "./samples.js";

/** A part of the reference under its own heading, to be written as Markdown or as HTML. */
export interface Chapter {
  /** Level of its heading: 1 for the title. */
  level: number;
  title: string;
  /** Target of the links to this chapter. */
  anchor: string;
  blocks: Block[];
}

/** A piece of a chapter. Its texts are Markdown. */
export type Block =
  | { kind: "text"; markdown: string }
  | { kind: "heading"; title: string }
  | { kind: "code"; language: string; code: string }
  | { kind: "table"; head: string[]; rows: Row[] }
  | { kind: "try-it"; operation: string };

export interface Row {
  /** Anchor of the field or parameter in the row. */
  anchor: string;
  cells: string[];
}

/** Name of the chapter, and of Redoc's menu, that lists the schemas. */
export const RESOURCES = "Resources";

/** The complete reference, in reading order: guides, operations, resources. */
export function chaptersOf(contract: Contract): Chapter[] {
  const { info, tags } = contract;
  const [introduction = "", ...guides] = splitAtHeadings(info.description);
  return [
    {
      level: 1,
      title: `${info.title} ${info.version}`,
      anchor: "/",
      blocks: [text(info.summary), text(introduction)],
    },
    ...guides.map(guideChapter),
    ...tags.flatMap(({ name, description }) => [
      { level: 2, title: name, anchor: tagAnchor(name), blocks: [text(description)] },
      ...operationChapters(contract, name),
    ]),
    ...resourceChapters(contract),
    ...tokenChapters(contract),
  ];
}

/** The text above the first heading, then each guide with its heading. */
function splitAtHeadings(description: string): string[] {
  const parts = [""];
  let fenced = false;
  for (const line of description.split("\n")) {
    if (line.startsWith("```")) fenced = !fenced;
    if (!fenced && line.startsWith("# ")) parts.push("");
    // Headings within a guide move one level down with it.
    parts.push(`${parts.pop()}${!fenced && line.startsWith("##") ? "#" : ""}${line}\n`);
  }
  return parts;
}

function guideChapter(guide: string): Chapter {
  const end = guide.indexOf("\n");
  const title = guide.slice(2, end);
  return { level: 2, title, anchor: sectionAnchor(title), blocks: [text(guide.slice(end))] };
}

/** The operations of a tag, and the requests that the service sends under it. */
function operationChapters(contract: Contract, tag: string): Chapter[] {
  const sent = Object.values(contract.webhooks ?? {}).flatMap((item) => Object.values(item));
  return [...operationsOf(contract), ...sent]
    .filter(({ tags }) => tags.includes(tag))
    .map((operation) => ({
      level: 3,
      title: operation.summary,
      anchor: operationAnchor(operation),
      blocks: operationBlocks(contract, operation),
    }));
}

function operationBlocks(
  contract: Contract,
  operation: PathItemOperation & { method?: string; path?: string },
): Block[] {
  const { operationId, description, parameters = [], requestBody, responses = {}, callbacks = {} } = operation;
  const anchor = operationAnchor(operation);
  const samples = [
    { language: "sh", name: "curl", code: curlSample(operationId, exampleInput(operationId)) },
    { language: "ts", name: "TypeScript", code: typescriptSample(operationId, exampleInput(operationId)) },
  ];
  return [
    ...(operation.path ? [code("http", `${operation.method} ${operation.path}`)] : []),
    text(description),
    ...(operation.path ? [{ kind: "try-it", operation: operationId } as const] : []),
    ...(parameters.length > 0 ? [heading("Parameters"), parameterTable(anchor, parameters)] : []),
    ...(requestBody ? [heading("Request body"), ...bodyBlocks(contract, anchor, "request", requestBody)] : []),
    ...samples.flatMap(({ name, language, code: sample }) =>
      sample === undefined ? [] : [heading(`In ${name}`), code(language, sample)],
    ),
    ...Object.entries(responses).flatMap(([status, response]) => [
      heading(`Response ${status}`),
      ...bodyBlocks(contract, anchor, `response&c=${status}`, response),
    ]),
    ...Object.values(callbacks).flatMap(callbackBlocks),
  ];
}

function callbackBlocks(callback: NonNullable<PathItemOperation["callbacks"]>[string]): Block[] {
  return Object.entries(callback).flatMap(([expression, item]) =>
    Object.entries(item).flatMap(([method, operation]) => [
      heading(`Callback: ${operation.summary}`),
      code("http", `${method.toUpperCase()} ${expression}`),
      text(`See [${operation.summary}](#${operationAnchor(operation)}).`),
    ]),
  );
}

/** A request or response body: its description, media types, fields and examples. */
function bodyBlocks(contract: Contract, anchor: string, place: FieldPlace, { description, content }: Body): Block[] {
  const types = Object.keys(content);
  const rows = fieldsOf(contract, flattened(contract, jsonSchema({ content })), (path) =>
    fieldAnchor(anchor, place, path),
  );
  const examples = Object.values(content).flatMap((body) => Object.values(body.examples ?? {}));
  return [
    text(description),
    ...(types.length > 1 ? [text(`Media types: ${types.map(inCode).join(", ")}.`)] : []),
    ...(rows.length > 0 ? [fieldTable(rows)] : []),
    ...examples.flatMap(({ summary, value }: Example) => [
      text(`${summary}:`),
      code("json", JSON.stringify(value, undefined, 2)),
    ]),
  ];
}

function parameterTable(anchor: string, parameters: readonly Parameter[]): Block {
  const rows = parameters.map(({ name, in: place, required, description, schema, example, examples = {} }) => {
    const values = example === undefined ? Object.values(examples).map(({ value }) => value) : [example];
    return {
      anchor: fieldAnchor(anchor, `request&in=${place}`, [name]),
      cells: [
        inCode(name),
        place,
        typeOf(schema),
        required ? "yes" : "no",
        values.map((value) => inCode(String(value))).join(", "),
        description,
      ],
    };
  });
  return { kind: "table", head: ["Name", "In", "Type", "Required", "Example", "Description"], rows };
}

function fieldTable(rows: Row[]): Block {
  return { kind: "table", head: ["Field", "Type", "Required", "Description"], rows };
}

/** The fields of an object and of the objects in it, each with its path. */
function fieldsOf(
  contract: Contract,
  { properties = {}, required = [] }: Schema,
  anchorOf: (path: readonly string[]) => string,
  above: readonly string[] = [],
): Row[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const field = flattened(contract, property);
    const path = [...above, name];
    const cells = [
      inCode(path.join(".")),
      typeOf(field),
      required.includes(name) ? "yes" : "no",
      field.description ?? "",
    ];
    const items = flattened(contract, field.items ?? {});
    return [
      { anchor: anchorOf(path), cells },
      ...fieldsOf(contract, field, anchorOf, path),
      ...fieldsOf(contract, items, anchorOf, [...above, `${name}[]`]),
    ];
  });
}

function resourceChapters(contract: Contract): Chapter[] {
  const resources = Object.entries(contract.components.schemas).map(([name, schema]) => {
    const anchor = resourceAnchor(name);
    const rows = fieldsOf(contract, schema, (path) => `${anchor}/${path.join("/")}`);
    return { level: 3, title: name, anchor, blocks: [text(schema.description ?? ""), fieldTable(rows)] };
  });
  return [{ level: 2, title: RESOURCES, anchor: tagAnchor(RESOURCES), blocks: [] }, ...resources];
}

function tokenChapters(contract: Contract): Chapter[] {
  return schemesOf(contract).map(({ scheme: { description = "" } }) => {
    const title = "The access token";
    const { header, prefix } = accessTokenOf(contract);
    const blocks = [text(`Request header ${inCode(header + (prefix && `: ${prefix}…`))}.`), text(description)];
    return { level: 2, title, anchor: sectionAnchor(title), blocks };
  });
}

/** A type, with the other constraints of its schema. */
function typeOf(schema: Schema): string {
  const types = schema.anyOf?.map(({ type }) => type) ?? [schema.type ?? "anything"];
  return [
    types.flat().join(" or "),
    schema.format,
    schema.enum && `one of ${schema.enum.map((value) => inCode(String(value))).join(", ")}`,
    schema.default !== undefined && `default ${inCode(String(schema.default))}`,
    schema["minimum"] !== undefined && `at least ${schema["minimum"]}`,
    schema["maximum"] !== undefined && `at most ${schema["maximum"]}`,
    schema["pattern"] && inCode(String(schema["pattern"])),
  ]
    .filter(Boolean)
    .join(", ");
}

function text(markdown: string): Block {
  return { kind: "text", markdown: markdown.trim() };
}

function heading(title: string): Block {
  return { kind: "heading", title };
}

function code(language: string, content: string): Block {
  return { kind: "code", language, code: content };
}

function inCode(value: string): string {
  return `\`${value}\``;
}
