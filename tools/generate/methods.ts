import { CommandError } from "../../src/cli/command.js";
import {
  answerOf,
  type Contract,
  envelopeOf,
  jsonSchema,
  type Operation,
  operationsOf,
  type Parameter,
  parametersIn,
  schemaOf,
} from "../contract/model.js";
import { CONTRACT } from "../contract/read.js";

/** The client's method for an operation: `service.webhooks.list` has the group `webhooks` and the name `list`. */
export interface Method {
  readonly operation: Operation;
  readonly group: string;
  readonly name: string;
  /** The beginning of its type names: `WebhookCreate` for `createWebhook`. */
  readonly type: string;
  readonly path: readonly Parameter[];
  readonly query: readonly Parameter[];
  /** The key of the request body, which is the name of the argument; absent if there is none. */
  readonly input?: string | undefined;
  /** Whether the contract does not specify the body, which is then one of the options. */
  readonly takesAnyBody: boolean;
  /** The key of the response body that holds the data; absent if the body itself is the data. */
  readonly envelope?: string | undefined;
  /** The key of the items, if the response is a page of a list. */
  readonly items?: string | undefined;
}

/** The client's methods, in the order of the contract. @throws CommandError when one of them would need new code. */
export function methodsOf(contract: Contract): Method[] {
  return operationsOf(contract).map((operation) => {
    const { operationId, tags, requestBody } = operation;
    const refuse = (reason: string) => new CommandError(`${CONTRACT}: ${operationId}: ${reason}.`);
    const sent = requestBody && jsonSchema(requestBody);
    const input = sent && envelopeOf(contract, sent);
    const takesAnyBody = sent !== undefined && Object.keys(sent).length === 0;
    if (sent && !takesAnyBody && !(input && requestBody.required))
      throw refuse(
        "its body is neither a required object under a single key nor {}: others need code in tools/generate/client.ts",
      );
    const answer = schemaOf(contract, jsonSchema(answerOf(operation)));
    const [items] = Object.entries(answer.properties ?? {}).find(([, { type }]) => type === "array") ?? [];
    if (items !== undefined && !answer.properties?.["pagination"])
      throw refuse("its response is a list without `pagination`: other paging needs code in src/client/pages.ts");
    const [tag = ""] = tags;
    const resource = tag.replace(/s$/, "");
    const name = operationId.replace(new RegExp(`${resource}s?$`), "") || operationId;
    return {
      operation,
      group: tag.toLowerCase(),
      name,
      type: (name === operationId ? "" : resource) + name.charAt(0).toUpperCase() + name.slice(1),
      path: parametersIn(operation, "path"),
      query: parametersIn(operation, "query"),
      input,
      takesAnyBody,
      envelope: envelopeOf(contract, answer),
      items,
    };
  });
}

/** How code calls a method: `webhooks.list`. */
export function calledAs({ group, name }: Method): string {
  return `${group}.${name}`;
}

/** The table of methods in the guide to the client: its head, and its rows. */
const TABLE = /^(\| Method \| Operation \|\n\| --- \| --- \|\n)(?:\|.*\n)*/m;

/** Returns the guide to the client with the methods of a contract in its table. */
export function withMethodTable(guide: string, contract: Contract): string {
  const rows = methodsOf(contract).map((method) => {
    const { operation, path, input, query } = method;
    const names = [...path.map(({ name }) => name), input, query.length > 0 && "query"].filter(Boolean);
    return `| \`service.${calledAs(method)}(${names.join(", ")})\` | \`${operation.method} ${operation.path}\` |\n`;
  });
  return guide.replace(TABLE, (_, head) => head + rows.join(""));
}
