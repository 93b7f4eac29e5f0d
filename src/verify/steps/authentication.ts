import { randomUUID } from "node:crypto";
import { accessToken, collections, operation as operationOf } from "../../../generated/contract.js";
import type { Held, Items } from "../collection-items.js";
import type { ServiceRequest, ServiceResponse } from "../connection.js";
import { departure } from "../departures.js";
import { sectionOf } from "../document.js";
import { breach, Skipped } from "../findings.js";
import { isSuccess } from "../response-form.js";
import type { Step } from "../step.js";
import { CHANGES, type Change, changing } from "./change.js";
import { triggered } from "./trigger.js";

/** No operation succeeds without an access token. */
export async function authentication(step: Step, items: Items): Promise<void> {
  const { list, get, create, delete: deletion, triggers = [] } = items.collection;
  const { reader } = items;
  await refuseWithoutToken(step, reader.about(list));
  if (items.collection === collections[0] && !isOpen(list)) await refuseMadeUp(step, reader.about(list));
  if (items.halted) return;
  if (!isOpen(create)) checkRefused(step, (await items.ask(step, items.required(), null)).response);
  const [first, other = first] = items.held;
  if (other && get) await refuseWithoutToken(step, reader.about(get, other.id));
  for (const role of CHANGES) if (first && items.collection[role]) await changeWithoutToken(step, items, role, first);
  if (step.options.deliver) for (const id of triggers) await refuseWithoutToken(step, triggered(items, id), items);
  const response = other && deletion && !isOpen(deletion) ? await items.delete(step, other, null) : undefined;
  if (!response || !other) return;
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
  step.add([isSuccess(response) && departure(response, "refusal", ["a made-up access token is accepted"], "token")]);
}

/** Checks that a request is refused without a token, unless the contract says that it requires none. */
export async function refuseWithoutToken(step: Step, request: ServiceRequest, items?: Items): Promise<void> {
  if (isOpen(request.operation)) return;
  checkRefused(step, await (items ? items.write(step, request, null) : step.send({ ...request, token: null })));
}

function checkRefused(step: Step, response: ServiceResponse): void {
  const { operation } = response;
  const message = [`${operation} succeeds without ${accessToken.header}`];
  step.add([isSuccess(response) && breach(response, "refusal", message, sectionOf(operation, "authentication"))]);
}
