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
 * @throws CommandError when two tags or two operations would have the same name.
 */
export function clientMethodsOf(contract: Contract): Map<string, ClientMethod> {
  const groups = new Map(contract.tags.map(({ name }) => [name, groupOf(name)]));
  refuseTwins("tags", groups);
  const taken = new Set<string>();
  const methods = new Map(
    operationsOf(contract).map((operation) => {
      const short = { group: groupOf(tagOf(operation)), name: shortName(operation) };
      const method = taken.has(pathOf(short)) ? { ...short, name: longName(operation) } : short;
      taken.add(pathOf(method));
      return [operation.operationId, method];
    }),
  );
  refuseTwins("operations", new Map([...methods].map(([id, method]) => [id, pathOf(method)])));
  return methods;
}

function refuseTwins(what: string, names: ReadonlyMap<string, string>): void {
  for (const [title, name] of names) {
    const [twin] = [...names].find(([other, same]) => same === name && other !== title) ?? [];
    if (twin === undefined) continue;
    throw new CommandError(`${CONTRACT}: the ${what} ${title} and ${twin} are both ${name} in the client: rename one.`);
  }
}

/** How code calls a method: `webhooks.list`. */
export function pathOf({ group, name }: ClientMethod): string {
  return `${group}.${name}`;
}

function groupOf(tag: string): string {
  return identifierOf(tag.toLowerCase());
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
  return word
    .replace(/ies$/, "y")
    .replace(/(ss|x|ch|sh)es$/, "$1")
    .replace(/([^su])s$/, "$1");
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
