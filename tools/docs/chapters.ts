import { isDeepStrictEqual } from "node:util";
import { operations } from "../../generated/contract.js";
import { boundsOf, code as inCode } from "../contract/bounds.js";
import {
  type Body,
  type Contract,
  type Example,
  type MediaType,
  type Operation,
  operationsOf,
  type Parameter,
  type PathItemOperation,
  type Schema,
  type SecurityScheme,
  schemaName,
} from "../contract/model.js";
import { type FieldPlace, fieldAnchor, operationAnchor, resourceAnchor, sectionAnchor, tagAnchor } from "./anchors.js";
import { fieldRows, proseOf, typeInWords } from "./fields.js";
import { curlSample, exampleInput, typescriptSample } from "./samples.js";
import { sectionsOf } from "./sections.js";

/** A part of the reference under its own heading, to be written as Markdown or as HTML. */
export interface Chapter {
  /** Level of its heading: 1 for the title. */
  level: number;
  title: string;
  /** Target of the links to this chapter. */
  anchor: string;
  /** HTTP method of an operation that can be called. */
  method?: string;
  blocks: Block[];
}

/** A piece of a chapter. Its texts are Markdown. */
export type Block =
  | { kind: "text"; markdown: string }
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
  const [introduction, ...guides] = sectionsOf(info.description);
  const chapters = [
    {
      level: 1,
      title: `${info.title} ${info.version}`,
      anchor: "/",
      blocks: [text(info.summary), text(introduction?.markdown ?? "")],
    },
    ...guides.map(({ depth, title, markdown }) => {
      return { level: depth + 1, title, anchor: sectionAnchor(title), blocks: [text(markdown)] };
    }),
    ...tags.flatMap(({ name, description }) => [
      { level: 2, title: name, anchor: tagAnchor(name), blocks: [text(description)] },
      ...operationChapters(contract, name),
    ]),
    ...resourceChapters(contract),
    ...tokenChapters(contract),
  ];
  return withUniqueAnchors(chapters).map((chapter) => ({ ...chapter, blocks: chapter.blocks.filter(isFilled) }));
}

/** Two chapters of one name have two anchors. */
function withUniqueAnchors(chapters: readonly Chapter[]): Chapter[] {
  const seen = new Map<string, number>();
  return chapters.map((chapter) => {
    const count = seen.get(chapter.anchor) ?? 0;
    seen.set(chapter.anchor, count + 1);
    return count === 0 ? chapter : { ...chapter, anchor: `${chapter.anchor}-${count + 1}` };
  });
}

function isFilled(block: Block): boolean {
  if (block.kind === "text") return block.markdown !== "";
  return block.kind !== "table" || block.rows.length > 0;
}

/** The operations of a tag, and the requests that the service sends under it. */
function operationChapters(contract: Contract, tag: string): Chapter[] {
  const sent = Object.values(contract.webhooks ?? {}).flatMap((item) => Object.values(item));
  return [...operationsOf(contract), ...sent]
    .filter(({ tags: [first] }) => first === tag)
    .map((operation: PathItemOperation & Partial<Operation>) => ({
      level: 3,
      title: operation.summary,
      anchor: operationAnchor(operation),
      ...(operation.path && operation.method && { method: operation.method }),
      blocks: operationBlocks(contract, operation),
    }));
}

function operationBlocks(contract: Contract, operation: PathItemOperation & Partial<Operation>): Block[] {
  const { operationId, method, path, description, parameters = [], requestBody, responses, callbacks = {} } = operation;
  const anchor = operationAnchor(operation);
  const input = exampleInput(operationId);
  return [
    ...(path && method ? [code("http", `${method} ${path}`)] : []),
    ...(operation.deprecated ? [text("**Deprecated.**")] : []),
    text(description),
    ...(path ? [text(`Operation id: ${inCode(operationId)}.`), text(securityOf(contract, operation))] : []),
    ...(path && operationId in operations ? [{ kind: "try-it", operation: operationId } as const] : []),
    ...(parameters.length > 0 ? [heading("Parameters"), parameterTable(contract, anchor, parameters)] : []),
    ...(requestBody ? [heading("Request body"), ...requestBlocks(contract, anchor, requestBody)] : []),
    ...sampleBlocks("curl", "sh", path && curlSample(operationId, input)),
    ...sampleBlocks("TypeScript", "ts", path && typescriptSample(operationId, input)),
    ...Object.entries(responses).flatMap(([status, response]) => [
      heading(`Response ${status}`),
      ...bodyBlocks(contract, anchor, `response&c=${status}`, response),
    ]),
    ...Object.values(callbacks).flatMap((callback) => callbackBlocks(contract, callback)),
  ];
}

function sampleBlocks(name: string, language: string, sample: string | undefined): Block[] {
  return sample ? [heading(`In ${name}`), code(language, sample)] : [];
}

/** What an operation requires, where it differs from the others. */
function securityOf({ security: usual }: Contract, { security = usual }: PathItemOperation): string {
  if (isDeepStrictEqual(security, usual)) return "";
  const choices = security.map((schemes) => Object.keys(schemes).map(inCode).join(" and ") || "nothing");
  return choices.length === 0 ? "Requires no token." : `Requires ${choices.join(", or ")}.`;
}

/** A callback refers to the request that has a chapter of its own; another one is described here. */
function callbackBlocks(contract: Contract, callback: NonNullable<PathItemOperation["callbacks"]>[string]): Block[] {
  const sent = Object.values(contract.webhooks ?? {}).flatMap((item) => Object.values(item));
  return Object.entries(callback).flatMap(([expression, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const known = sent.some((each) => isDeepStrictEqual(each, operation));
      const title = operation.summary || operation.operationId || expression;
      return [
        heading(`Callback: ${title}`),
        code("http", `${method.toUpperCase()} ${expression}`),
        ...(known
          ? [text(`See [${title}](#${operationAnchor(operation)}).`)]
          : calledBack(contract, operation, expression)),
      ];
    }),
  );
}

function calledBack(contract: Contract, operation: PathItemOperation, expression: string): Block[] {
  const { description, parameters = [], requestBody } = operation;
  const anchor = `/callback/${encodeURIComponent(expression)}`;
  return [
    text(description),
    ...(parameters.length > 0 ? [parameterTable(contract, anchor, parameters)] : []),
    ...(requestBody ? requestBlocks(contract, anchor, requestBody) : []),
  ];
}

function requestBlocks(contract: Contract, anchor: string, body: Body): Block[] {
  return [...(body.required ? [] : [text("Optional.")]), ...bodyBlocks(contract, anchor, "request", body)];
}

/** A request or response body: its description, headers, media types, fields and examples. */
function bodyBlocks(contract: Contract, anchor: string, place: FieldPlace, body: Body): Block[] {
  const { description, content } = body;
  const types = Object.entries(content);
  const [first] = types;
  const isOne = types.every(([, { schema }]) => isDeepStrictEqual(schema, first?.[1].schema));
  return [
    text(description),
    ...headerBlocks(contract, anchor, place, body),
    ...(isOne && types.length > 1 ? [text(`Media types: ${types.map(([type]) => inCode(type)).join(", ")}.`)] : []),
    ...types.flatMap(([type, media], index) => [
      ...(!isOne || (types.length === 1 && type !== "application/json") ? [text(`Media type ${inCode(type)}:`)] : []),
      ...(isOne && index > 0
        ? []
        : mediaBlocks(contract, media, (path) => fieldAnchor(anchor, place, isOne ? path : [type, ...path]))),
      ...exampleBlocks(media),
    ]),
  ];
}

/** What a body is, unless it is an object about which its fields say everything; then its fields. */
function mediaBlocks(
  contract: Contract,
  { schema }: MediaType,
  anchorOf: (path: readonly string[]) => string,
): Block[] {
  const said = typeInWords(contract, schema);
  const isSaid = Object.keys(schema).length === 0 || said === "object";
  return [
    ...(isSaid ? [] : [text(`The body: ${said}. ${schemaName(schema) ? "" : proseOf(contract, schema)}`)]),
    fieldTable(contract, schema, anchorOf),
  ];
}

function headerBlocks(
  contract: Contract,
  anchor: string,
  place: string,
  { headers = {} }: Body & { headers?: Record<string, Partial<Parameter>> },
): Block[] {
  const parameters = Object.entries(headers).map(([name, header]) => ({
    schema: {},
    description: "",
    ...header,
    name,
    in: "header" as const,
  }));
  return parameters.length > 0 ? [parameterTable(contract, `${anchor}/${place}`, parameters)] : [];
}

function exampleBlocks({ example, examples = {} }: MediaType): Block[] {
  const all: Example[] = [...(example === undefined ? [] : [{ value: example }]), ...Object.values(examples)];
  return all.flatMap(({ summary = "Example", value }) => [
    text(`${summary}:`),
    code("json", JSON.stringify(value, undefined, 2)),
  ]);
}

/** Fields of a parameter that have columns of their own. */
const COLUMNS = ["name", "in", "schema", "required", "description", "example", "examples"];

function parameterTable(contract: Contract, anchor: string, parameters: readonly Parameter[]): Block {
  const rows = parameters.map((parameter) => {
    const { name, in: place, required, description, schema, example, examples = {} } = parameter;
    const values = example === undefined ? Object.values(examples).map(({ value }) => value) : [example];
    const shown = values.length > 0 ? values : (schema.examples ?? []);
    return {
      anchor: fieldAnchor(anchor, `request&in=${place}`, [name]),
      cells: [
        inCode(name),
        place,
        [typeInWords(contract, schema), ...boundsOf({ ...parameter }, COLUMNS)].join(", "),
        required ? "yes" : "no",
        shown.map(inCode).join(", "),
        [description, description ? "" : proseOf(contract, schema)].join(""),
      ],
    };
  });
  return { kind: "table", head: ["Name", "In", "Type", "Required", "Example", "Description"], rows };
}

function fieldTable(contract: Contract, schema: Schema, anchorOf: (path: readonly string[]) => string): Block {
  const rows = fieldRows(contract, schema).map(({ path, choice, type, required, description }) => ({
    anchor: anchorOf(choice ? [...path, choice] : path),
    cells: [`${inCode(path.join("."))}${choice && ` in ${choice}`}`, type, required ? "yes" : "no", description],
  }));
  return { kind: "table", head: ["Field", "Type", "Required", "Description"], rows };
}

function resourceChapters(contract: Contract): Chapter[] {
  const resources = Object.entries(contract.components.schemas).map(([name, schema]) => {
    const anchor = resourceAnchor(name);
    const said = typeInWords(contract, schema);
    const blocks = [
      text(proseOf(contract, schema)),
      ...(said === "object" ? [] : [text(`Type: ${said}.`)]),
      fieldTable(contract, { $ref: `#/components/schemas/${name}` }, (path) => `${anchor}/${path.join("/")}`),
    ];
    return { level: 3, title: name, anchor, blocks };
  });
  if (resources.length === 0) return [];
  return [{ level: 2, title: RESOURCES, anchor: tagAnchor(RESOURCES), blocks: [] }, ...resources];
}

function tokenChapters({ components }: Contract): Chapter[] {
  const schemes = Object.entries(components.securitySchemes);
  return schemes.map(([name, scheme]) => {
    const title = schemes.length === 1 ? "The access token" : name;
    return {
      level: 2,
      title,
      anchor: sectionAnchor(title),
      blocks: [text(carrierOf(scheme)), text(scheme.description ?? "")],
    };
  });
}

/** Where a request carries what a security scheme requires. */
function carrierOf({ type, in: place, name, scheme }: SecurityScheme): string {
  if (type === "apiKey") return `Request ${place} ${inCode(name)}.`;
  if (type !== "http") return `Of type ${inCode(type)}.`;
  return `Request header ${inCode(`Authorization: ${scheme === "bearer" ? "Bearer <token>" : scheme}`)}.`;
}

function text(markdown: string): Block {
  return { kind: "text", markdown: markdown.trim() };
}

function heading(title: string): Block {
  return text(`#### ${title}`);
}

function code(language: string, content: string): Block {
  return text(`\`\`\`${language}\n${content}\n\`\`\``);
}
