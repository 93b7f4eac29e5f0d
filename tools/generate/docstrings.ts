import { type Contract, jsonSchema, schemaOf } from "../contract/model.js";
import type { Method } from "./methods.js";

/** Lines of a comment with at most 110 characters, so that it can be read next to code. */
const LINES = /(?=\S).{1,110}(?=\s|$)|\S+/g;

/** The end of a line within a paragraph. */
const WITHIN_PARAGRAPH = /(?<=[^\n])\n(?=[\p{L}`(])/gu;

/** A JSDoc comment, on one line if it fits. */
export function comment(text: string): string {
  const safe = text.trim().replaceAll("*/", "*\\/").replaceAll(WITHIN_PARAGRAPH, " ");
  const lines = safe.split("\n").flatMap((line) => line.match(LINES) ?? [""]);
  return lines.length === 1
    ? `/** ${lines[0]} */`
    : `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */`;
}

const PAGES = `\`await\` returns one page. \`for await\` loops over the list itself, without another \`await\`: it walks the items of
that page and of all later pages. Collect items before you delete them, since a deletion moves later items to an earlier page.`;

/** The docstring of a method: the contract's description, and which operation it calls. Types describe the query. */
export function docstring(contract: Contract, { operation, path, input, takesAnyBody, items }: Method): string {
  const { operationId, method, description, deprecated, requestBody } = operation;
  const { properties = {} } = requestBody ? schemaOf(contract, jsonSchema(requestBody)) : {};
  const param = (name: string, text = "") => `@param ${name} - ${text.trim().replaceAll(/\s*\n\s*/g, " ")}`;
  const tags = [
    ...(deprecated ? ["@deprecated The contract marks this operation as deprecated."] : []),
    ...path.map((parameter) => param(parameter.name, parameter.description)),
    ...(input ? [param(input, properties[input]?.description)] : []),
    ...(takesAnyBody ? [param("options", `\`body\` is sent as JSON. ${requestBody?.description}`)] : []),
    "@throws ServiceError when the call fails.",
  ];
  const called = `Operation \`${operationId}\`, \`${method} ${operation.path}\``;
  return comment([description.trim(), ...(items ? [PAGES] : []), called, tags.join("\n")].join("\n\n"));
}
