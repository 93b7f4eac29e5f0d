import { randomUUID } from "node:crypto";
import { describe } from "node:test";
import { operations, requestExamples } from "../../generated/contract.js";
import type { Question } from "../../generated/questions.js";
import { breach, differences, expectDeclaredForm, isAboutInput, obstacleIn, success } from "./document.js";
import { idOf, LIMIT, list, look, OLDEST_FIRST, others, webhookOf } from "./list.js";
import {
  cleanUp,
  create,
  expectListed,
  expectNoHarm,
  expectNothingLeft,
  held,
  type Own,
  proveForgetful,
  readOthers,
  reconcile,
  remove,
  trigger,
  update,
} from "./own-webhooks.js";
import { limitsAndOrder, pages } from "./pages-and-order.js";
import { check, checkAtTheEnd, keepRunning, options, Skip, walking, warn } from "./run.js";
import { type Answer, type JsonObject, objectOf, send } from "./service.js";

// The walk, a `describe` for each section of the document. They come in an order in which each can use what earlier ones
// have created; the exchange is the last, since it may end the access token.

const IDENTIFIED: Question = "How the subscription to update is identified";
const TRIGGERED: Question = "What a triggered delivery sends, and how its outcome is reported";

/** The subscription in a success. */
function webhookIn(answer: Answer): JsonObject {
  success(answer);
  const webhook = webhookOf(answer);
  if (!webhook) throw new Skip(`${answer.operation} shows no subscription, as said above`);
  return webhook;
}

/** Checks that an answer shows a subscription as expected. */
function expectShown(answer: Answer, expected: JsonObject, when = ""): void {
  const [first] = differences(webhookIn(answer), expected);
  if (first) throw breach(`${answer.operation}${when}: ${first}`);
}

/** Creates a subscription with the fields that are required. */
async function createOne(): Promise<Own> {
  const { one, answer } = await create();
  webhookIn(answer);
  const own = held().find((each) => each === one);
  if (!own) throw new Skip("the creation has returned no subscription of the walk's own");
  return own;
}

async function anyOwn(): Promise<Own> {
  return held()[0] ?? createOne();
}

/** Whether a creation is refused for what it sends: without that, one is not. There may be a quota. */
async function isRefusedForInput(answer: Answer): Promise<boolean> {
  return isAboutInput(answer) && Boolean(await createOne());
}

/** Whether an answer says that its operation was done. @throws Failure when the document declares it in another form. */
function isDone(answer: Answer): boolean {
  expectDeclaredForm(answer);
  const { status, body } = answer;
  const { webhook, webhooks, oauth, success: isDeleted } = objectOf(body) ?? {};
  return (
    status < 300 && Boolean(objectOf(webhook) ?? objectOf(oauth) ?? (Array.isArray(webhooks) || isDeleted === true))
  );
}

/** A test for each required field: without it, nothing is done. */
function withoutRequired(send: (extra: JsonObject) => Promise<Answer>): void {
  for (const name of ["topic", "address"])
    check(`nothing is done without ${name}, which is required`, async () => {
      const answer = await send({ [name]: undefined });
      if (isDone(answer)) throw breach(`${answer.operation} succeeds without ${name}, which is required`);
    });
}

function firstList(): void {
  check("all that exists can be read: it belongs to others", async () => {
    const { answer, rows, pagination } = await readOthers();
    success(answer);
    if (rows.length < Math.min(LIMIT.most, Number(pagination["total"])))
      throw breach(`limit=${LIMIT.most} returns ${rows.length} of ${pagination["total"]} subscriptions`);
    if (walking.ended) throw new Skip(walking.ended);
  });
}

function createSection(): void {
  check("a topic and an address are enough, and the format is json", async () => {
    const { one, answer } = await create();
    if (differences(webhookIn(answer), one.sent).length > 1)
      throw breach("another subscription is returned. Is it only a mock, which has no memory? Then add --stateless");
    expectShown(answer, { ...one.sent, format: "json" });
    if (one.id === undefined) throw breach("the new subscription has the id of another one");
  });
  check("a second one of the same topic has an id of its own", async () => {
    const first = await anyOwn();
    const { one, answer } = await create({ topic: first.sent["topic"] });
    expectShown(answer, one.sent);
    if (one.id === first.id) throw breach(`two have the id ${first.id}`);
  });
  check("the list shows each of them once, as it was created", () => expectListed());
  check("the format xml is kept", async () => {
    const { one, answer } = await create({ format: "xml" });
    if (await isRefusedForInput(answer)) throw breach(`a creation with xml is refused: ${answer.status}`);
    expectShown(answer, one.sent);
  });
  for (const [name, value] of Object.entries({ event: "verify", app_id: 1, secret: randomUUID() }))
    check(`${name} is accepted, and changes nothing else`, async () => {
      const { one, answer } = await create({ [name]: value });
      if (!(await isRefusedForInput(answer))) return expectShown(answer, one.sent);
      const message = `a creation with ${name} is refused with status ${answer.status}`;
      // The document shows the secret as any text, but a service may not know the value of the others.
      if (name === "secret") throw breach(message);
      warn("How `event`, `app_id` and `secret` relate to the other fields", message);
    });
  withoutRequired(async (extra) => (await create(extra)).answer);
  check("the list shows all that was created, and no more", () => expectListed());
}

async function get({ id }: Own): Promise<Answer> {
  return send("getWebhook", { id });
}

function getSection(): void {
  check("a subscription of each format is as its creation has shown it", async () => {
    const xml = held().filter(({ sent }) => sent["format"] === "xml");
    for (const own of [await anyOwn(), ...xml]) expectShown(await get(own), own.record);
  });
}

function deleteSection(): void {
  check("success is true, and the subscription is gone, and nothing else", async () => {
    const own = await anyOwn();
    if (success(await remove(own))["success"] !== true) throw breach("success is not true");
    if (!own.isAbsent) throw breach("after a deletion, the subscription is still in the list");
    await expectListed("after a deletion, ");
    const { status, body } = await get(own);
    if (status === operations.getWebhook.status && objectOf(body)?.["webhook"] === null)
      throw breach("getWebhook shows null for it");
  });
}

/** Checks the answer to an update, and what is left of it. Which one it changes is not said. */
async function expectUpdated(own: Own, format: "json" | "xml", answer: Answer): Promise<void> {
  const isOther = ![undefined, own.id].includes(idOf(webhookIn(answer)));
  if (isOther) warn(IDENTIFIED, "an update by topic and address changes another subscription of the walk");
  else {
    const { topic, address } = own.sent;
    expectShown(answer, { id: own.id, topic, address, format });
    own.record = { ...own.record, topic, address, format };
    expectShown(await get(own), own.record, " after an update");
  }
  for (const { id, message } of reconcile(await look())) {
    if (id === own.id && !isOther) throw breach(`after an update, ${message}`);
    warn(IDENTIFIED, "an update changes other subscriptions of the walk");
  }
}

function updateSection(): void {
  const isRefused = (answer: Answer) => isAboutInput(answer) || answer.status === 404;
  const warnOfRefusal = ({ status }: Answer) =>
    warn(IDENTIFIED, `an update by topic and address is refused: ${status}`);
  check("the format xml is kept, as get and the list show", async () => {
    // Not the newest: the time of its change then differs from the order of creation.
    const own = await anyOwn();
    // A cache may have this answer after the update.
    await get(own);
    const answer = await update(own, { format: "xml" });
    if (!isRefused(answer)) return expectUpdated(own, "xml", answer);
    if (isDone(await update(own))) throw breach(`an update with xml is refused: ${answer.status}`);
    warnOfRefusal(answer);
  });
  check("a format that is left out is json", async () => {
    const own = held().find(({ record }) => record["format"] === "xml") ?? (await createOne());
    const answer = await update(own);
    return isRefused(answer) ? warnOfRefusal(answer) : expectUpdated(own, "json", answer);
  });
}

function triggerSection(): void {
  if (!options.deliver) {
    check("a delivery", () => Promise.reject(new Skip("add --deliver")));
    return;
  }
  for (const format of ["json", "xml"])
    check(`a delivery of ${format} is answered with a subscription`, async () => {
      const own = await anyOwn();
      const answer = await trigger(own, format === "json" ? {} : { format });
      if (isAboutInput(answer) && format === "xml" && isDone(await trigger(own)))
        throw breach(`a delivery of xml is refused: ${answer.status}`);
      const { topic, address } = own.sent;
      for (const text of differences(webhookIn(answer), { topic, address, format }))
        warn(TRIGGERED, `the answer does not match the request: ${text}`);
    });
  withoutRequired(async (extra) => trigger(await anyOwn(), extra));
  check("a delivery changes no subscription", async () => {
    for (const { message } of reconcile(await look())) warn(TRIGGERED, message);
  });
}

function authenticationSection(): void {
  // The last of the walk: earlier tests have read the first, and a deletion may be done.
  const last = async () => held().at(-1) ?? createOne();
  const query = { ...OLDEST_FIRST, limit: 2, page: 1 };
  const withoutToken: Record<string, () => Promise<Answer>> = {
    updateWebhook: async () => update(await last(), { format: "xml" }, null),
    listWebhooks: async () => {
      // A cache may have this answer, and no right to show it.
      success((await list(query)).answer);
      return (await list(query, null)).answer;
    },
    createWebhook: async () => (await create({}, null)).answer,
    ...(options.deliver && { deliverWebhook: async () => trigger(await last(), {}, null) }),
    getWebhook: async () => send("getWebhook", { id: (await last()).id, token: null }),
    deleteWebhook: async () => remove(await last(), null),
  };
  for (const [operation, call] of Object.entries(withoutToken))
    check(`${operation} requires an access token`, async () => {
      if (isDone(await call())) throw breach(`${operation} succeeds without an access token`);
      // It may be refused, and done.
      await expectListed("without an access token, ");
    });
  check("with a token that nobody has", async () => {
    if (isDone((await list(query, `made-up-${randomUUID()}`)).answer))
      warn("Which scopes an access token has, and how long it lives", "a made-up access token is accepted");
  });
}

/** What the walk leaves, and what it has done to others. */
function endSection(): void {
  checkAtTheEnd("what the walk has created is deleted", cleanUp);
  checkAtTheEnd("everything of others is as it was", expectNoHarm);
  checkAtTheEnd("nothing of the walk is left", expectNothingLeft);
}

function exchangeSection(): void {
  const exchange = (token?: string | null) => send("exchangeAccessToken", { body: options.exchangeBody, token });
  check("it returns the oauth record", async () => void success(await exchange()));
  check("it requires an access token", async () => {
    if (isDone(await exchange(null))) throw breach("exchangeAccessToken succeeds without an access token");
  });
  check("it changes no subscription of others", async () => {
    if (others.size > 0) await look(true);
  });
}

/** For a server without a memory: the form of its answers to the contract's examples, which may name what others have. */
function statelessSection(): void {
  let isForgetful = false;
  check("the server has no memory: it forgets a subscription that only this run sends", async () => {
    await proveForgetful();
    isForgetful = true;
  });
  for (const { id } of Object.values(operations))
    check(`${id} is answered as the document describes`, async () => {
      if (!isForgetful && id !== "listWebhooks") throw new Skip("only a server without a memory is sent the examples");
      if (id === "deliverWebhook" && !options.deliver) throw new Skip("add --deliver");
      const body = id === "exchangeAccessToken" ? options.exchangeBody : requestExamples[id];
      success(await send(id, { id: "1001", body }));
    });
}

function walkThrough(): void {
  if (options.stateless) describe("4 Endpoints, without a memory", statelessSection);
  else {
    describe("4.2 List webhook subscriptions", firstList);
    describe("4.3 Create webhook", createSection);
    describe("4.5 Get webhook", getSection);
    describe("4.6 Delete webhook", deleteSection);
    describe("4.2 List webhook subscriptions: pages", pages);
    describe("4.4 Update webhook", updateSection);
    describe("4.2 List webhook subscriptions: order, and 8 Limits", limitsAndOrder);
    describe("4.7 Trigger internal webhook", triggerSection);
    describe("5 Authentication", authenticationSection);
  }
  describe("What the walk leaves", endSection);
  if (!options.stateless) describe("4.1 Exchange access token", exchangeSection);
  keepRunning();
}

const obstacle = obstacleIn(await send("listWebhooks"));
if (obstacle === undefined) walkThrough();
else {
  process.stderr.write(`service-admin-verify: ${options.server} ${obstacle}\n`);
  process.exitCode = 1;
}
