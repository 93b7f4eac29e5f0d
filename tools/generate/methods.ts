import { CommandError } from "../../src/cli/command.js";
import { answerOf, envelopeOf, JSON_TYPE, jsonSchema } from "../contract/bodies.js";
import { schemaOf } from "../contract/json-schema.js";
import { type Contract, type Operation, operationsOf, type Parameter, parametersIn } from "../contract/model.js";
import { CONTRACT } from "../contract/reader.js";
import { type ClientMethod, clientMethodsOf, pathOf } from "./names.js";

/** What the client's method for an operation is made of. */
export interface Method extends ClientMethod {
  readonly operation: Operation;
  readonly path: readonly Parameter[];
  readonly query: readonly Parameter[];
  readonly header: readonly Parameter[];
  /** The key of the request's body, which is the name of an argument; absent if it has no such body. */
  readonly input?: string | undefined;
  /** Whether the contract does not specify the body: it is then one of the options. */
  readonly takesAnyBody: boolean;
  /** Whether the answer has a body. */
  readonly hasAnswer: boolean;
  /** The key of the answer, under which the data is; absent if the data is the whole answer. */
  readonly envelope?: string | undefined;
  /** The key of the items, if the answer is a page of a list. */
  readonly items?: string | undefined;
}

/**
 * The client's methods, in the order of the contract.
 *
 * @throws CommandError when two would have the same name.
 */
export function methodsOf(contract: Contract): Method[] {
  const names = clientMethodsOf(contract);
  const taken = new Set<string>();
  for (const [operationId, method] of names) {
    const path = pathOf(method);
    if (taken.has(path) || method.group === "http")
      throw new CommandError(`${CONTRACT}: ${operationId}: service.${path} is taken: choose another name or tag.`);
    taken.add(path);
  }
  return operationsOf(contract).map((operation) => {
    const { operationId, requestBody } = operation;
    const input = requestBody && envelopeOf(contract, jsonSchema(requestBody));
    return {
      ...(names.get(operationId) ?? { group: "", name: operationId }),
      operation,
      path: parametersIn(operation, "path"),
      query: parametersIn(operation, "query"),
      header: parametersIn(operation, "header"),
      input,
      takesAnyBody: requestBody !== undefined && input === undefined,
      hasAnswer: answerOf(operation).content[JSON_TYPE] !== undefined,
      envelope: envelopeOf(contract, jsonSchema(answerOf(operation))),
      items: itemsOf(contract, operation),
    };
  });
}

/** The key of the list that is next to an object `pagination`. */
function itemsOf(contract: Contract, operation: Operation): string | undefined {
  const { properties = {} } = schemaOf(contract, jsonSchema(answerOf(operation)));
  return properties["pagination"] && Object.keys(properties).find((key) => properties[key]?.type === "array");
}

/** The head of the table of methods in the guide to the client, and its rows. */
const TABLE = /^(\| Method \| Operation \|\n\| --- \| --- \|\n)(?:\|.*\n)*/m;

/** Returns the guide to the client with the methods of a contract in its table. */
export function withMethodTable(guide: string, contract: Contract): string {
  const rows = methodsOf(contract).map((method) => {
    const { operation, path, input, query } = method;
    const names = [...path.map(({ name }) => name), ...(input ? [input] : []), ...(query.length > 0 ? ["query"] : [])];
    return `| \`service.${pathOf(method)}(${names.join(", ")})\` | \`${operation.method} ${operation.path}\` |\n`;
  });
  return guide.replace(TABLE, (_, head) => head + rows.join(""));
}
