import { flattened } from "../contract/json-schema.js";
import { type Contract, type PathItemOperation, type Schema, schemaName } from "../contract/model.js";
import { objectCode, typeInOperation, within } from "./code.js";
import { comment } from "./docstrings.js";
import { capitalized, identifierOf, Names, pathOf, resourceName, tagOf, typeName } from "./names.js";
import { takenNames } from "./reserved-names.js";
import { isOnlyObject, type Method } from "./signature.js";

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
  readonly #names = new Names(takenNames());
  /** The type of each schema, by its name in the contract. */
  readonly #schemas: ReadonlyMap<string, string>;
  /** The type of each path parameter, by all that it says. */
  readonly #pathTypes = new Map<string, string>();

  constructor(contract: Contract) {
    this.#contract = contract;
    const schemas = Object.entries(contract.components.schemas);
    // All names first, since the types refer to each other.
    this.#schemas = new Map(schemas.map(([name]) => [name, this.#names.take(capitalized(identifierOf(name)))]));
    for (const [key, name] of this.#schemas) {
      const schema = contract.components.schemas[key] ?? {};
      this.#write(schema.description ?? "", `SchemaOf<${JSON.stringify(key)}>`, name, schema);
    }
  }

  /** Declares the types of a method's arguments and of its page. */
  of(method: Method): MethodTypes {
    const { operation, body, query, path, walk, success } = method;
    const called = `\`${pathOf(method)}\``;
    const prefix = typeName(operation, method);
    return {
      path: path.map(({ parameter }) => {
        const key = JSON.stringify([tagOf(operation), parameter.name, parameter.schema]);
        const type = typeInOperation(operation.operationId, "parameters", "path", parameter.name);
        const name = capitalized(identifierOf(parameter.name));
        const known =
          this.#pathTypes.get(key) ??
          this.#declare(parameter.description, type, [resourceName(tagOf(operation)) + name, prefix + name]);
        this.#pathTypes.set(key, known);
        return known;
      }),
      input:
        body?.argument &&
        this.#declare(
          `What ${called} takes.`,
          `Sent<${inputType(method)}>`,
          [`${prefix}Input`],
          body.isObject ? {} : undefined,
        ),
      query: query && this.#declare(`The query of ${called}.`, `Sent<${queryType(method)}>`, [`${prefix}Query`], {}),
      page:
        walk &&
        this.#declare(
          operation.responses[success.status]?.description || `One page of ${called}.`,
          answerType(method),
          [`${method.name === "list" ? resourceName(tagOf(operation)) : prefix}Page`, `${prefix}Page`],
          success.schema,
        ),
    };
  }

  /** Returns a name for the interface of a group of methods. */
  group(tag: string): string {
    return this.#names.take(`${resourceName(tag)}Methods`);
  }

  /** The type of what a method returns. */
  data(method: Method): string {
    const { success, envelope } = method;
    if (!success.hasBody) return "void";
    const inner = envelope === undefined ? undefined : flattened(this.#contract, success.schema).properties?.[envelope];
    return this.schema(inner ?? success.schema) ?? within(answerType(method), envelope);
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
    this.#declare(`${description.trim()}\n\n${requestBody.description}`, `Delivered<${content}>`, [
      type,
      `${type}Delivery`,
    ]);
  }

  #declare(text: string, type: string, names: [string, ...string[]], schema?: Schema): string {
    const name = this.#names.take(...names);
    this.#write(text, type, name, schema);
    return name;
  }

  /** Editors show the name of an interface, and the structure of an alias. */
  #write(text: string, type: string, name: string, schema?: Schema): void {
    const isInterface = schema && (Object.keys(schema).length === 0 || isOnlyObject(this.#contract, schema));
    const code = isInterface
      ? `interface ${name} extends ${type} { ${this.#named(schema)} }`
      : `type ${name} = ${type};`;
    this.declarations.push(`${comment(text)}\nexport ${code}`);
  }

  /** The code of the fields that hold other types of the contract, by their names. */
  #named(schema: Schema): string {
    const { properties = {}, required = [] } = flattened(this.#contract, schema);
    const fields = Object.entries(properties).flatMap(([key, field]) => {
      const [item, list] = [this.schema(field), field.type === "array" && this.schema(field.items ?? {})];
      const type = item ?? (list && `${list}[]`);
      return type ? [`${JSON.stringify(key)}${required.includes(key) ? "" : "?"}: ${type};`] : [];
    });
    return fields.join(" ");
  }
}

/** The type of the body that a method takes, without its envelope. */
export function inputType({ operation, body }: Method): string {
  const type = `Input<${JSON.stringify(operation.operationId)}>`;
  return within(type, body?.key);
}

function queryType({ operation }: Method): string {
  return `NonNullable<${typeInOperation(operation.operationId, "parameters", "query")}>`;
}

/** The type of an answer, with its envelope. */
export function answerType({ operation, success }: Method): string {
  return `Answer<${JSON.stringify(operation.operationId)}, ${success.status}>`;
}
