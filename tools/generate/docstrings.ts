import { wrap } from "../../src/cli/wrap.js";
import { jsonSchema } from "../contract/bodies.js";
import { schemaOf } from "../contract/json-schema.js";
import type { Contract, Parameter } from "../contract/model.js";
import { boundsOf } from "../contract/schema-in-words.js";
import type { Method } from "./signature.js";

/** Longest line of a comment, in characters, so that it can be read next to code. */
const WIDTH = 110;

/** A JSDoc comment, on one line if it has one line; empty without a text. */
export function comment(text: string): string {
  const lines = text
    .trim()
    .replaceAll("*/", "*\\/")
    .split("\n")
    .flatMap((line) => wrap(line, WIDTH));
  if (text.trim() === "") return "";
  if (lines.length === 1) return `/** ${lines[0]} */`;
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */`;
}

/** The docstring of a method. */
export function docstring(contract: Contract, method: Method): string {
  const { operationId, method: verb, path, description, summary, deprecated } = method.operation;
  return comment(
    [
      description.trim() || summary,
      ...(method.walk ? [WALK] : []),
      `Operation \`${operationId}\`, \`${verb} ${path}\``,
      [
        ...(deprecated ? ["@deprecated The contract marks this operation as deprecated."] : []),
        ...parametersOf(contract, method),
        ...throwsOf(method),
      ].join("\n"),
    ].join("\n\n"),
  );
}

const WALK = `\`await\` returns one page. \`for await\` walks the items of that page and of all later pages. Collect items
before you delete them, since a deletion moves later items to an earlier page.`;

function parametersOf(contract: Contract, { path, body, query, headers }: Method): string[] {
  const inPath = path.map(({ argument, parameter }) => `@param ${argument} - ${said(parameter)}`);
  const schema = body ? schemaOf(contract, jsonSchema(body.body)) : {};
  const sent = body?.key === undefined ? schema : schemaOf(contract, schema.properties?.[body.key] ?? {});
  const input = inline(sent.description ?? body?.body.description ?? "");
  const options = [
    ...(body && body.argument === undefined ? [`\`body\` is sent as JSON. ${inline(body.body.description)}`] : []),
    ...(headers.length > 0 ? [`\`headers\` takes:\n${listed(headers)}`] : []),
  ];
  return [
    ...inPath,
    ...(body?.argument ? [`@param ${body.argument}${input && ` - ${input}`}`] : []),
    ...(query ? [`@param ${query.argument} -\n${listed(query.parameters)}`] : []),
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
