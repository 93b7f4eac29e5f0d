import { schemaOf } from "../contract/json-schema.js";
import type { Contract } from "../contract/model.js";
import type { Method } from "./methods.js";
import { identifierOf } from "./names.js";

/** Lines of a comment with at most 110 characters, so that it can be read next to code. */
const LINES = /(?=\S).{1,110}(?=\s|$)|\S+/g;

/** A link that leads nowhere in an editor. */
const DEAD_LINK = /\[([^\]]*)\]\((?!https?:)[^)]*\)/g;

/** A JSDoc comment, on one line if it has one line; empty without a text. */
export function comment(text: string): string {
  const said = text.trim().replaceAll("*/", "*\\/").replaceAll(DEAD_LINK, "$1");
  if (said === "") return "";
  const lines = said.split("\n").flatMap((line) => line.match(LINES) ?? [""]);
  return lines.length === 1
    ? `/** ${lines[0]} */`
    : `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */`;
}

/** The docstring of a method: the words of the contract, and which operation it is. Types describe query and headers. */
export function docstring(contract: Contract, { operation, path, body, items }: Method): string {
  const { operationId, method: verb, path: template, description, summary, deprecated } = operation;
  const input = body && (schemaOf(contract, body.schema).description ?? body.description);
  const tags = [
    ...(deprecated ? ["@deprecated The contract marks this operation as deprecated."] : []),
    ...path.map(({ name, description }) => param(identifierOf(name), description)),
    ...(input
      ? [body.argument ? param(body.argument, input) : param("options", `\`body\` is sent as JSON. ${input}`)]
      : []),
    "@throws ServiceError when the call fails.",
  ];
  const called = `Operation \`${operationId}\`, \`${verb} ${template}\``;
  return comment([description.trim() || summary, ...(items ? [WALK] : []), called, tags.join("\n")].join("\n\n"));
}

const WALK = `\`await\` returns one page. \`for await\` walks the items of that page and of all later pages. Collect items
before you delete them, since a deletion moves later items to an earlier page.`;

/** What an argument takes, on one line. */
function param(name: string, text: string): string {
  return `@param ${name} - ${text.trim().replaceAll(/\s*\n\s*/g, " ")}`;
}
