import { flattened } from "../contract/json-schema.js";
import { type Contract, type PathItemOperation, type Schema, schemaName } from "../contract/model.js";
import { objectCode, typeInOperation, within } from "./code.js";
import { comment } from "./docstrings.js";
import { capitalized, identifierOf, Names, pathOf, resourceName, tagOf, typeName } from "./names.js";
import type { Method } from "./signature.js";

/** Names of types that nothing of the contract can have in the client. */
const TAKEN = [
  ..."AccessToken Answer Call CallOptions Delivered Input List Methods NextPage Operation Paging".split(" "),
  ..."RequestHeaders Run Send Sent".split(" "),
  ..."ServiceClient ServiceClientOptions ServiceConnectionError ServiceError ServiceResponseError".split(" "),
  ..."ServiceStatusError ServiceTimeoutError TokenRequest TryInit TryReport NonNullable".split(" "),
  ..."any bigint boolean never null number object string symbol undefined unknown void".split(" "),
];

/** The names of the types of a method. */
export interface MethodTypes {
  readonly input?: string | undefined;
  readonly query?: string | undefined;
  /** Of each path argument. */
  readonly path: readonly string[];
  readonly page?: string | undefined;
}

/** The exported types of the client, under names that differ from each other. */
export class Types {
  /** The declarations, in the order in which they were requested. */
  readonly declarations: string[] = [];
  readonly #contract: Contract;
  readonly #names = new Names(TAKEN);
  /** The type of each schema, by its name in the contract. */
  readonly #schemas: ReadonlyMap<string, string>;
  /** The type of each path parameter, by all that it says. */
  readonly #pathTypes = new Map<string, string>();

  constructor(contract: Contract) {
    this.#contract = contract;
    this.#schemas = new Map(
      Object.entries(contract.components.schemas).map(([name, { description = "" }]) => {
        const type = within("components", "schemas", name);
        return [name, this.#declare(description, type, capitalized(identifierOf(name)))];
      }),
    );
  }

  /** Declares the types of a method's arguments and of its page. */
  of(method: Method): MethodTypes {
    const { operation, body, query, path, walk, successes } = method;
    const called = `\`${pathOf(method)}\``;
    const prefix = typeName(operation, method);
    const [success] = successes;
    return {
      path: path.map(({ parameter }) => {
        const key = JSON.stringify([tagOf(operation), parameter.name, parameter.schema]);
        const type = typeInOperation(operation.operationId, "parameters", "path", parameter.name);
        const name = capitalized(identifierOf(parameter.name));
        const known =
          this.#pathTypes.get(key) ??
          this.#declare(parameter.description, type, resourceName(tagOf(operation)) + name, prefix + name);
        this.#pathTypes.set(key, known);
        return known;
      }),
      input: body?.argument && this.#declare(`What ${called} takes.`, `Sent<${inputType(method)}>`, `${prefix}Input`),
      query: query && this.#declare(`The query of ${called}.`, `Sent<${queryType(method)}>`, `${prefix}Query`),
      page:
        walk &&
        success &&
        this.#declare(
          operation.responses[success.key]?.description || `One page of ${called}.`,
          answerType(method),
          `${method.name === "list" ? resourceName(tagOf(operation)) : prefix}Page`,
          `${prefix}Page`,
        ),
    };
  }

  /** Returns a name for the interface of a group of methods. */
  group(tag: string): string {
    return this.#names.take(`${resourceName(tag)}Methods`);
  }

  /** The type of what a method returns. */
  data(method: Method): string {
    const { successes, envelope } = method;
    const types = successes.map((success) => {
      if (success.mediaType === undefined) return "undefined";
      const inner =
        envelope === undefined ? undefined : flattened(this.#contract, success.schema).properties?.[envelope];
      const named = this.schema(inner ?? success.schema);
      return named ?? within(answerOf(method, success), envelope);
    });
    const distinct = [...new Set(types)];
    return distinct.join() === "undefined" ? "void" : distinct.join(" | ");
  }

  /** The type of a schema of the contract; `undefined` if the schema has no name. */
  schema(schema: Schema): string | undefined {
    return this.#schemas.get(schemaName(schema) ?? "");
  }

  /** Declares what a receiver gets, as much of it as the contract specifies. */
  delivery(name: string, item: Record<string, PathItemOperation>): void {
    const [entry] = Object.values(item);
    if (!entry?.requestBody) return;
    const { operationId: id, description, requestBody } = entry;
    const types = Object.entries(requestBody.content).map(
      ([mediaType, { schema }]) => [mediaType, this.schema(schema) ?? "unknown"] as const,
    );
    const content = id ? `NonNullable<${typeInOperation(id, "requestBody")}>["content"]` : objectCode(types);
    const type = capitalized(identifierOf(name));
    this.#declare(
      `${description.trim()}\n\n${requestBody.description}`,
      `Delivered<${content}>`,
      type,
      `${type}Delivery`,
    );
  }

  #declare(text: string, type: string, ...names: [string, ...string[]]): string {
    const name = this.#names.take(...names);
    this.declarations.push(`${comment(text)}\nexport type ${name} = ${type};`);
    return name;
  }
}

/** The type of the body that a method takes, without its envelope. */
export function inputType({ operation, body }: Method): string {
  const type = `Input<${JSON.stringify(operation.operationId)}${mediaTypeArgument(body?.mediaType)}>`;
  return within(type, body?.key);
}

function queryType({ operation }: Method): string {
  return `NonNullable<${typeInOperation(operation.operationId, "parameters", "query")}>`;
}

/** The type of an answer, with its envelope. */
export function answerType(method: Method): string {
  const types = method.successes.map((success) =>
    success.mediaType === undefined ? "undefined" : answerOf(method, success),
  );
  return [...new Set(types)].join(" | ");
}

function answerOf({ operation }: Method, { key, mediaType }: Method["successes"][number]): string {
  const status = /^\d+$/.test(key) ? key : JSON.stringify(key);
  return `Answer<${JSON.stringify(operation.operationId)}, ${status}${mediaTypeArgument(mediaType)}>`;
}

function mediaTypeArgument(mediaType = JSON_TYPE): string {
  return mediaType === JSON_TYPE ? "" : `, ${JSON.stringify(mediaType)}`;
}

const JSON_TYPE = "application/json";

/** The types that the declarations and the methods are made with. */
export const HELPERS = [
  `type Input<Id extends keyof operations, Type extends string = "${JSON_TYPE}"> =
  NonNullable<operations[Id]["requestBody"]> extends { content: Record<Type, infer Body> } ? Body : never;`,
  `type Answer<Id extends keyof operations, Status extends keyof operations[Id]["responses"], Type extends string = "${JSON_TYPE}"> =
  operations[Id]["responses"][Status] extends { content: Record<Type, infer Body> } ? Body : never;`,
  `type Delivered<Content> = {
  [MediaType in keyof Content]: {
    /** Value of the request header \`Content-Type\`, without parameters. */
    readonly mediaType: MediaType;
    readonly payload: Content[MediaType];
  };
}[keyof Content];`,
];
