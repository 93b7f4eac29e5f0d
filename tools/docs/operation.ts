import { isDeepStrictEqual } from "node:util";
import {
  type Body,
  type Contract,
  type MediaType,
  type Operation,
  operationsIn,
  type Parameter,
  type PathItemOperation,
  type Schema,
  schemaName,
} from "../contract/model.js";
import { code } from "../contract/schema-in-words.js";
import { isPublic } from "../contract/security.js";
import { type FieldPlace, fieldAnchor, operationAnchor } from "./anchors.js";
import { type Call, callsOf } from "./calls.js";
import { type Block, type Chapter, chapter, type FieldRow, type Panel } from "./chapter.js";
import { requestPanel } from "./code-panels.js";
import { type Field, fieldsOf, furtherPage, wordsOf } from "./fields.js";
import { belowHeading } from "./headings.js";

/** Blocks in the making. What is not there is left out. */
type Parts = readonly (Block | false | undefined)[];

/** The operations of a tag, and the requests that the service sends under it. */
export function operationChapters(contract: Contract, tag: string): Chapter[] {
  const calls = callsOf(contract);
  return [...operationsIn(contract.paths), ...sentBy(contract)]
    .filter(({ tags: [first] }) => first === tag)
    .map((operation: PathItemOperation & Partial<Operation>) => ({
      ...chapter(3, operation.summary, operationAnchor(operation), operationParts(contract, operation)),
      ...(operation.path && operation.method && { method: operation.method }),
      deprecated: operation.deprecated,
      aside: [...requestPanels(calls[operation.operationId]), ...answerPanels(operation)],
    }));
}

/** Nothing for a request that a client does not send. */
function requestPanels(call: Call | undefined): Panel[] {
  return call ? [requestPanel(call)] : [];
}

/** The requests that the service sends by itself. */
function sentBy({ webhooks = {} }: Contract): PathItemOperation[] {
  return Object.values(webhooks).flatMap((item) => Object.values(item));
}

function operationParts(contract: Contract, operation: PathItemOperation & Partial<Operation>): Parts {
  const { operationId, method, path, description, callbacks = {}, parameters = [], requestBody, responses } = operation;
  const anchor = operationAnchor(operation);
  return [
    path && method && `\`\`\`http\n${method} ${path}\n\`\`\``,
    operation.deprecated && "**Deprecated.**",
    belowHeading(3, description).trim(),
    [path && `Operation id: ${code(operationId)}.`, furtherPage(operation.externalDocs)].filter(Boolean).join(" "),
    path && contract.security.length > 0 && isPublic(contract, operation) && "Requires no token.",
    path && { form: operationId },
    parameters.length > 0 && "#### Parameters",
    parameters.length > 0 && { fields: parameters.flatMap((parameter) => parameterRows(contract, anchor, parameter)) },
    requestBody && `#### Request body${requestBody.required ? "" : " (optional)"}`,
    ...(requestBody ? bodyParts(contract, anchor, "request", requestBody) : []),
    ...Object.entries(responses).flatMap(([status, response]) => [
      `#### Response ${status}`,
      ...bodyParts(contract, anchor, `response&c=${status}`, response),
    ]),
    ...Object.values(callbacks).flatMap((callback) => callbackParts(contract, callback)),
  ];
}

/** A callback refers to the request that has a chapter of its own; of another one, its description is here. */
function callbackParts(contract: Contract, callback: Contract["paths"]): Parts {
  return operationsIn(callback).flatMap(({ method, path: expression, ...operation }) => {
    const title = operation.summary || operation.operationId || expression;
    const hasChapter = sentBy(contract).some((sent) => isDeepStrictEqual(sent, operation));
    return [
      `#### Callback: ${title}`,
      `\`\`\`http\n${method} ${expression}\n\`\`\``,
      hasChapter ? `See [${title}](#${operationAnchor(operation)}).` : belowHeading(4, operation.description).trim(),
    ];
  });
}

function parameterRows(contract: Contract, anchor: string, parameter: Parameter): FieldRow[] {
  const { name, in: place, required, description, schema = {}, example, examples = {} } = parameter;
  const shown = Object.values(examples).map(({ value, summary }) => `${code(value)}${summary ? ` (${summary})` : ""}`);
  const said = shown.length > 0 ? `for example ${shown.join(", ")}` : "";
  const field: Schema = { ...schema, ...(description && { description }), ...(example !== undefined && { example }) };
  const rows = fieldsOf(contract, { properties: { [name]: field }, required: required ? [name] : [] });
  return rows.map((row, index) => ({
    ...row,
    anchor: fieldAnchor(anchor, `request&in=${place}`, row.steps),
    place,
    bounds: index > 0 ? row.bounds : [row.bounds, said].filter(Boolean).join(", "),
  }));
}

/** A request or response body: its description, media types, headers and fields. */
function bodyParts(contract: Contract, anchor: string, place: FieldPlace, body: Body): Parts {
  const { description, content, headers = {} } = body;
  const [[type, { schema }] = ["application/json", { schema: {} }]] = Object.entries(content);
  const types = Object.keys(content).map(code);
  const isJson = types.length < 2 && type === "application/json";
  const words = wordsOf(contract, schema);
  const said = [words.type, words.bounds].filter(Boolean).join(", ");
  const fields = fieldsOf(contract, schema).map((field: Field) => {
    return { ...field, anchor: fieldAnchor(anchor, place, field.steps) };
  });
  const inHeader = Object.entries(headers).flatMap(([name, header]) =>
    parameterRows(contract, `${anchor}/${place}`, { schema: {}, description: "", ...header, name, in: "header" }),
  );
  return [
    description.trim(),
    !isJson && types.length > 0 && `Media type${types.length > 1 ? "s" : ""}: ${types.join(", ")}.`,
    inHeader.length > 0 && { fields: inHeader },
    Object.keys(schema).length > 0 && said !== "object" && `The body: ${said}.`,
    schemaName(schema) === undefined && words.description,
    fields.length > 0 && { fields },
  ];
}

/** The examples of the answers of an operation. */
export function answerPanels({ responses }: PathItemOperation): Panel[] {
  return Object.entries(responses).flatMap(([status, response]) =>
    examplesIn(response).map(({ summary = "", value }) => {
      const text = JSON.stringify(value, undefined, 2);
      return { title: `Response ${status}`, note: summary, language: "json", code: text };
    }),
  );
}

/** The examples of a body in its first media type that has any. */
export function examplesIn(body: Body | undefined) {
  const all = Object.values(body?.content ?? {}).map(({ example, examples = {} }: MediaType) => {
    return example === undefined ? Object.values(examples) : [{ summary: "Example", value: example }];
  });
  return all.find(({ length }) => length > 0) ?? [];
}
