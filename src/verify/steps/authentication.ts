import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { accessToken, collections } from "../../../generated/contract.js";
import type { Items } from "../collection-items.js";
import { contradictions } from "../comparison.js";
import type { Service, ServiceRequest, ServiceResponse } from "../connection.js";
import { sectionOf } from "../document.js";
import { breach, departure } from "../findings.js";
import { type JsonObject, pick } from "../json.js";
import { isSuccess } from "../response-form.js";
import type { Step } from "../step.js";
import { CHANGES, changing } from "./change.js";
import { moreThanOnePage } from "./paged.js";
import { triggering } from "./trigger.js";

/** Nothing is done without an access token, unless the contract says that an operation requires none. */
export async function authentication(step: Step, items: Items): Promise<void> {
  const { collection, reader } = items;
  const { list, get, triggers = [] } = collection;
  for (const query of [{}, reader.part(1, 1)]) await refuseWithoutToken(step, { ...reader.about(list), query });
  if (collection === collections[0]) await refuseMadeUp(step, reader.about(list));
  if (items.halted) return;
  const made = await items.ask(items.required(), null);
  const isMade = (row: JsonObject) =>
    items.telling.length > 0 && isDeepStrictEqual(pick(row, Object.keys(made.sent)), made.sent);
  const newest = reader.part(moreThanOnePage(items), 1, reader.inOrder("desc"));
  await checkUndone(step, items, made.response, async () => (await reader.read(newest)).rows.some(isMade));
  const delivered = step.options.deliver ? triggers : [];
  for (const id of delivered) await refuseWithoutToken(step, triggering(items, id).request, items);
  const [first, other = first] = items.held;
  if (!first || !other) return;
  if (get) await refuseWithoutToken(step, reader.about(get, other.id));
  for (const role of CHANGES.filter((each) => collection[each])) {
    await step.take(async () => {
      const { request, fields } = await changing(items, role, first);
      const isChanged = (item: unknown) => item !== undefined && contradictions(item, fields).length === 0;
      const response = await items.send({ ...request, token: null });
      if (isChanged(first.record)) return checkRefused(step, response);
      await checkUndone(step, items, response, async () => isChanged((await reader.readOne(first.id)).item));
    });
  }
  const response = await items.delete(other, null);
  const isGone = async () => (await reader.readOne(other.id)).response.status === 404;
  if (response) await checkUndone(step, items, response, isGone);
}

/** Checks that a change without a token is refused, and that it is not done either. */
async function checkUndone(
  step: Step,
  items: Items,
  response: ServiceResponse,
  isDone: () => Promise<boolean>,
): Promise<void> {
  const { operation, status } = response;
  checkRefused(step, response);
  if (operation.isPublic || isSuccess(response)) return;
  const message = [`${operation.id} is done without ${accessToken.header}, although its status is ${status}`];
  const source = sectionOf(operation, "authentication");
  await step.settled(items, async () => [(await isDone()) && breach(response, "refusal", message, source)]);
}

/** A token that nobody has may be accepted, as far as the document says. */
async function refuseMadeUp(step: Step, request: ServiceRequest): Promise<void> {
  const response = await step.send({ ...request, token: `made-up-${randomUUID()}` });
  const isAccepted = !request.operation.isPublic && isSuccess(response);
  step.add([isAccepted && departure(response, "refusal", ["a made-up access token is accepted"], "token")]);
}

/** Checks that a request is refused without a token. */
export async function refuseWithoutToken(step: Step, request: ServiceRequest, service: Service = step): Promise<void> {
  if (!request.operation.isPublic) checkRefused(step, await service.send({ ...request, token: null }));
}

function checkRefused(step: Step, response: ServiceResponse): void {
  const { operation } = response;
  const message = [`${operation.id} succeeds without ${accessToken.header}`];
  const isAccepted = !operation.isPublic && isSuccess(response);
  step.add([isAccepted && breach(response, "refusal", message, sectionOf(operation, "authentication"))]);
}
