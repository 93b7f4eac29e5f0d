import { randomUUID } from "node:crypto";
import { accessToken, collections, operation as operationOf } from "../../../generated/contract.js";
import type { Held, Items } from "../collection-items.js";
import type { ServiceRequest, ServiceResponse } from "../connection.js";
import { choiceOf, sectionOf } from "../document.js";
import { breach, departure, unless } from "../findings.js";
import { isSuccess } from "../response-form.js";
import type { Step } from "../step.js";
import { Skipped } from "../stop.js";
import { triggered } from "./triggers.js";
import { CHANGES, type Change, changing } from "./update.js";

/** No operation succeeds without an access token. */
export async function authentication(step: Step, items: Items): Promise<void> {
  const { list, get, create, triggers = [] } = items.collection;
  await refuseWithoutToken(step, items.about(list));
  if (items.collection === collections[0] && !isOpen(list)) await refuseMadeUp(step, items.about(list));
  if (items.halted) return;
  if (!isOpen(create)) checkRefused(step, (await items.ask(step, items.required(), null)).response);
  const [first, other = first] = items.held;
  if (other && get) await refuseWithoutToken(step, items.about(get, other.id));
  for (const role of CHANGES) if (first && items.collection[role]) await changeWithoutToken(step, items, role, first);
  if (step.options.deliver) for (const id of triggers) await refuseWithoutToken(step, triggered(items, id), items);
  if (!other || !items.collection.delete || isOpen(items.collection.delete)) return;
  const response = await items.delete(step, other, null);
  if (!response) return;
  checkRefused(step, response);
  if (isSuccess(response)) items.wasDeleted(other);
}

async function changeWithoutToken(step: Step, items: Items, role: Change, held: Held): Promise<void> {
  try {
    await refuseWithoutToken(step, (await changing(step, items, role, held)).request, items);
  } catch (error) {
    // The step that makes the change says why it cannot.
    if (!(error instanceof Skipped)) throw error;
  }
}

function isOpen(operation: string): boolean {
  return operationOf(operation).isPublic === true;
}

/** A token that nobody has may be accepted, as far as the document says. */
async function refuseMadeUp(step: Step, request: ServiceRequest): Promise<void> {
  const response = await step.send({ ...request, token: `made-up-${randomUUID()}` });
  const place = { check: "refusal", source: choiceOf(request.operation, "token"), at: response } as const;
  step.add(unless(!isSuccess(response), () => departure(place, ["a made-up access token is accepted"])));
}

/** Checks that a request is refused without a token, unless the contract says that it requires none. */
export async function refuseWithoutToken(step: Step, request: ServiceRequest, items?: Items): Promise<void> {
  if (isOpen(request.operation)) return;
  checkRefused(step, await (items ? items.write(step, request, null) : step.send({ ...request, token: null })));
}

function checkRefused(step: Step, response: ServiceResponse): void {
  const place = { check: "refusal", source: sectionOf(response.operation, "authentication"), at: response } as const;
  const message = `${response.operation} succeeds without ${accessToken.header}`;
  step.add(unless(!isSuccess(response), () => breach(place, [message])));
}
