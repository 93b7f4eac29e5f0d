import { schemaOf } from "../contract/json-schema.js";
import type { Contract, Parameter } from "../contract/model.js";
import { boundsOf } from "../contract/schema-in-words.js";
import type { Method } from "./methods.js";

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

/** The docstring of a method. */
export function docstring(contract: Contract, method: Method): string {
  const { operationId, method: verb, path, description, summary, deprecated } = method.operation;
  const tags = [
    ...(deprecated ? ["@deprecated The contract marks this operation as deprecated."] : []),
    ...parametersOf(contract, method),
    ...throwsOf(method),
  ];
  return comment(
    [
      description.trim() || summary,
      ...(method.items ? [WALK] : []),
      `Operation \`${operationId}\`, \`${verb} ${path}\``,
      tags.join("\n"),
    ].join("\n\n"),
  );
}

const WALK = `\`await\` returns one page. \`for await\` walks the items of that page and of all later pages. Collect items
before you delete them, since a deletion moves later items to an earlier page.`;

function parametersOf(contract: Contract, { path, body, query, headers }: Method): string[] {
  const input = body && inline(schemaOf(contract, body.schema).description ?? body.description);
  const options = [
    ...(body && body.argument === undefined ? [`\`body\` is sent as JSON. ${inline(body.description)}`] : []),
    ...(headers.length > 0 ? [`\`headers\` takes:\n${listed(headers)}`] : []),
  ];
  return [
    ...path.map(({ argument, parameter }) => `@param ${argument} - ${said(parameter)}`),
    ...(body?.argument ? [`@param ${body.argument}${input && ` - ${input}`}`] : []),
    ...(query.length > 0 ? [`@param query -\n${listed(query)}`] : []),
    ...(options.length > 0 ? [`@param options - ${options.join(" ")}`] : []),
  ];
}

function listed(parameters: readonly Parameter[]): string {
  return parameters
    .map((parameter) => {
      const { name, schema, required, deprecated } = parameter;
      const bounds = [...(required ? ["required"] : []), ...(deprecated ? ["deprecated"] : []), ...boundsOf(schema)];
      return `- \`${name}\`${bounds.length > 0 ? ` (${bounds.join(", ")})` : ""}: ${said(parameter)}`;
    })
    .join("\n");
}

function said({ description, schema }: Parameter): string {
  return inline(description || (schema.description ?? ""));
}

function throwsOf({ operation: { method }, path }: Method): string[] {
  const refused =
    path.length > 0 ? ["@throws TypeError when the id cannot be part of a path; no request is made then."] : [];
  const retried = ["POST", "PATCH"].includes(method)
    ? ` A \`${method}\` is retried only if it was never sent, or after status 429 with \`Retry-After\`.`
    : "";
  const deleted = method === "DELETE" ? " A retry may fail because an earlier try has deleted the resource." : "";
  return [...refused, `@throws ServiceError when the call fails.${retried}${deleted}`];
}

/** A text on one line. */
function inline(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, " ");
}
