import { operation as operationOf, operations, requestExamples } from "../../../generated/contract.js";
import { EXCHANGE } from "../document.js";
import { Skipped } from "../findings.js";
import type { Items } from "../items.js";
import { fieldOf, objectOf } from "../json.js";
import { words } from "../message.js";
import type { Step } from "../step.js";
import { refuseWithoutToken } from "./authentication.js";

/** An operation answers the contract's examples in the right form. */
export function byExample(id: string): (step: Step) => Promise<void> {
  return async (step) => {
    const body = requestExamples[id] ?? step.options.exchangeBody;
    await step.call({ operation: id, body: operationOf(id).body && body });
  };
}

/** An operation that changes nothing of others, such as one that only reads, is called once, with ids that the walk knows. */
export function harmless(id: string, walked: readonly Items[]): (step: Step) => Promise<void> {
  return async (step) => {
    const body = id === EXCHANGE ? step.options.exchangeBody : undefined;
    const request = { operation: id, path: await parentsOf(step, operationOf(id).path, walked), body };
    await step.call(request);
    await refuseWithoutToken(step, request);
  };
}

/** An operation on an item is called once, with one of the walk's own. */
export function onOwn(id: string): (step: Step, items: Items) => Promise<void> {
  return async (step, items) => {
    const own = await items.find(step, await step.own(items));
    if (!own) throw new Skipped(words`no ${items.reader.noun} of its own is found again`);
    const request = { ...items.reader.about(id, own), body: requestExamples[id] };
    step.checkSuccess(await items.write(step, request));
    await refuseWithoutToken(step, request, items);
  };
}

/**
 * Values for the path parameters of an operation: the walk's own items, else what a list returns first.
 *
 * @throws Skipped when there is none.
 */
export async function parentsOf(step: Step, path: string, walked: readonly Items[]): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [, name = ""] of path.matchAll(/\{([^}]+)\}/g)) {
    const above = path.slice(0, path.indexOf(`/{${name}}`));
    const items = walked.find(({ collection }) => collection.path === above);
    const [foreign] = items?.others.before.keys() ?? [];
    const id = items ? (items.held[0]?.id ?? foreign) : await firstOf(step, above, name, found);
    if (id === undefined) throw new Skipped(words`no list has an id for ${name}`);
    found[name] = id;
  }
  return found;
}

/** The id of the first item in a list that takes no new items. */
async function firstOf(step: Step, path: string, name: string, parents: Record<string, string>) {
  const list = Object.values(operations).find((each) => each.method === "GET" && each.path === path);
  if (!list) return undefined;
  const { body } = await step.call({ operation: list.id, path: parents });
  const items = fieldOf(body, list.answer.key);
  const first = objectOf(Array.isArray(items) ? items[0] : undefined);
  const id = first?.[name] ?? first?.["id"];
  return id === undefined ? undefined : String(id);
}
