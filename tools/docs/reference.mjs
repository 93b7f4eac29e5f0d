// @ts-check
// The whole reference as Markdown: for readers without JavaScript, and for tools. Written from the contract with every
// $ref put in its place.

/** @import { Body, Callback, Contract, Operation, Parameter, Schema } from "./contract.d.ts" */

/**
 * The reference as Markdown.
 *
 * @param {Contract} contract
 */
export function renderReference(contract) {
  const { info, tags, components } = contract;
  const operations = operationsOf(contract);
  const chapters = tags.flatMap((tag) => [
    `## ${tag.name}`,
    tag.description,
    ...operations.filter((operation) => operation.tags.includes(tag.name)).flatMap(renderOperation),
  ]);
  const resources = Object.entries(components.schemas).flatMap(([name, schema]) => [
    `### ${name}`,
    schema.description,
    fieldTable(schema),
  ]);
  const token = components.securitySchemes.AccessToken;
  return paragraphs([
    `# ${info.title} ${info.version}`,
    info.summary,
    demoted(info.description),
    ...chapters,
    "## Resources",
    ...resources,
    "## The access token",
    `Request header \`${token.name}\`.`,
    token.description,
  ]);
}

/**
 * Every operation with its method and path, in the order of the contract.
 *
 * @param {Contract} contract
 * @returns {Operation[]}
 */
export function operationsOf(contract) {
  return Object.entries(contract.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, ...operation })),
  );
}

/** @param {Operation} operation */
function renderOperation(operation) {
  const { method, path, summary, description, parameters, requestBody, responses, callbacks = {} } = operation;
  return [
    `### ${summary}`,
    code("http", `${method} ${path}`),
    description,
    ...(parameters ? ["#### Parameters", parameterTable(parameters)] : []),
    ...(requestBody ? ["#### Request body", ...renderBody(requestBody)] : []),
    ...operation["x-codeSamples"].flatMap((sample) => [
      `#### In ${sample.label ?? sample.lang}`,
      code(sample.label ? "ts" : "sh", sample.source),
    ]),
    ...Object.entries(responses).flatMap(([status, response]) => [`#### Response ${status}`, ...renderBody(response)]),
    ...Object.values(callbacks).flatMap((callback) => Object.entries(callback).flatMap(renderCallback)),
  ];
}

/** @param {[string, Callback[string]]} callback */
function renderCallback([expression, item]) {
  return Object.entries(item).flatMap(([method, { summary, description, requestBody }]) => [
    `#### Callback: ${summary}`,
    code("http", `${method.toUpperCase()} ${expression}`),
    description,
    requestBody.description,
  ]);
}

/**
 * A request or response body: what it is, its fields, and its examples.
 *
 * @param {Body} body
 */
function renderBody({ description, content }) {
  const { schema, examples = {} } = content["application/json"];
  return [
    description,
    schema.properties ? fieldTable(schema) : "",
    ...Object.values(examples).flatMap(({ summary, value }) => [
      `${summary}:`,
      code("json", JSON.stringify(value, undefined, 2)),
    ]),
  ];
}

/** @param {Parameter[]} parameters */
function parameterTable(parameters) {
  const rows = parameters.map(({ name, in: place, required, description, schema }) => [
    `\`${name}\``,
    place,
    typeOf(schema),
    required ? "yes" : "no",
    description,
  ]);
  return table(["Name", "In", "Type", "Required", "Description"], rows);
}

/** @param {Schema} schema */
function fieldTable(schema) {
  return table(["Field", "Type", "Required", "Description"], fieldsOf(schema, ""));
}

/**
 * The fields of an object and of the objects in it, each with its path.
 *
 * @param {Schema} schema
 * @param {string} prefix
 * @returns {string[][]}
 */
function fieldsOf({ properties = {}, required = [] }, prefix) {
  return Object.entries(properties).flatMap(([name, field]) => [
    [`\`${prefix}${name}\``, typeOf(field), required.includes(name) ? "yes" : "no", field.description ?? ""],
    ...fieldsOf(field, `${prefix}${name}.`),
    ...fieldsOf(field.items ?? {}, `${prefix}${name}[].`),
  ]);
}

/** @param {Schema} schema */
function typeOf(schema) {
  return [
    [schema.type ?? "anything"].flat().join(" or "),
    schema.format,
    schema.enum && `one of ${schema.enum.map((value) => `\`${value}\``).join(", ")}`,
    schema.default !== undefined && `default \`${schema.default}\``,
    schema.maximum !== undefined && `at most ${schema.maximum}`,
    schema.pattern && `\`${schema.pattern}\``,
  ]
    .filter(Boolean)
    .join(", ");
}

/**
 * @param {string[]} head
 * @param {string[][]} rows
 */
function table(head, rows) {
  const cell = (/** @type {string} */ text) =>
    text
      .trim()
      .replace(/\s*\n\s*/g, " ")
      .replaceAll("|", "\\|");
  const line = (/** @type {string[]} */ cells) => `| ${cells.map(cell).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/**
 * @param {string} language
 * @param {string} text
 */
function code(language, text) {
  return `\`\`\`${language}\n${text.trim()}\n\`\`\``;
}

/** Headings one level down: those of the description stand under the title. @param {string} markdown */
function demoted(markdown) {
  const fence = /^```.*?^```$/gms;
  const blocks = markdown.match(fence) ?? [];
  const texts = markdown.split(fence).map((text) => text.replace(/^(#+ )/gm, "#$1"));
  return texts.map((text, index) => text + (blocks[index] ?? "")).join("");
}

/** @param {(string | undefined)[]} parts */
function paragraphs(parts) {
  return `${parts
    .map((part) => part?.trim())
    .filter(Boolean)
    .join("\n\n")}\n`;
}
