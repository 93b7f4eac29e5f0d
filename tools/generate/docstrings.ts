import { answerOf, jsonSchema } from "../contract/bodies.js";
import { schemaOf } from "../contract/json-schema.js";
import type { Contract } from "../contract/model.js";
import type { Method } from "./methods.js";

/** Lines of a comment with at most 110 characters, so that it can be read next to code. */
const LINES = /(?=\S).{1,110}(?=\s|$)|\S+/g;

/** The end of a line within a paragraph. What is no letter may begin an item of a list, a row of a table or a tag. */
const WITHIN_PARAGRAPH = /(?<=[^\n])\n(?=[\p{L}`(])/gu;

/** A JSDoc comment, on one line if it has one line; empty without a text. */
export function comment(text: string): string {
  const said = text.trim().replaceAll("*/", "*\\/").replaceAll(WITHIN_PARAGRAPH, " ");
  if (said === "") return "";
  const lines = said.split("\n").flatMap((line) => line.match(LINES) ?? [""]);
  return lines.length === 1
    ? `/** ${lines[0]} */`
    : `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */`;
}

/** The docstring of a method: the words of the contract, and which operation it is. Types describe the query. */
export function docstring(contract: Contract, { operation, path, input, items }: Method): string {
  const { operationId, method, description, summary, deprecated, requestBody } = operation;
  const { properties = {} } = requestBody ? schemaOf(contract, jsonSchema(requestBody)) : {};
  const sent = properties[input ?? ""]?.description ?? requestBody?.description;
  const tags = [
    ...(deprecated ? ["@deprecated The contract marks this operation as deprecated."] : []),
    ...path.map(({ name, description }) => param(name, description)),
    ...(sent ? [input ? param(input, sent) : param("options", `\`body\` is sent as JSON. ${sent}`)] : []),
    "@throws ServiceError when the call fails.",
  ];
  const headers = Object.keys(answerOf(operation).headers ?? {}).map((name) => `\`${name}\``);
  const paragraphs = [
    description.trim() || summary,
    ...(items ? [WALK] : []),
    ...(headers.length > 0
      ? [`Headers of the response, which \`withResponse()\` returns: ${headers.join(", ")}.`]
      : []),
    `Operation \`${operationId}\`, \`${method} ${operation.path}\``,
    tags.join("\n"),
  ];
  return comment(paragraphs.join("\n\n"));
}

const WALK = `\`await\` returns one page. \`for await\` walks the items of that page and of all later pages. Collect items
before you delete them, since a deletion moves later items to an earlier page.`;

/** What an argument takes, on one line. */
function param(name: string, text: string): string {
  return `@param ${name} - ${text.trim().replaceAll(/\s*\n\s*/g, " ")}`;
}
