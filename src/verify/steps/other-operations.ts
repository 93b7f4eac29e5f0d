import { operations, requestExamples } from "../../../generated/contract.js";
import type { Operation } from "../../contract.js";
import { itemsBelow } from "../../path.js";
import type { Items } from "../collection-items.js";
import type { ServiceResponse } from "../connection.js";
import { EXCHANGE } from "../document.js";
import { Skipped } from "../findings.js";
import { objectOf, valueIn } from "../json.js";
import { words } from "../message.js";
import type { Step } from "../step.js";
import { refuseWithoutToken } from "./authentication.js";

/** An operation answers the contract's examples in the right form. */
export function byExample(operation: Operation): (step: Step) => Promise<void> {
  return async (step) => {
    const body = requestExamples[operation.id] ?? step.options.exchangeBody;
    step.checkSuccess(await step.send({ operation, body: operation.body && body }));
  };
}

/** An operation that changes nothing of others, such as one that only reads, is called once, with ids that the walk knows. */
export function harmless(operation: Operation, walked: readonly Items[]): (step: Step) => Promise<void> {
  return async (step) => {
    const body = operation.id === EXCHANGE ? step.options.exchangeBody : undefined;
    const request = { operation, path: await parentsOf(step, operation.path, walked), body };
    const response = await step.send(request);
    checkParents(response, request.path);
    step.checkSuccess(response);
    await refuseWithoutToken(step, request);
  };
}

/** An operation on an item is called once, with one of the walk's own. */
export function onOwn(operation: string): (step: Step, items: Items) => Promise<void> {
  return async (step, items) => {
    const id = await items.find(await step.own(items));
    if (!id) throw new Skipped(words`no ${items.reader.noun} of its own is found again`);
    const request = { ...items.reader.about(operation, id), body: requestExamples[operation] };
    step.checkSuccess(await items.send(request));
    await refuseWithoutToken(step, request, items);
  };
}

/** Values for the path parameters of an operation, as far as known: the walk's own items, else what a list returns first. */
export async function parentsOf(step: Step, path: string, walked: readonly Items[]): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of parametersIn(path)) {
    const above = path.slice(0, path.indexOf(`/{${name}}`));
    const items = walked.find(({ collection }) => itemsBelow(collection.path) === `${above}/{`);
    const [foreign] = items?.others.before.keys() ?? [];
    const id = items ? (items.held[0]?.id ?? foreign) : await firstOf(step, above, name, found);
    if (id !== undefined) found[name] = id;
  }
  return found;
}

/** For an id that no list has, the contract's example is sent. @throws Skipped when the service does not know it. */
export function checkParents({ operation, status }: ServiceResponse, known: Readonly<Record<string, string>>): void {
  const assumed = parametersIn(operation.path).find((name) => !(name in known));
  if (status === 404 && assumed !== undefined) throw new Skipped(words`no list has an id for ${assumed}`);
}

function parametersIn(path: string): string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].flatMap(([, name]) => name ?? []);
}

/** The id of the first item in a list that takes no new items. */
async function firstOf(step: Step, path: string, name: string, parents: Record<string, string>) {
  const operation = Object.values(operations).find((each) => each.method === "GET" && each.path === path);
  if (!operation) return undefined;
  const response = await step.send({ operation, path: parents });
  step.checkSuccess(response);
  const items = valueIn(response.body, operation.answer.keys);
  const first = objectOf(Array.isArray(items) ? items[0] : undefined);
  const id = first?.[name] ?? first?.["id"];
  return id === undefined ? undefined : String(id);
}
