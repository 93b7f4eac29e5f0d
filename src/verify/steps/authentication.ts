import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { accessToken, operation as operationOf } from "../../../generated/contract.js";
import type { Held, Items, Sent } from "../collection-items.js";
import type { Service, ServiceRequest } from "../connection.js";
import { breach, departure } from "../findings.js";
import { type JsonObject, pick } from "../json.js";
import { walkable } from "../list-reader.js";
import { isSuccess } from "../response-form.js";
import type { Step } from "../step.js";
import { CHANGES, sendChange } from "./change.js";
import { sendTrigger } from "./trigger.js";

/** How long a service may take to do what it has refused, in ms. */
const LONGEST_DELAY = 1_000;

/** Nothing is done without an access token, unless the contract says that an operation requires none. */
export async function authentication(step: Step, items: Items): Promise<void> {
  const { collection, reader } = items;
  const { list, get, triggers = [] } = collection;
  for (const query of [{}, reader.part(1, 1)]) await refuseWithoutToken(step, { ...reader.about(list), query });
  if (collection === walkable[0]) await refuseMadeUp(step, reader.about(list));
  if (items.halted) return;
  const made = await items.ask(items.required(), null);
  checkRefused(step, made);
  const [first, other = first] = items.held;
  if (!first || !other) return;
  const delivered = step.options.deliver ? triggers : [];
  for (const id of delivered) checkRefused(step, await sendTrigger(items, id, first, {}, null));
  if (get) await refuseWithoutToken(step, reader.about(get, other.id));
  const before = await stateOf(items, first, other);
  const closed = CHANGES.filter((role) => collection[role] && !operationOf(collection[role]).isPublic);
  for (const role of closed)
    await step.take(async () => checkRefused(step, await sendChange(items, role, first, {}, null)));
  const response = await items.delete(other, null);
  if (!response) return;
  checkRefused(step, { response });
  if (isSuccess(response) || step.findings.some(({ kind }) => kind === "breach")) return;
  await pause(LONGEST_DELAY);
  await step.settled(items, async () => {
    const isDone = !isDeepStrictEqual(await stateOf(items, first, other), before);
    const isMade = items.newest && items.unaskedIn(items.newest).length > 0;
    const message = ["what is refused without an access token is done"];
    return [(isDone || isMade) && breach(isMade ? made.response : response, "refusal", message, "authentication")];
  });
}

/** What can be changed of items, as the list shows it. */
async function stateOf(items: Items, ...held: Held[]): Promise<JsonObject[]> {
  const state: JsonObject[] = [];
  const { byId } = await items.readNewest();
  for (const { id } of held) {
    const item = byId.get(id) ?? (await items.reader.readOne(id)).item ?? {};
    state.push(pick(item, items.others.written));
  }
  return state;
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
