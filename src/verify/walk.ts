import { randomUUID } from "node:crypto";
import { before, describe } from "node:test";
import { operations, requestExamples } from "../../generated/contract.js";
import { breach, differences, isAboutInput, obstacleIn, success } from "./document.js";
import { idOf, list, look, OLDEST_FIRST, others, webhookOf } from "./list-and-compare.js";
import { limitsAndOrder, pages } from "./lists.js";
import {
  cleanUp,
  create,
  halt,
  held,
  leftBehind,
  made,
  type Own,
  proveForgetful,
  readOthers,
  reconcile,
  remove,
  trigger,
  update,
} from "./no-harm.js";
import {
  beginCleaning,
  check,
  endCleaning,
  Failure,
  harm,
  type JsonObject,
  keepRunning,
  options,
  Skip,
  warn,
} from "./run.js";
import { type Answer, isOperation, objectOf, send, settle, shown } from "./service.js";

// The walk, a `describe` for each section of the document. They come in an order in which each can use what earlier ones
// have created; the exchange is the last, since it may end the access token.

const IDENTIFIED = "How the subscription to update is identified";
const TRIGGERED = "What the triggered delivery sends and how its outcome is reported";

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

async function get({ id }: Own): Promise<Answer> {
  await settle();
  return send("getWebhook", { id });
}

const fail = (message: string): never => {
  throw breach(message);
};

/** Checks that the list shows each subscription of the walk once, as the walk's requests should have left it. */
async function expectListed(tell: (message: string, id: string) => void = fail): Promise<void> {
  const listing = await look();
  success(listing.answer);
  for (const { id, message } of reconcile(listing)) tell(message, id);
  if (listing.byId.size < listing.rows.length) throw breach("the list has a subscription twice");
}

/** Whether an answer says that its operation was done. */
function isDone({ status, body }: Answer): boolean {
  const { webhook, webhooks, oauth, success: isDeleted } = objectOf(body) ?? {};
  return (
    status < 300 && Boolean(objectOf(webhook) ?? objectOf(oauth) ?? (Array.isArray(webhooks) || isDeleted === true))
  );
}

/** A test for each required field: without it, nothing is done. */
function withoutRequired(send: (extra: JsonObject) => Promise<Answer>, tell: (message: string) => void = fail): void {
  for (const name of ["topic", "address"])
    check(`nothing is done without ${name}, which is required`, async () => {
      await anyOwn();
      const answer = await send({ [name]: undefined });
      if (isDone(answer)) tell(`${answer.operation} succeeds without ${name}, which is required`);
    });
}

function firstList(): void {
  check("all that exists can be read: it belongs to others", async () => {
    const { answer, isWhole } = await readOthers();
    success(answer);
    if (!isWhole) halt("not all of the list can be read, so nobody would see what others lose");
  });
}

function createSection(): void {
  check("a topic and an address are enough, and the format is json", async () => {
    const { one, answer } = await create();
    const webhook = webhookIn(answer);
    if (differences(webhook, one.sent).length > 1)
      throw breach("another subscription is returned. Is it only a mock, which has no memory? Then add --stateless");
    expectShown(answer, { ...one.sent, format: "json" });
    if (one.id === undefined) throw breach(`the new subscription has the id ${shown(webhook["id"])} of another one`);
  });
  check("a second one of the same topic has an id of its own", async () => {
    const { topic } = (await anyOwn()).sent;
    const { one, answer } = await create({ topic });
    if (isAboutInput(answer)) return void (await createOne());
    expectShown(answer, one.sent);
    if (made.some((each) => each !== one && each.id === one.id)) throw breach(`two have the id ${shown(one.id)}`);
  });
  check("the list shows each of them once, as it was created", () => expectListed());
  check("the format xml is kept", async () => {
    await anyOwn();
    const { one, answer } = await create({ format: "xml" });
    if (isAboutInput(answer) && (await createOne())) throw breach(`a creation with xml is refused: ${answer.status}`);
    expectShown(answer, one.sent);
  });
  for (const [name, value] of Object.entries({ event: "verify", app_id: 1, secret: randomUUID() }))
    check(`${name} is accepted, and changes nothing else`, async () => {
      await anyOwn();
      const { one, answer } = await create({ [name]: value });
      if (!isAboutInput(answer)) return expectShown(answer, one.sent);
      // Without it, the same may be refused as well: there may be a quota.
      await createOne();
      const message = `a creation with ${name} is refused with status ${answer.status}`;
      // The document shows the secret as any text, but a service may not know the value of the others.
      if (name === "secret") throw breach(message);
      warn("How event, app_id and secret relate to the other fields", message);
    });
  withoutRequired(async (extra) => (await create(extra)).answer);
  check("the list shows all that was created, and no more", () => expectListed());
}

function getSection(): void {
  check("a subscription of each format is as its creation has shown it", async () => {
    const xml = held().filter(({ sent }) => sent["format"] === "xml");
    for (const own of [await anyOwn(), ...xml]) expectShown(await get(own), own.record);
  });
}

function deleteSection(): void {
  const failed = "a deletion has not done what it should";
  let gone: Own | undefined;
  check("success is true, and the subscription is gone, and nothing else", async () => {
    const own = await anyOwn();
    const answer = await remove(own);
    if (own.state === "gone") gone = own;
    if (success(answer)["success"] !== true) throw breach("success is not true");
    for (const { message } of reconcile(await look({ isAll: true }))) fail(`after a deletion, ${message}`);
    await expectListed((message) => fail(`after a deletion, ${message}`));
  });
  check("get shows no null in its place", async () => {
    if (gone?.state !== "gone") {
      halt(failed);
      throw new Skip(failed);
    }
    const { status, body } = await send("getWebhook", { id: gone.id });
    if (status === 200 && objectOf(body)?.["webhook"] === null) throw breach("getWebhook shows null for it");
  });
}

/** Checks the answer to an update, and what is left of it. */
async function expectUpdated(own: Own, format: "json" | "xml", answer: Answer): Promise<void> {
  const id = idOf(webhookIn(answer));
  const isOther = id !== undefined && id !== own.id;
  if (isOther) warn(IDENTIFIED, "an update by topic and address changes another subscription of the walk");
  else {
    const { topic, address } = own.sent;
    expectShown(answer, { id: own.id, topic, address, format });
    own.record = { ...own.record, topic, address, format };
    expectShown(await get(own), own.record, " after an update");
  }
  await expectListed((message, listed) => {
    if (listed === own.id && !isOther) throw breach(`after an update, ${message}`);
    warn(IDENTIFIED, "an update changes other subscriptions of the walk");
  });
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
  withoutRequired(
    async (extra) => {
      const answer = await update(await anyOwn(), extra);
      // Whatever it has done is told by its success.
      reconcile(await look());
      return answer;
    },
    (message) => warn(IDENTIFIED, message),
  );
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
  check("a delivery changes no subscription", () => expectListed((message) => warn(TRIGGERED, message)));
}

/** Each operation, sent with another access token than the user's. */
function callsWith(token: string | null): Record<string, () => Promise<Answer>> {
  // The last of the walk: earlier tests have read the first, and later ones may use it.
  const last = async () => held().at(-1) ?? createOne();
  return {
    updateWebhook: async () => update(await last(), { format: "xml" }, token),
    listWebhooks: async () => (await list(undefined, token)).answer,
    createWebhook: async () => (await create({}, token)).answer,
    // A service that accepts a made-up token would deliver once more.
    ...(options.deliver && token === null && { deliverWebhook: async () => trigger(await last(), {}, token) }),
    getWebhook: async () => send("getWebhook", { id: (await last()).id, token }),
    deleteWebhook: async () => remove(await last(), token),
  };
}

function authenticationSection(): void {
  for (const [operation, call] of Object.entries(callsWith(null)))
    check(`${operation} requires an access token`, async () => {
      if (isDone(await call())) throw breach(`${operation} succeeds without an access token`);
    });
  check("no cache answers without a token what it has answered with one", async () => {
    const query = { ...OLDEST_FIRST, limit: 2, page: 1 };
    success((await list(query)).answer);
    if (isDone((await list(query, null)).answer)) throw breach("listWebhooks succeeds without an access token");
  });
  check("what is refused without a token is not done", () =>
    expectListed((message) => fail(`without an access token, ${message}`)),
  );
  check("with a token that nobody has", async () => {
    const accepted: string[] = [];
    for (const [operation, call] of Object.entries(callsWith(`made-up-${randomUUID()}`)))
      if (isDone(await call())) accepted.push(operation);
    // What was done with it is told by that.
    reconcile(await look());
    warnOfMadeUp(accepted);
  });
}

function warnOfMadeUp(accepted: readonly string[]): void {
  if (accepted.length > 0)
    warn("Scopes and token lifetime", `a made-up access token is accepted: ${accepted.join(", ")}`);
}

/** What the walk leaves, and what it has done to others. */
function endSection(): void {
  before(beginCleaning);
  check("what the walk has created is deleted", cleanUp);
  check("nothing of the walk is left", async () => {
    if (made.length === 0) return;
    const left = leftBehind(await look({ isAll: true }).catch(() => undefined));
    if (left.length > 0) throw new Failure("Left behind", left.join("\n"));
  });
  check("everything of others is as it was", async () => {
    if (harm.size > 0) throw new Failure("Harm", [...harm.values()].join("\n"));
    const { answer, byId } = await look({ isAll: true });
    success(answer);
    const seen = [...others.byId.keys()].filter((id) => byId.has(id)).length;
    if (!others.isWhole) throw new Skip(`only ${seen} of them could be listed, and compared`);
  });
}

function exchangeSection(): void {
  before(endCleaning);
  const exchange = (token?: string | null) => send("exchangeAccessToken", { body: options.exchangeBody, token });
  check("it returns the oauth record", async () => void success(await exchange()));
  check("it requires an access token", async () => {
    if (isDone(await exchange(null))) throw breach("exchangeAccessToken succeeds without an access token");
    if (isDone(await exchange(`made-up-${randomUUID()}`))) warnOfMadeUp(["exchangeAccessToken"]);
  });
  check("it changes no subscription of others", async () => {
    if (others.byId.size > 0) await look({ isAll: true });
  });
}

/** For a server without a memory: the form of its answers to the contract's examples, which may name what others have. */
function statelessSection(): void {
  let isForgetful = false;
  check("the server has no memory: it forgets a subscription that only this run sends", async () => {
    await proveForgetful();
    isForgetful = true;
  });
  for (const id of Object.keys(operations).filter(isOperation))
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
