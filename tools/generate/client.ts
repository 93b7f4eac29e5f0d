import { readFileSync } from "node:fs";
import { CommandError } from "../../src/cli/command.js";
import { JSON_TYPE } from "../contract/bodies.js";
import { flattened } from "../contract/json-schema.js";
import { type Contract, type Parameter, type Schema, schemaName } from "../contract/model.js";
import { CONTRACT } from "../contract/reader.js";
import { secretsIn } from "../contract/secret-fields.js";
import { isPublic } from "../contract/security.js";
import { HEADER, objectCode, within } from "./code.js";
import { comment, docstring } from "./docstrings.js";
import { isOneObject, type Method, methodsOf } from "./methods.js";
import { capitalized, identifierOf, pathOf, resourceName, tagOf, typeName } from "./names.js";

// Redocly's generate-client accepts custom generators, but its model (2.77, experimental) has no examples, callbacks or
// webhooks. openapi-typescript's Node API returns only syntax trees.

const START = `import type { Client } from "openapi-fetch";
import { createList, type List, run } from "../src/client/calls.js";
import type { Call, CalledOperation, CallOptions, RequestHeaders } from "../src/client/options.js";
import type { components, operations, paths } from "./schema.js";

export type { components, operations, paths } from "./schema.js";

/**
 * The openapi-fetch client beneath the methods, see https://openapi-ts.dev/openapi-fetch. \`GET\` and so on call a path, with
 * the access token, the tries and the deadline of a method. \`use\` adds middleware, which sees the calls of methods, too.
 */
export interface HttpClient extends Client<Failing<paths>> {}

/** The contract documents only successes: of the body of any other answer, nothing is known but that it is \`error\`. */
type Failing<Paths> = {
  [Path in keyof Paths]: {
    [Method in keyof Paths[Path]]: Paths[Path][Method] extends { responses: infer Responses }
      ? Omit<Paths[Path][Method], "responses"> & {
          responses: Responses & { default: { content: { "application/json": NonNullable<unknown> } } };
        }
      : Paths[Path][Method];
  };
};

// An interface cannot extend what is looked up by names in brackets.
type Same<Type> = Type;

type Delivered<Content> = {
  [MediaType in keyof Content]: {
    /** Value of the request header \`Content-Type\`, without parameters. */
    readonly mediaType: MediaType;
    readonly payload: Content[MediaType];
  };
}[keyof Content];`;

/**
 * Returns the code of the client's methods: one for each operation, under its tag, with docstrings from the contract.
 *
 * @throws CommandError when the client cannot have a method or a type. The message names the place.
 */
export function generateClient(contract: Contract): string {
  const methods = methodsOf(contract);
  const types = new Types(contract);
  const groups = contract.tags.flatMap(({ name, description }) => {
    const own = methods.filter(({ operation }) => tagOf(operation) === name);
    const members = own.map((method) => `${docstring(contract, method)}\n${memberOf(method, types)}`).join(",\n\n");
    const [{ group } = { group: "" }] = own;
    const [type, text] = [`${resourceName(name)}Methods`, comment(description)];
    const code = `const ${group}Of = (http: HttpClient) => ({\n${members}\n});

${text}\nexport interface ${type} extends ReturnType<typeof ${group}Of> {}`;
    return group ? [{ group, type, text, code }] : [];
  });
  const facts = methods.map(({ operation, status }): [string, string] => [
    `${operation.method} ${operation.path}`,
    objectCode([
      ["id", JSON.stringify(operation.operationId)],
      ["status", status === 200 ? undefined : String(status)],
      ["isPublic", isPublic(contract, operation) ? "true" : undefined],
    ]),
  ]);
  const sent = methods.map(({ operation: { requestBody, parameters } }) => ({ requestBody, parameters }));
  const code = `${types.declarations()}

${groups.map(({ code }) => code).join("\n\n")}

/** The methods of the client, by the tags of the contract. */
export interface Methods {
${groups.map(({ group, type, text }) => `${text}\nreadonly ${group}: ${type};`).join("\n")}
}

/** Makes the methods, from the client that sends their requests. */
export const createMethods = (http: HttpClient): Methods => ({
${groups.map(({ group }) => `${group}: ${group}Of(http)`).join(",\n")}
});

/** Every operation, by its method and its path. */
export const operationsByPath: Readonly<Record<string, CalledOperation>> = ${objectCode(facts)};

/** Names of the fields and headers of requests whose values are passwords. */
export const passwords: readonly string[] = ${JSON.stringify(secretsIn(contract, sent))};
`;
  // What only some contracts need.
  const start = START.replace(/(?:type )?\b(RequestHeaders|createList|List)\b,? ?/g, (found, name) =>
    new RegExp(`\\b${name}\\b`).test(code) ? found : "",
  );
  return `${HEADER}\n${start}\n\n${code}`;
}

/** The code of a method. */
function memberOf(method: Method, types: Types): string {
  const { name, operation, path, query, headers, body, answer, envelope, items } = method;
  const options = needsOptions(method) ? "options" : "options?";
  const params = [
    ...(path.length > 0 ? [`path: ${objectCode(path.map(({ name }) => [name, identifierOf(name)]))}`] : []),
    ...(query.length > 0 ? ["query"] : []),
    ...(headers.length > 0 ? [`header: ${options}.headers`] : []),
  ];
  const init = ["...init"];
  if (params.length > 0) init.push(`params: { ${params.join(", ")} }`);
  if (body) {
    const { argument, key, required } = body;
    const sent = key === undefined ? (argument ?? `${options}.body`) : objectCode([[key, argument]]);
    // Where an optional body is not given, its envelope is not sent either.
    init.push(`body: ${key === undefined || required ? sent : `${argument} && ${sent}`}`);
  }
  const send = `(init) => http.${operation.method}(${JSON.stringify(operation.path)}, { ${init.join(", ")} })`;
  const last = items ? "faultOf" : envelope ? JSON.stringify(envelope) : answer ? undefined : "null";
  const run = `run(${["options", send, last].filter(Boolean).join(", ")})`;
  const call = items
    ? `createList(${JSON.stringify(items)}, query, options, (query, options, faultOf) => ${run})`
    : run;
  return `${JSON.stringify(name)}: (${types.argumentsOf(method)}): ${types.returnedBy(method)} => ${call}`;
}

/** Whether a method cannot be called without its options. */
function needsOptions({ body, headers }: Method): boolean {
  return (body?.argument === undefined && body?.required) || headers.some(isRequired);
}

function isRequired({ required = false }: Parameter): boolean {
  return required;
}

/** The exported types of the client. */
class Types {
  readonly #contract: Contract;
  /** Their code by name, and for a parameter its schema, which methods share. */
  readonly #declared = new Map<string, { code: string; schema?: string }>();

  constructor(contract: Contract) {
    this.#contract = contract;
    for (const [name, schema] of Object.entries(contract.components.schemas))
      this.#alias(typeOfSchema(name), within("components", "schemas", name), schema, schema.description);
  }

  /** The code of all types, with what a receiver gets, as much of it as the contract specifies. */
  declarations(): string {
    for (const [name, item] of Object.entries(this.#contract.webhooks ?? {})) {
      const [received] = Object.values(item);
      if (!received?.requestBody) continue;
      if (received.operationId === "") throw new CommandError(`${CONTRACT}: webhooks/${name}: write an operationId.`);
      const type = typeOfSchema(name);
      const text = `${received.description.trim()}\n\n${received.requestBody.description}`;
      const content = within("operations", received.operationId, "requestBody");
      this.#declare(type, `type ${type} = Delivered<NonNullable<${content}>["content"]>;`, text);
    }
    return [...this.#declared.values()].map(({ code }) => code).join("\n\n");
  }

  /** The arguments of a method, with their types. */
  argumentsOf(method: Method): string {
    const { operation, path, body, query, headers } = method;
    const prefix = typeName(operation, method);
    const called = `\`${pathOf(method)}\``;
    const all: [name: string, type: string, required: boolean][] = path.map((parameter) => {
      const type = resourceName(tagOf(operation)) + typeOfSchema(parameter.name);
      const code = `type ${type} = ${partOf(method, "parameters", "path", parameter.name)};`;
      const schema = JSON.stringify(parameter.schema);
      return [identifierOf(parameter.name), this.#declare(type, code, parameter.description, schema), true];
    });
    const bodyCode = within(`NonNullable<${partOf(method, "requestBody")}>`, "content", JSON_TYPE, body?.key);
    if (body?.argument) {
      const input = this.#alias(`${prefix}Input`, bodyCode, body.schema, `What ${called} takes.`);
      all.push([body.argument, input, body.required]);
    }
    if (query.length > 0) {
      const code = `NonNullable<${partOf(method, "parameters", "query")}>`;
      const type = this.#alias(`${prefix}Query`, code, { type: "object" }, `The query of ${called}.`);
      all.push(["query", type, query.some(isRequired)]);
    }
    const headersCode = `RequestHeaders & NonNullable<${partOf(method, "parameters", "header")}>`;
    const own = [
      ...(body && !body.argument ? [typed("body", bodyCode, body.required)] : []),
      ...(headers.length > 0 ? [typed("headers", headersCode, headers.some(isRequired))] : []),
    ].join("; ");
    const name = own ? `${prefix}Options` : "CallOptions";
    if (own) this.#declare(name, `interface ${name} extends CallOptions { ${own} }`, `The options of ${called}.`);
    all.push(["options", name, needsOptions(method)]);
    // An optional argument cannot stand before one that is required.
    const last = all.findLastIndex(([, , required]) => required);
    const code = all.map(([argument, type, required], index) =>
      index > last ? `${argument}?: ${type}` : `${argument}: ${type}${required ? "" : " | undefined"}`,
    );
    return code.join(", ");
  }

  /** The type of what a method returns. */
  returnedBy(method: Method): string {
    const { operation, name, answer, envelope, items, status } = method;
    if (!answer) return "Call<void>";
    const code = within(partOf(method, "responses"), status, "content", JSON_TYPE);
    const { properties = {} } = flattened(this.#contract, answer);
    const inner = envelope === undefined ? answer : (properties[envelope] ?? {});
    if (!items) return `Call<${this.#named(inner) ?? within(code, envelope)}>`;
    const page = `${name === "list" ? resourceName(tagOf(operation)) : typeName(operation, method)}Page`;
    this.#alias(page, code, answer, operation.responses[status]?.description || "One page.");
    const { items: item = {} } = flattened(this.#contract, properties[items] ?? {});
    return `List<${page}, ${this.#named(item) ?? `${within(page, items)}[number]`}>`;
  }

  /** Declares another name of a type. Editors show the name of an interface, and the structure of any other type. */
  #alias(name: string, type: string, schema: Schema, text = ""): string {
    if (!isOneObject(this.#contract, schema)) return this.#declare(name, `type ${name} = ${type};`, text);
    const { properties = {}, required = [] } = flattened(this.#contract, schema);
    // What the contract has names for is shown by those.
    const fields = Object.entries(properties).flatMap(([key, field]) => {
      const [whole, item] = [this.#named(field), this.#named(field.items ?? {})];
      const code = whole ?? (item && `${item}[]`);
      return code ? [`${typed(JSON.stringify(key), code, required.includes(key))};`] : [];
    });
    return this.#declare(name, `interface ${name} extends Same<${type}> { ${fields.join(" ")} }`, text);
  }

  /** @throws CommandError when there is another type of that name. */
  #declare(name: string, code: string, text = "", schema?: string): string {
    const known = this.#declared.get(name);
    if (RESERVED.has(name) || (known && (schema === undefined || known.schema !== schema)))
      throw new CommandError(`${CONTRACT}: two types of the client would be called ${name}: rename one.`);
    if (!known) this.#declared.set(name, { code: `${comment(text)}\nexport ${code}`, ...(schema && { schema }) });
    return name;
  }

  /** The type of a schema that has a name in the contract. */
  #named(schema: Schema): string | undefined {
    const name = schemaName(schema);
    return name === undefined ? undefined : typeOfSchema(name);
  }
}

/** Names that no type of the contract can have: those of the client's entry, and of what its code is made with. */
const RESERVED = new Set(
  `${readFileSync(new URL("../../src/client/index.ts", import.meta.url), "utf8")}
  Client HttpClient Failing Same Delivered Methods CalledOperation NonNullable Omit Readonly Record ReturnType`.match(
    /\b[A-Z]\w+\b/g,
  ),
);

/** The name of the type of a schema, or of anything else that the contract gives a name. */
function typeOfSchema(name: string): string {
  return capitalized(identifierOf(name));
}

/** The code of a field or an argument with its type. */
function typed(name: string, type: string, required: boolean): string {
  return required ? `${name}: ${type}` : `${name}?: ${type} | undefined`;
}

/** The code of the type of a part of an operation. */
function partOf({ operation }: Method, ...keys: string[]): string {
  return within("operations", operation.operationId, ...keys);
}
