import { CommandError } from "../../src/cli/command.js";
import { type Contract, type Operation, operationsOf } from "../contract/model.js";
import { CONTRACT } from "../contract/reader.js";

/** The client's method for an operation: `service.webhooks.list` has the group `webhooks` and the name `list`. */
export interface ClientMethod {
  group: string;
  name: string;
}

/**
 * The method of each operation, by its id: the id without the noun of its tag, such as `list` for `listWebhooks` under
 * `Webhooks`. Where an earlier operation has that name, the method has the complete id.
 *
 * @throws CommandError when two operations would have the same method.
 */
export function clientMethodsOf(contract: Contract): Map<string, ClientMethod> {
  const methods = new Map<string, ClientMethod>();
  const taken = new Set<string>();
  for (const operation of operationsOf(contract)) {
    const { operationId } = operation;
    const group = identifierOf(tagOf(operation).toLowerCase());
    const isFree = (name: string) => !taken.has(pathOf({ group, name }));
    const name = [shortName(operation), longName(operation)].find(isFree);
    if (name === undefined)
      throw new CommandError(`${CONTRACT}: ${operationId} has the name of another method in the client: rename it.`);
    taken.add(pathOf({ group, name }));
    methods.set(operationId, { group, name });
  }
  return methods;
}

/** How code calls a method: `webhooks.list`. */
export function pathOf({ group, name }: ClientMethod): string {
  return `${group}.${name}`;
}

/** The first tag of an operation, which groups its method. */
export function tagOf({ tags: [tag = ""] }: Operation): string {
  return tag;
}

/** The id of an operation in camel case, whatever the words in it are joined by. */
function longName({ operationId }: Operation): string {
  const name = identifierOf(operationId.replaceAll(/_+/g, " "));
  return name.charAt(0).toLowerCase() + name.slice(1);
}

function shortName(operation: Operation): string {
  const id = longName(operation);
  const tag = identifierOf(tagOf(operation)).toLowerCase();
  const noun = [tag, singular(tag)].find((name) => id.toLowerCase().endsWith(name)) ?? "";
  return id.slice(0, id.length - noun.length) || id;
}

/** The name of a resource in code: that of its tag, in the singular. */
export function resourceName(tag: string): string {
  return singular(capitalized(identifierOf(tag)));
}

/** Prefix of an operation's type names: `WebhookCreate` for `createWebhook`. */
export function typeName(operation: Operation, { name }: ClientMethod): string {
  const isWhole = name === longName(operation);
  return isWhole ? capitalized(name) : resourceName(tagOf(operation)) + capitalized(name);
}

function singular(word: string): string {
  return word.replace(/ies$/, "y").replace(/([^su])s$/, "$1");
}

/** A name with a capital first letter. */
export function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** A text as an identifier: unchanged if it is one, else its words in camel case. */
export function identifierOf(text: string): string {
  const [first = "", ...others] = text.split(/[^\p{ID_Continue}$]+/u).filter(Boolean);
  const name = [first, ...others.map(capitalized)].join("");
  return /^[\p{ID_Start}$_]/u.test(name) ? name : `_${name}`;
}
