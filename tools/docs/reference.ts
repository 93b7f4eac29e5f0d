import { isDeepStrictEqual } from "node:util";
import { operations } from "../../generated/contract.js";
import { boundsOf, code as inCode } from "../contract/bounds.js";
import {
  type Body,
  type Contract,
  type Example,
  type MediaType,
  type Operation,
  operationsIn,
  type Parameter,
  type PathItemOperation,
  type Schema,
  type Server,
  schemaName,
} from "../contract/model.js";
import { carrierOf, securityOf, usualSecurityOf } from "./access.js";
import { type FieldPlace, fieldAnchor, operationAnchor, resourceAnchor, sectionAnchor, tagAnchor } from "./anchors.js";
import { asList } from "./as-list.js";
import { plain } from "./escape.js";
import { fieldRows, furtherPage, type LeftOut, proseOf, typeInWords } from "./fields.js";
import { belowHeading, type Section, sectionsOf } from "./headings.js";
import { samplesOf } from "./request-samples.js";

/** A part of the reference under its own heading, to be written as Markdown or as HTML. */
export interface Chapter {
  /** Level of its heading: 1 for the title. */
  level: number;
  title: string;
  /** Target of the links to this chapter. */
  anchor: string;
  /** HTTP method of an operation that can be called. */
  method?: string;
  deprecated?: boolean | undefined;
  blocks: Block[];
}

/** A piece of a chapter: a text in Markdown, a table, or a form. */
export type Block = string | Table | Form;

/** A table with a row for each field or parameter. */
export interface Table {
  head: readonly string[];
  /** Each with the anchor of what it describes, and its texts in Markdown. */
  rows: readonly { anchor: string; cells: readonly string[] }[];
}

/** A form to try an operation. */
export interface Form {
  operation: string;
}

/** Name of the chapter, and of Redoc's menu, that lists the schemas. */
const RESOURCES = "Resources";

/** Blocks in the making. What is empty or `false` is left out. */
type Parts = readonly (Block | false | undefined)[];

/** The complete reference, in reading order: guides, operations, resources. */
export function chaptersOf(contract: Contract): Chapter[] {
  const { info, tags } = contract;
  const [introduction, ...guides] = sectionsOf(info.description);
  return withUniqueAnchors([
    chapter(1, `${info.title} ${info.version}`, "/", [
      info.summary,
      introduction?.markdown,
      serverTable("", contract.servers),
      usualSecurityOf(contract),
      ...termsOf(info),
      furtherPage(contract.externalDocs),
    ]),
    ...guideChapters(guides),
    ...tags.flatMap(({ name, description, externalDocs }) => [
      chapter(2, name, tagAnchor(name), [description, furtherPage(externalDocs)]),
      ...operationChapters(contract, name),
    ]),
    ...resourceChapters(contract),
    ...tokenChapters(contract),
  ]);
}

/** The chapters of the introduction: each is one level below the heading that it is under. */
function guideChapters(sections: readonly Section[]): Chapter[] {
  const above: Section[] = [];
  return sections.map((section) => {
    while ((above.at(-1)?.depth ?? 0) >= section.depth) above.pop();
    const [first] = above;
    const level = Math.min(above.push(section) + 1, 6);
    const anchor = sectionAnchor(section.start, first?.depth === 1 ? first.start : undefined);
    return chapter(level, section.title, anchor, [section.markdown]);
  });
}

function chapter(level: number, title: string, anchor: string, parts: Parts): Chapter {
  const blocks = parts.map((part) => (typeof part === "object" ? part : belowHeading(level, part || "").trim()));
  return { level, title, anchor, blocks: blocks.filter((block) => block !== "") };
}

/** The rows of a table; none for another block. */
export function rowsOf(block: Block): Table["rows"] {
  return typeof block === "object" && "rows" in block ? block.rows : [];
}

/** Two chapters of one name have two anchors. */
function withUniqueAnchors(chapters: readonly Chapter[]): Chapter[] {
  const seen = new Map<string, number>();
  return chapters.map((one) => {
    const count = seen.get(one.anchor) ?? 0;
    seen.set(one.anchor, count + 1);
    return count === 0 ? one : { ...one, anchor: `${one.anchor}-${count + 1}` };
  });
}

/** The requests that the service sends by itself. */
function sentBy({ webhooks = {} }: Contract): PathItemOperation[] {
  return Object.values(webhooks).flatMap((item) => Object.values(item));
}

/** The operations of a tag, and the requests that the service sends under it. */
function operationChapters(contract: Contract, tag: string): Chapter[] {
  return [...operationsIn(contract.paths), ...sentBy(contract)]
    .filter(({ tags: [first] }) => first === tag)
    .map((operation: PathItemOperation & Partial<Operation>) => ({
      ...chapter(3, operation.summary, operationAnchor(operation), operationParts(contract, operation)),
      ...(operation.path && operation.method && { method: operation.method }),
      deprecated: operation.deprecated,
    }));
}

function operationParts(contract: Contract, operation: PathItemOperation & Partial<Operation>): Parts {
  const { operationId, method, path, description, callbacks = {}, externalDocs, servers } = operation;
  const anchor = operationAnchor(operation);
  return [
    path && method && code("http", `${method} ${path}`),
    operation.deprecated && "**Deprecated.**",
    description,
    furtherPage(externalDocs),
    path && `Operation id: ${inCode(operationId)}.`,
    path && securityOf(contract, operation),
    serverTable(anchor, servers),
    path && operationId in operations && { operation: operationId },
    ...messageParts(contract, anchor, operation, "####"),
    ...Object.values(callbacks).flatMap((callback) => callbackParts(contract, anchor, callback)),
  ];
}

/**
 * What a request carries, and what answers it.
 *
 * @param marks - Marks of the headings.
 */
function messageParts(contract: Contract, anchor: string, operation: PathItemOperation, marks: string): Parts {
  const { operationId, parameters = [], requestBody, responses } = operation;
  return [
    parameters.length > 0 && `${marks} Parameters`,
    parameterTable(contract, anchor, parameters),
    requestBody && `${marks} Request body`,
    requestBody && !requestBody.required && "Optional.",
    ...(requestBody ? bodyParts(contract, anchor, "request", requestBody) : []),
    ...samplesOf(operationId).flatMap(({ name, language, code: call }) => [
      `${marks} In ${name}`,
      code(language, call),
    ]),
    ...Object.entries(responses).flatMap(([status, response]) => [
      `${marks} Response ${status}`,
      ...bodyParts(contract, anchor, `response&c=${status}`, response),
    ]),
  ];
}

/** A callback refers to the request that has a chapter of its own; another one is described here. */
function callbackParts(contract: Contract, above: string, callback: Contract["paths"]): Parts {
  return operationsIn(callback).flatMap(({ method, path: expression, ...operation }) => {
    const title = operation.summary || operation.operationId || expression;
    const hasChapter = sentBy(contract).some((sent) => isDeepStrictEqual(sent, operation));
    const anchor = `${above}/${encodeURIComponent(expression)}/${method.toLowerCase()}`;
    return [
      `#### Callback: ${title}`,
      code("http", `${method} ${expression}`),
      ...(hasChapter
        ? [`See [${title}](#${operationAnchor(operation)}).`]
        : [operation.description, ...messageParts(contract, anchor, operation, "#####")]),
    ];
  });
}

/** A request or response body: its description, headers, media types, fields and examples. */
function bodyParts(contract: Contract, anchor: string, place: FieldPlace, body: Body): Parts {
  const { description, content, headers = {}, links } = body;
  const types = Object.entries(content);
  const [first] = types;
  const isOne = types.every(([, { schema }]) => isDeepStrictEqual(schema, first?.[1].schema));
  const names = types.map(([type]) => inCode(type)).join(", ");
  const leftOut: LeftOut = place === "request" ? "readOnly" : "writeOnly";
  const parameters = Object.entries(headers).map(([name, header]) => {
    return { schema: {}, description: "", ...header, name, in: "header" as const };
  });
  return [
    description,
    parameterTable(contract, `${anchor}/${place}`, parameters),
    isOne && types.length > 1 && `Media types: ${names}.`,
    ...types.flatMap(([type, media], index) => {
      const anchorOf = (path: readonly string[]) => fieldAnchor(anchor, place, isOne ? path : [type, ...path]);
      return [
        (!isOne || (types.length === 1 && type !== "application/json")) && `Media type ${inCode(type)}:`,
        ...(isOne && index > 0 ? [] : schemaParts(contract, media.schema, anchorOf, leftOut)),
        media.encoding && `Encoding:\n\n${asList(media.encoding)}`,
        ...exampleParts(type, media),
      ];
    }),
    links && `Links:\n\n${asList(links)}`,
  ];
}

/** The anchor of a field, by the names that lead to it. */
type AnchorOf = (path: readonly string[]) => string;

/** What a body is, unless it is an object about which its fields say everything; then its fields. */
function schemaParts(contract: Contract, schema: Schema, anchorOf: AnchorOf, leftOut: LeftOut): Parts {
  const said = typeInWords(contract, schema);
  const isSaid = Object.keys(schema).length === 0 || said === "object";
  const prose = schemaName(schema) ? schema.description : proseOf(contract, schema);
  return [
    [isSaid ? "" : `The body: ${said}.`, prose].filter(Boolean).join(" "),
    fieldTable(contract, schema, anchorOf, leftOut),
  ];
}

function exampleParts(type: string, { example, examples = {} }: MediaType): Parts {
  const all: Example[] = [...(example === undefined ? [] : [{ value: example }]), ...Object.values(examples)];
  return all.flatMap(({ summary = "Example", description, value, externalValue }) => {
    const text = typeof value === "string" && !/json$/.test(type);
    const shown = text ? code("text", value) : code("json", JSON.stringify(value, undefined, 2));
    return [`${plain(summary)}:`, description, externalValue ?? shown];
  });
}

function parameterTable(contract: Contract, anchor: string, parameters: readonly Parameter[]): Table | false {
  const rows = parameters.flatMap((parameter) => {
    const place = parameter.in;
    return fieldRows(contract, asObject(parameter)).map(({ steps, name, type, required, description }) => {
      return {
        anchor: fieldAnchor(anchor, `request&in=${place}`, steps),
        cells: [name, place, type, required, description],
      };
    });
  });
  return rows.length > 0 && { head: ["Name", "In", "Type", "Required", "Description"], rows };
}

/** A parameter as the only field of an object. What it says next to its schema is said of the field. */
function asObject({
  name,
  in: _,
  required,
  description,
  schema = {},
  content,
  examples = {},
  ...more
}: Parameter): Schema {
  const [[type, media] = []] = Object.entries(content ?? {});
  const shown = Object.values(media?.examples ?? examples).map(({ value, externalValue, summary }) => {
    return `${externalValue ?? inCode(value)}${summary ? ` (${summary})` : ""}`;
  });
  const said = { ...more, ...(media && { content: type, example: media.example }) };
  const prose = [description, shown.length > 0 && `For example ${shown.join(", ")}.`].filter(Boolean).join("\n\n");
  const field = { description: prose, allOf: [media?.schema ?? schema, said] };
  return { properties: { [name]: field }, required: required ? [name] : [] };
}

function fieldTable(contract: Contract, schema: Schema, anchorOf: AnchorOf, leftOut?: LeftOut): Table | false {
  const rows = fieldRows(contract, schema, { leftOut }).map(({ steps, name, type, required, description }) => {
    return { anchor: anchorOf(steps), cells: [name, type, required, description] };
  });
  return rows.length > 0 && { head: ["Field", "Type", "Required", "Description"], rows };
}

function resourceChapters(contract: Contract): Chapter[] {
  const resources = Object.entries(contract.components.schemas).map(([name, schema]) => {
    const anchor = resourceAnchor(name);
    const said = typeInWords(contract, schema);
    const self = { $ref: `#/components/schemas/${name}` };
    return chapter(3, name, anchor, [
      proseOf(contract, schema),
      said !== "object" && `Type: ${said}.`,
      fieldTable(contract, self, (path) => `${anchor}/${path.join("/")}`),
    ]);
  });
  return resources.length === 0 ? [] : [chapter(2, RESOURCES, tagAnchor(RESOURCES), []), ...resources];
}

function tokenChapters({ components }: Contract): Chapter[] {
  const schemes = Object.entries(components.securitySchemes);
  return schemes.map(([name, scheme]) => {
    const title = schemes.length === 1 ? "The access token" : name;
    return chapter(2, title, sectionAnchor(title), [
      carrierOf(scheme),
      scheme.description,
      asList({ flows: scheme.flows, openIdConnectUrl: scheme.openIdConnectUrl }),
    ]);
  });
}

/** Where requests go, and what may be put into the address. */
function serverTable(above: string, servers: readonly Server[] = []): Table | false {
  const rows = servers.flatMap(({ url, description = "", variables = {} }, index) => [
    { anchor: `${above}/servers/${index}`, cells: [inCode(url), description] },
    ...Object.entries(variables).map(([name, { description: about = "", ...values }]) => {
      const said = [inCode(name), ...boundsOf(values)].join(", ");
      return { anchor: `${above}/servers/${index}/${name}`, cells: [said, about] };
    }),
  ]);
  return rows.length > 0 && { head: ["Server", "Description"], rows };
}

/** Whom to ask about the API, and on which terms it may be used. */
function termsOf({ contact, license, termsOfService }: Contract["info"]): string[] {
  return Object.entries({ Contact: contact, License: license, Terms: termsOfService }).flatMap(([title, said]) => {
    const texts = new Set(typeof said === "object" ? Object.values(said) : said && [said]);
    return texts.size > 0 ? [`${title}: ${[...texts].join(", ")}`] : [];
  });
}

function code(language: string, content: string): string {
  return `\`\`\`${language}\n${content}\n\`\`\``;
}
