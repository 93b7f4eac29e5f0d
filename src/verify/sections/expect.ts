import { requestChoices, requestDefaults } from "../../../generated/contract.js";
import { type Answer, isDone, type JsonObject, webhookOf } from "../answer.js";
import { differences, isAboutInput, isVerdict, success, wordsOf } from "../document.js";
import { breach, Skip } from "../outcome.js";
import { create } from "../safety.js";
import type { Created, Walk } from "../walk.js";
import { forEach, type Tests } from "./section.js";

// What tests of several sections use and expect.

/** The format that a subscription has by default, and the others. */
export const DEFAULT_FORMAT: string = requestDefaults.createWebhook?.webhook?.format ?? "";
export const OTHER_FORMATS = (requestChoices.createWebhook?.["format"] ?? []).filter((each) => each !== DEFAULT_FORMAT);

/** The subscription in a success. */
export function webhookIn(walk: Walk, answer: Answer): JsonObject {
  success(walk, answer);
  const webhook = webhookOf(answer);
  if (!webhook) throw new Skip(`${answer.operation} shows no subscription, as said above`);
  return webhook;
}

/** Checks that an answer shows a subscription as expected. What differs in the same way is told once. */
export function expectShown(walk: Walk, answer: Answer, expected: JsonObject, when = ""): void {
  const all = differences(walk, webhookIn(walk, answer), expected);
  const [first] = all;
  if (!first) return;
  const what = `${answer.operation}${when}`;
  const news = all.find(({ kind }) => walk.isNews(kind));
  if (news) throw breach(`${what}: ${news.text}`, answer);
  throw new Skip(`${what}: ${first.text}, as said above`);
}

/** @throws Skip when nobody knows whether a request was refused: the answer was lost, or shows something else. */
export function expectVerdict(walk: Walk, answer: Answer): void {
  const { operation, status, lost } = answer;
  if (lost !== undefined)
    throw new Skip(`${operation} was not answered, so nobody knows whether it was refused: ${lost}`);
  if (!isVerdict(answer))
    throw new Skip(
      `${operation} is answered with status ${status}${wordsOf(walk, answer)}, which says nothing about what was sent`,
    );
}

/** Creates a subscription with the fields that are required. */
export async function createOne(walk: Walk): Promise<Created> {
  const { creation, answer } = await create(walk);
  webhookIn(walk, answer);
  const created = walk.present.find((each) => each === creation);
  if (!created) throw new Skip("the creation has returned no new subscription");
  return created;
}

/** A subscription that the walk has created, or a new one. */
export async function anyCreated(walk: Walk): Promise<Created> {
  return walk.present[0] ?? createOne(walk);
}

/** Whether a creation is refused for what it sends: without that, one is not. There may be a quota. */
export async function isRefusedForInput(walk: Walk, answer: Answer): Promise<boolean> {
  if (!isAboutInput(answer)) return false;
  await createOne(walk);
  return true;
}

/** A test for each required field: without it, nothing is done. */
export function withoutRequired(send: (walk: Walk, extra: JsonObject) => Promise<Answer>): Tests {
  return forEach(
    ["topic", "address"],
    (name) => `nothing is done without ${name}, which is required`,
    async (walk, name) => {
      const answer = await send(walk, { [name]: undefined });
      if (isDone(answer)) throw breach(`${answer.operation} succeeds without ${name}, which is required`, answer);
      expectVerdict(walk, answer);
    },
  );
}
