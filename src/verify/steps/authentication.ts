import { randomUUID } from "node:crypto";
import { accessToken, collections, operation as operationOf } from "../../../generated/contract.js";
import type { Items, Sent } from "../collection-items.js";
import type { Service, ServiceRequest } from "../connection.js";
import { breach, departure } from "../findings.js";
import { isSuccess } from "../response-form.js";
import type { Step } from "../step.js";
import { CHANGES, sendChange } from "./change.js";
import { readBack } from "./read.js";
import { sendTrigger } from "./trigger.js";

/** Nothing is done without an access token, unless the contract says that an operation requires none. */
export async function authentication(step: Step, items: Items): Promise<void> {
  const { collection, reader } = items;
  const { list, get, triggers = [] } = collection;
  for (const query of [{}, reader.part(1, 1)]) await refuseWithoutToken(step, { ...reader.about(list), query });
  if (collection === collections[0]) await refuseMadeUp(step, reader.about(list));
  if (items.halted) return;
  checkRefused(step, await items.ask(items.required(), null));
  const [first, other = first] = items.held;
  if (!first || !other) return;
  const delivered = step.options.deliver ? triggers : [];
  for (const id of delivered) checkRefused(step, await sendTrigger(items, id, first, {}, null));
  if (get) await refuseWithoutToken(step, reader.about(get, other.id));
  const closed = CHANGES.filter((role) => collection[role] && !operationOf(collection[role]).isPublic);
  for (const role of closed)
    await step.take(async () => checkRefused(step, await sendChange(items, role, first, {}, null)));
  const response = await items.delete(other, null);
  if (response) checkRefused(step, { response });
  // What is refused is not done either.
  if (step.findings.some(({ kind }) => kind === "breach")) return;
  for (const held of new Set([first, other])) if (items.held.includes(held)) await readBack(step, items, held);
}

/** A token that nobody has may be accepted, as far as the document says. */
async function refuseMadeUp(step: Step, request: ServiceRequest): Promise<void> {
  const response = await step.send({ ...request, token: `made-up-${randomUUID()}` });
  const isAccepted = !request.operation.isPublic && isSuccess(response);
  step.add([isAccepted && departure(response, "refusal", ["a made-up access token is accepted"], "token")]);
}

/** Checks that a request is refused without a token. */
export async function refuseWithoutToken(step: Step, request: ServiceRequest, service: Service = step): Promise<void> {
  if (!request.operation.isPublic) checkRefused(step, { response: await service.send({ ...request, token: null }) });
}

function checkRefused(step: Step, { response }: Pick<Sent, "response">): void {
  const { operation } = response;
  const message = [`${operation.id} succeeds without ${accessToken.header}`];
  const isAccepted = !operation.isPublic && isSuccess(response);
  step.add([isAccepted && breach(response, "refusal", message, "authentication")]);
}
