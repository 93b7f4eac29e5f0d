import { randomUUID } from "node:crypto";
import { accessToken, operation as operationOf } from "../../generated/contract.js";
import { isSuccess } from "./answer-form.js";
import { breach, departure } from "./findings.js";
import { CHANGES, type Held, type Own } from "./own-items.js";
import { type Words, words } from "./quoted-text.js";
import { sectionOf } from "./sections.js";
import type { Answer, Request } from "./service.js";
import type { Walk } from "./walk.js";
import { checkNewest } from "./walk-steps.js";

/** An access token that a service should refuse: none, or one that nobody has. */
type BadToken = string | null;

const madeUp = (): BadToken => `made-up-${randomUUID()}`;

/** Nothing is done without an access token, unless the contract says that an operation requires none. */
export async function authentication(walk: Walk, own: Own): Promise<void> {
  const [changed, deleted] = await refuseAll(walk, own, null);
  if (!walk.isBroken && changed && deleted) {
    const done: Words = ["what is refused without an access token is done"];
    await checkNewest(walk, own, (at, { id, message }) => {
      const role = id === deleted.id ? "delete" : id === changed.id ? "update" : "create";
      const source = sectionOf(operationOf(own.collection[role] ?? own.collection.create), "authentication");
      return breach(at, "refusal", words`${done}: ${message}`, source);
    });
  }
  await refuseAll(walk, own, madeUp());
  // What was done with it is told already.
  own.accept(await own.readNewest());
}

/** Sends all that a service should refuse for an access token. @returns The items that were to be changed, and deleted. */
async function refuseAll(walk: Walk, own: Own, token: BadToken): Promise<readonly (Held | undefined)[]> {
  const { collection, list } = own;
  const { get: read, triggers = [] } = collection;
  // The last, since later steps use the first as it was created.
  const [changed, deleted = changed] = own.held.toReversed();
  // First, since the newest have just been read, which an update needs.
  if (changed)
    for (const role of CHANGES.filter((each) => collection[each] !== undefined))
      await walk.part(async () => checkRefused(walk, (await own.change(role, changed, {}, token)).answer, token));
  await refuse(walk, list.about(list.operation.id), token);
  // A cache may still have the answer to the same request with the token.
  if (token === null) await refuse(walk, list.asking(list.newest), token);
  checkRefused(walk, (await own.create(own.required(), token)).answer, token);
  if (!changed || !deleted) return [];
  // A service that accepts a made-up token would deliver once more.
  if (walk.options.deliver && token === null)
    for (const id of triggers) checkRefused(walk, (await own.trigger(id, changed, {}, token)).answer, token);
  if (read) await refuse(walk, list.about(read, changed.id), token);
  const deletion = await own.delete(deleted, token);
  if (deletion) checkRefused(walk, deletion, token);
  return [changed, deleted];
}

/** Sends a request that a service should refuse for its access token. */
async function refuse(walk: Walk, request: Request, token: BadToken): Promise<void> {
  if (!request.operation.isPublic) checkRefused(walk, await walk.send({ ...request, token }), token);
}

/** Checks that a request was refused for its access token. */
function checkRefused(walk: Walk, answer: Answer, token: BadToken): void {
  const { operation } = answer;
  if (operation.isPublic || !isSuccess(answer)) return;
  const message = [`${operation.id} succeeds without ${accessToken.header}`];
  const source = sectionOf(operation, "authentication");
  // One that nobody has may be accepted, as far as the document says.
  const accepted: Words = ["a made-up access token is accepted"];
  walk.add([
    token === null ? breach(answer, "refusal", message, source) : departure(answer, "refusal", accepted, "token"),
  ]);
}

/** An operation that changes nothing of others is called once, with the token, without, and with a made-up one. */
export async function callOnce(walk: Walk, request: Request): Promise<void> {
  walk.check(await walk.send(request));
  for (const token of [null, madeUp()]) await refuse(walk, request, token);
}
