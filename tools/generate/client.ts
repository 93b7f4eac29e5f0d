import { readFileSync } from "node:fs";
import { CommandError } from "../../src/cli/command.js";
import { flattened } from "../contract/json-schema.js";
import {
  type Contract,
  type Operation,
  type Parameter,
  type PathItemOperation,
  type Schema,
  schemaName,
} from "../contract/model.js";
import { CONTRACT } from "../contract/reader.js";
import { secretsIn } from "../contract/secret-fields.js";
import { isPublic } from "../contract/security.js";
import { HEADER, objectCode, within } from "./code.js";
import { comment, docstring } from "./docstrings.js";
import { isOnlyObject, type Method, methodsOf } from "./methods.js";
import { capitalized, identifierOf, pathOf, resourceName, tagOf, typeName } from "./names.js";

// Redocly's generate-client accepts custom generators, but its model (2.77, experimental) has no examples, callbacks or
// webhooks. openapi-typescript's Node API returns only syntax trees.

const IMPORTS = `import type { Client } from "openapi-fetch";
import { createList, type List, run } from "../src/client/calls.js";
import type { Call, CalledOperation, CallOptions, RequestHeaders } from "../src/client/options.js";
import type { components, operations, paths } from "./schema.js";

export type { components, operations, paths } from "./schema.js";`;

const HELPERS = `/**
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
    const [first] = own;
    if (!first) return [];
    const type = types.declare(`${resourceName(name)}Methods`, "");
    const members = own.map((method) => `${docstring(contract, method)}\n${memberOf(method, types)}`);
    return [{ group: first.group, type, text: comment(description), members: members.join(",\n\n") }];
  });
  for (const [name, item] of Object.entries(contract.webhooks ?? {})) types.delivery(name, item);
  const sent = methods.map(({ operation: { requestBody, parameters } }) => ({ requestBody, parameters }));
  const code = `${HELPERS}

${types.declarations.join("\n\n")}

${groups.map(({ group, members }) => `const ${group}Of = (http: HttpClient) => ({\n${members}\n});`).join("\n\n")}

${groups.map(({ group, type, text }) => `${text}\nexport interface ${type} extends ReturnType<typeof ${group}Of> {}`).join("\n\n")}

/** The methods of the client, by the tags of the contract. */
export interface Methods {
${groups.map(({ group, type, text }) => `${text}\nreadonly ${group}: ${type};`).join("\n")}
}

/** Makes the methods, from the client that sends their requests. */
export const createMethods = (http: HttpClient): Methods => ({
${groups.map(({ group }) => `${group}: ${group}Of(http)`).join(",\n")}
});

/** Every operation, by its method and its path. */
export const operationsByPath: Readonly<Record<string, CalledOperation>> = ${objectCode(
    methods.map(({ operation, status }) => [
      `${operation.method} ${operation.path}`,
      objectCode([
        ["id", JSON.stringify(operation.operationId)],
        ["status", status === 200 ? undefined : String(status)],
        ["isPublic", isPublic(contract, operation) ? "true" : undefined],
      ]),
    ]),
  )};

/** Names of the fields and headers of requests whose values are passwords. */
export const passwords: readonly string[] = ${JSON.stringify(secretsIn(contract, sent))};
`;
  // What only some contracts need.
  const imports = IMPORTS.replace(/(?:type )?\b(RequestHeaders|createList|List)\b,? ?/g, (found, name) =>
    new RegExp(`\\b${name}\\b`).test(code) ? found : "",
  );
  return `${HEADER}\n${imports}\n\n${code}`;
}

/** The code of a method. */
function memberOf(method: Method, types: Types): string {
  const { name, operation, path, query, headers, body, answer, envelope, items } = method;
  const inPath = path.map(({ argument, parameter }) => [parameter.name, argument] as const);
  const given = needsOptions(method) ? "options" : "options?";
  const params = objectCode([
    ["path", path.length > 0 ? objectCode(inPath) : undefined],
    ["query", query.length > 0 ? "query" : undefined],
    ["header", headers.length > 0 ? `${given}.headers` : undefined],
  ]);
  const init = [
    "...init",
    ...(params === "{  }" ? [] : [`params: ${params}`]),
    ...(body ? [`body: ${bodyCode(body, given)}`] : []),
  ];
  const send = `(init) => http.${operation.method}(${JSON.stringify(operation.path)}, { ${init.join(", ")} })`;
  const run = (last?: string) => `run(${["options", send, ...(last ? [last] : [])].join(", ")})`;
  const call = items
    ? `createList(${JSON.stringify(items)}, query, (query, faultOf) => ${run("faultOf")})`
    : run(envelope === undefined ? (answer ? undefined : "null") : JSON.stringify(envelope));
  return `${JSON.stringify(name)}: (${types.arguments(method)}): ${types.returned(method)} => ${call}`;
}

/** The code of the body of a request. Where an optional one is not given, its envelope is not sent either. */
function bodyCode({ argument, key, required }: NonNullable<Method["body"]>, options: string): string {
  const value = argument ?? `${options}.body`;
  if (key === undefined) return value;
  return required ? objectCode([[key, value]]) : `${value} && ${objectCode([[key, value]])}`;
}

/** Whether a method cannot be called without its options. */
function needsOptions({ body, headers }: Method): boolean {
  return (body?.argument === undefined && body?.required) || headers.some(({ required }) => required);
}

/** Names that no type of the contract can have: what the entry of the client exports, and what its code is made with. */
function reservedNames(): string[] {
  const entry = readFileSync(new URL("../../src/client/index.ts", import.meta.url), "utf8");
  const exported = [...entry.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = ""]) => names.split(","));
  const own =
    "Client HttpClient Failing Same Delivered Methods CalledOperation Awaited NonNullable Pick Promise Readonly Record";
  return [...exported.map((name) => name.trim().replace(/^type /, "")), ...own.split(" ")];
}

/** The exported types of the client. */
class Types {
  /** Their code, in the order in which they were declared. */
  readonly declarations: string[] = [];
  readonly #contract: Contract;
  readonly #taken = new Set(reservedNames());
  /** The types of path parameters, which methods share. */
  readonly #inPath = new Map<string, string>();

  constructor(contract: Contract) {
    this.#contract = contract;
    for (const [name, schema] of Object.entries(contract.components.schemas)) {
      this.#alias(capitalized(identifierOf(name)), within("components", "schemas", name), schema, schema.description);
    }
  }

  /** @throws CommandError when there is another type of that name. */
  declare(name: string, code: string, text = ""): string {
    if (this.#taken.has(name)) {
      throw new CommandError(`${CONTRACT}: two types of the client would be called ${name}: rename one.`);
    }
    this.#taken.add(name);
    if (code !== "") this.declarations.push(`${comment(text)}\nexport ${code}`);
    return name;
  }

  /** The arguments of a method, with their types. */
  arguments(method: Method): string {
    const { operation, path, body, query, headers } = method;
    const prefix = typeName(operation, method);
    const called = `\`${pathOf(method)}\``;
    const input =
      body?.argument && this.#alias(`${prefix}Input`, inputCode(method), body.schema, `What ${called} takes.`);
    const queryCode = `NonNullable<${partOf(operation, "parameters", "query")}>`;
    const queried = query.length > 0 && this.#alias(`${prefix}Query`, queryCode, {}, `The query of ${called}.`);
    const more = [
      ...(body && !body.argument ? [typed("body", inputCode(method), body.required)] : []),
      ...(headers.length > 0 ? [this.#headers(method)] : []),
    ];
    const own = `${prefix}Options`;
    if (more.length > 0) {
      const code = `interface ${own} extends CallOptions { ${more.join("; ")} }`;
      this.declare(own, code, `The options of ${called}.`);
    }
    const all = [
      ...path.map(({ argument, parameter }) => [argument, this.#path(method, parameter), true] as const),
      ...(input ? [[body.argument, input, body.required] as const] : []),
      ...(queried ? [["query", queried, query.some(({ required }) => required)] as const] : []),
      ["options", more.length > 0 ? own : "CallOptions", needsOptions(method)] as const,
    ];
    // An optional argument cannot stand before one that is required.
    const last = all.findLastIndex(([, , required]) => required);
    const code = all.map(([name, type, required], index) => {
      if (required) return `${name}: ${type}`;
      return index < last ? `${name}: ${type} | undefined` : `${name}?: ${type}`;
    });
    return code.join(", ");
  }

  /** The type of what a method returns. */
  returned(method: Method): string {
    const { operation, answer, envelope, items, status } = method;
    if (!answer) return "Call<void>";
    const { properties = {} } = flattened(this.#contract, answer);
    if (items) {
      const name = this.page(method);
      this.#alias(name, answerCode(method), answer, operation.responses[status]?.description || "One page.");
      const { items: item = {} } = flattened(this.#contract, properties[items] ?? {});
      return `List<${name}, ${this.#named(item) ?? `${within(name, items)}[number]`}>`;
    }
    const inner = envelope === undefined ? answer : (properties[envelope] ?? {});
    return `Call<${this.#named(inner) ?? within(answerCode(method), envelope)}>`;
  }

  /** The type of the pages of a method that lists. */
  page(method: Method): string {
    const { operation, name } = method;
    return `${name === "list" ? resourceName(tagOf(operation)) : typeName(operation, method)}Page`;
  }

  /** Declares what a receiver gets, as much of it as the contract specifies. */
  delivery(name: string, item: Record<string, PathItemOperation>): void {
    const [received] = Object.values(item);
    if (!received?.requestBody) return;
    if (received.operationId === "") throw new CommandError(`${CONTRACT}: webhooks/${name}: write an operationId.`);
    const type = capitalized(identifierOf(name));
    const text = `${received.description.trim()}\n\n${received.requestBody.description}`;
    const body = `NonNullable<${partOf(received, "requestBody")}>`;
    this.declare(type, `type ${type} = Delivered<${within(body, "content")}>;`, text);
  }

  #path(method: Method, { name, schema, description }: Parameter): string {
    const { operation } = method;
    const type = resourceName(tagOf(operation)) + capitalized(identifierOf(name));
    if (this.#inPath.get(type) === JSON.stringify(schema)) return type;
    this.#inPath.set(type, JSON.stringify(schema));
    return this.declare(type, `type ${type} = ${partOf(operation, "parameters", "path", name)};`, description);
  }

  /** The field of the options that holds the headers of an operation. */
  #headers({ operation, headers }: Method): string {
    const all = `NonNullable<${partOf(operation, "parameters", "header")}>`;
    const fields = headers.map(({ name, required = false }) =>
      typed(JSON.stringify(name), within(all, name), required),
    );
    const isRequired = headers.some(({ required }) => required);
    return typed("headers", `RequestHeaders & { ${fields.join("; ")} }`, isRequired);
  }

  /** Declares another name of a type. Editors show the name of an interface, and the structure of any other type. */
  #alias(name: string, type: string, schema: Schema, text = ""): string {
    if (!isOnlyObject(this.#contract, schema)) return this.declare(name, `type ${name} = ${type};`, text);
    const { properties = {}, required = [] } = flattened(this.#contract, schema);
    // What the contract has names for is shown by those.
    const fields = Object.entries(properties).flatMap(([key, field]) => {
      const [whole, item] = [this.#named(field), this.#named(field.items ?? {})];
      const code = whole ?? (item && `${item}[]`);
      return code ? [`${typed(JSON.stringify(key), code, required.includes(key))};`] : [];
    });
    return this.declare(name, `interface ${name} extends Same<${type}> { ${fields.join(" ")} }`, text);
  }

  /** The type of a schema that has a name in the contract. */
  #named(schema: Schema): string | undefined {
    const name = schemaName(schema);
    return name === undefined ? undefined : capitalized(identifierOf(name));
  }
}

/** The code of a field in a type. */
function typed(name: string, type: string, required: boolean): string {
  return required ? `${name}: ${type}` : `${name}?: ${type} | undefined`;
}

/** The code of the type of a part of an operation. */
function partOf({ operationId }: Pick<Operation, "operationId">, ...keys: string[]): string {
  return within("operations", operationId, ...keys);
}

/** The type of the body that a method takes, without its envelope. */
function inputCode({ operation, body }: Method): string {
  return within(`NonNullable<${partOf(operation, "requestBody")}>`, "content", "application/json", body?.key);
}

/** The type of an answer, with its envelope. */
function answerCode({ operation, status }: Method): string {
  return within(partOf(operation, "responses"), status, "content", "application/json");
}
