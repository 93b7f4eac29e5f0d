import { requestExamples } from "../../../generated/contract.js";
import type { Operation } from "../../contract.js";
import type { Items } from "../collection-items.js";
import type { ServiceResponse } from "../connection.js";
import { EXCHANGE } from "../document.js";
import { Skipped } from "../findings.js";
import { words } from "../message.js";
import type { Step } from "../step.js";
import { refuseWithoutToken } from "./authentication.js";

/** An operation answers the contract's examples in the right form. */
export async function byExample(step: Step, operation: Operation): Promise<void> {
  const body = requestExamples[operation.id] ?? step.options.exchangeBody;
  step.checkSuccess(await step.send({ operation, body: operation.body && body }));
}

/** An operation that changes nothing of others, such as one that only reads, is called once, with ids that the walk knows. */
export async function harmless(step: Step, operation: Operation, walked: readonly Items[]): Promise<void> {
  const body = operation.id === EXCHANGE ? step.options.exchangeBody : undefined;
  const request = { operation, path: parentsOf(operation.path, walked), body };
  const response = await step.send(request);
  checkParents(response, request.path);
  step.checkSuccess(response);
  await refuseWithoutToken(step, request);
}

/** An operation on an item is called once, with one of the walk's own. */
export async function onOwn(step: Step, items: Items, operation: string): Promise<void> {
  const id = await items.find(await step.own(items));
  if (!id) throw new Skipped(words`no ${items.reader.noun} of its own is found again`);
  const request = { ...items.reader.about(operation, id), body: requestExamples[operation] };
  step.checkSuccess(await items.send(request));
  await refuseWithoutToken(step, request, items);
}

/** Values for the path parameters of an operation, as far as the walk knows them: its own items, else the first of others. */
export function parentsOf(path: string, walked: readonly Items[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of parametersIn(path)) {
    const above = path.slice(0, path.indexOf(`/{${name}}`));
    const items = walked.find(({ collection }) => collection.path === above);
    const [foreign] = items?.others.before.keys() ?? [];
    const id = items?.held[0]?.id ?? foreign;
    if (id !== undefined) found[name] = id;
  }
  return found;
}

/** For an id that the walk does not know, the contract's example is sent. @throws Skipped when the service does not know it. */
export function checkParents({ operation, status }: ServiceResponse, known: Readonly<Record<string, string>>): void {
  const assumed = parametersIn(operation.path).find((name) => !(name in known));
  if (status === 404 && assumed !== undefined) throw new Skipped(words`no list has an id for ${assumed}`);
}

function parametersIn(path: string): string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].flatMap(([, name]) => name ?? []);
}
