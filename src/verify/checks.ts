import { randomUUID } from "node:crypto";
import { type OperationId, requestChoices } from "../../generated/contract.js";
import type { QuestionId } from "../../generated/questions.js";
import { type Answer, fieldOf, idOf, isDone, type Row, webhookOf } from "./answer.js";
import { Breach, differenceIn, expectShown, expectSuccess, isAboutInput, Skip } from "./expect.js";
import { type Checks, order, pages } from "./list-checks.js";
import { type Listing, OLDEST_FIRST } from "./lists.js";
import { Harm, type Run } from "./safety.js";
import { DEFAULT_FORMAT, type Own } from "./subscriptions.js";

// The checks, by the sections of the interface document.

const FORMATS = requestChoices.createWebhook?.["format"] ?? [];
const OTHER_FORMATS = FORMATS.filter((format) => format !== DEFAULT_FORMAT);
const [OTHER_FORMAT] = OTHER_FORMATS;

const foreign: Checks = {
  "all that exists can be read": (run) => run.readForeign(),
};

const creations: Checks = {
  [`a topic and an address are enough, and the format is ${DEFAULT_FORMAT}`]: async (run) => {
    const created = await run.create();
    const topic = run.options.topic ?? "a made-up one";
    run.note("which-topics-are-allowed", `${topic} is ${outcomeOf(run, created)}`);
    expectCreated(run, created);
  },
  "a second one has an id of its own, although its topic is the same": async (run) => {
    const first = await anyOwn(run);
    const created = await run.create({ topic: first.sent["topic"] });
    if (created.own?.id === first.id)
      throw new Breach(`createWebhook: two subscriptions have the id ${run.shown(first.id)}`, created.answer);
    expectCreated(run, created);
  },
  "the list shows each of them once, as it was created": expectListed,
  ...forEach(OTHER_FORMATS, "the format %s is kept", async (run, format) => {
    const created = await run.create({ format });
    await expectAccepted(run, created.answer, format, async () => (await run.create()).answer);
    expectCreated(run, created);
  }),
  "a format that the contract does not list is not kept": async (run) => {
    const { own, answer } = await run.create({ format: `no-${DEFAULT_FORMAT}` });
    if (!own) return noteRefusal(run, answer, "with another format");
    await run.remove(own);
    expectSuccess(run, answer);
  },
  ...forEach(["event", "app_id", "secret"], "%s is accepted, and changes nothing else", async (run, name) => {
    const created = await run.create({ [name]: name === "app_id" ? 1 : `made-up-${randomUUID()}` });
    const shown = fieldOf(webhookOf(created.answer), name) === undefined ? "not shown" : "shown";
    const outcome = outcomeOf(run, created);
    const text = created.own ? `${outcome}, and ${shown}` : outcome;
    run.note("how-event-app_id-and-secret-relate-to-the-other-fields", `${name} is ${text}`);
    // The service may not have what an event or an app_id refers to.
    if (name === "secret") await expectAccepted(run, created.answer, name, async () => (await run.create()).answer);
    expectCreated(run, created);
  }),
  ...forEach(["topic", "address"], "nothing is created without %s, which is required", async (run, name) => {
    const { answer } = await run.create({ [name]: undefined });
    expectRefusal(run, answer, `without ${name}`);
  }),
};

const gets: Checks = {
  "a subscription is shown as it was created": async (run) => {
    await anyOwn(run);
    for (const own of run.subscriptions.present) await expectGot(run, own);
  },
  "an id that no subscription has shows no subscription": async (run) => {
    const answer = await run.read("getWebhook", { id: `no-${run.subscriptions.mark}` });
    run.note("which-status-the-service-returns-for-a-subscription-that-does-not-exist", run.wordsOf(answer));
    if (isShown(answer)) throw new Breach("getWebhook shows a subscription for an unknown id", answer);
  },
};

/** Whether a success contains a subscription, even if it is `null`. */
function isShown({ status, body }: Answer): boolean {
  return status < 300 && fieldOf(body, "webhook") !== undefined;
}

const updates: Checks = {
  ...forEach(OTHER_FORMATS, "the format %s is kept, as get and the list show", async (run, format) => {
    const own = await anyOwn(run);
    // A cache may still return this answer after the update.
    await run.read("getWebhook", { id: own.id });
    const answer = await update(run, own, { format });
    await expectAccepted(run, answer, format, () => update(run, own));
    await expectUpdated(run, own, format, answer);
  }),
  [`without a format, it is ${DEFAULT_FORMAT} or stays as it was`]: async (run) => {
    const own =
      run.subscriptions.present.find(({ expected }) => expected["format"] !== DEFAULT_FORMAT) ?? (await anyOwn(run));
    const answer = await update(run, own);
    const format = webhookOf(answer)?.["format"];
    const before = own.expected["format"];
    const stays = format === before && before !== DEFAULT_FORMAT;
    await expectUpdated(run, own, stays ? format : DEFAULT_FORMAT, answer);
    run.note("whether-an-update-without-format-sets-the-default", stays ? "no: the format stays" : "yes");
  },
};

const IDENTIFIED = "how-the-subscription-to-update-is-identified";

/** Updates by topic and address. @throws Skip if the service finds no subscription by these. */
async function update(run: Run, own: Own, extra?: Row): Promise<Answer> {
  const answer = await run.update(own, extra);
  if (answer.status >= 400) run.note(IDENTIFIED, `an update by topic and address is refused: ${run.wordsOf(answer)}`);
  if (answer.status === 404) throw new Skip("no subscription is found by topic and address");
  return answer;
}

/** Checks what an update has changed. The document does not say which subscription that is. */
async function expectUpdated(run: Run, own: Own, format: unknown, answer: Answer): Promise<void> {
  expectSuccess(run, answer);
  const webhook = webhookOf(answer);
  const updated = run.subscriptions.present.find(({ id }) => id === idOf(webhook));
  if (!updated) throw new Skip("updateWebhook shows no subscription that this run has created");
  run.note(IDENTIFIED, updated === own ? "by its topic and address" : "another one of this run is updated");
  updated.expected = updated === own ? { ...own.expected, format } : { ...updated.expected, ...webhook, format };
  expectShown(run, answer, updated);
  await expectGot(run, updated);
  await noteOthersChanged(run, IDENTIFIED, "an update changes several of this run's own subscriptions", updated);
  await expectListed(run);
}

/** Notes if a write has changed others of the run's own subscriptions: the document does not say which it reaches. */
async function noteOthersChanged(run: Run, question: QuestionId, text: string, except?: Own): Promise<void> {
  const { rows } = await listOwn(run);
  for (const own of run.subscriptions.present) {
    if (own === except || isAsExpected(run, own, rows)) continue;
    run.note(question, text);
    own.expected = { ...own.expected, ...rows.find((row) => idOf(row) === own.id) };
  }
}

const TRIGGERED = "what-a-triggered-delivery-sends-and-how-its-outcome-is-reported";

const deliveries: Checks = {
  ...forEach(FORMATS, "a delivery of %s is answered with a subscription", async (run, format) => {
    const own = await anyOwn(run);
    const answer = await run.deliver(own, format === DEFAULT_FORMAT ? {} : { format });
    await expectAccepted(run, answer, format, () => run.deliver(own));
    const difference = differenceIn(run, webhookOf(answer) ?? {}, { ...own.expected, format });
    run.note(TRIGGERED, difference ? `${format} is sent, and in the answer ${difference}` : "what was sent is shown");
    await noteOthersChanged(run, TRIGGERED, "a delivery changes the subscription");
    await expectListed(run);
  }),
  ...forEach(["topic", "address"], "nothing is delivered without %s, which is required", async (run, name) => {
    expectRefusal(run, await run.deliver(await anyOwn(run), { [name]: undefined }), `a delivery without ${name}`);
  }),
};

const deletions: Checks = {
  "success is true, and the subscription is gone from get and the list": async (run) => {
    // Not the oldest one: it was updated, which sorting by updated_at needs. The second one shares its topic.
    const own = run.subscriptions.present[1] ?? (await anyOwn(run));
    const answer = await run.remove(own);
    const { success } = expectSuccess(run, answer);
    if (success !== true) throw new Breach(`deleteWebhook: success is ${run.shown(success)}, not true`, answer);
    if (!own.isGone) throw new Breach("deleteWebhook: the subscription is still in the list", answer);
    const got = await run.readUntil(
      (value) => !isShown(value),
      () => run.read("getWebhook", { id: own.id }),
    );
    if (isShown(got)) throw new Breach("getWebhook still shows a subscription that was deleted", got);
    await expectListed(run);
  },
};

/** Each operation that manages subscriptions, called without an access token. */
const WITHOUT_TOKEN: Readonly<Partial<Record<OperationId, (run: Run) => Promise<Answer>>>> = {
  listWebhooks: async (run) => {
    const query = { ...OLDEST_FIRST, limit: 2, page: 1 };
    // A cache may return this answer to a caller without a token.
    await run.read("listWebhooks", { query });
    return run.read("listWebhooks", { query, token: null });
  },
  createWebhook: async (run) => (await run.create({}, null)).answer,
  updateWebhook: async (run) => run.update(await anyOwn(run), { format: OTHER_FORMAT }, null),
  getWebhook: async (run) => {
    const { id } = await anyOwn(run);
    await run.read("getWebhook", { id });
    return run.read("getWebhook", { id, token: null });
  },
  deliverWebhook: async (run) => {
    return run.deliver(await anyOwn(run), {}, null);
  },
  deleteWebhook: async (run) => run.remove(await anyOwn(run), null),
};

const authentication: Checks = {
  ...Object.fromEntries(
    Object.entries(WITHOUT_TOKEN).map(([operation, call]) => [
      `${operation} requires an access token`,
      async (run: Run) => {
        const answer = await call(run);
        // The service may refuse the request and carry it out nevertheless.
        if (!isDone(answer)) await expectListed(run);
        expectRefusal(run, answer, "without an access token");
      },
    ]),
  ),
  "an access token that nobody has": async (run) => {
    const answer = await run.read("listWebhooks", { token: `made-up-${randomUUID()}` });
    const outcome = isDone(answer) ? "accepted" : `refused: ${run.wordsOf(answer)}`;
    run.note("which-scopes-an-access-token-has-and-how-long-it-lives", `a made-up access token is ${outcome}`);
  },
};

const end: Checks = {
  "everything that this run has created is deleted": async (run) => {
    const left = await run.cleanUp();
    if (left.length > 0) throw new Error(`left at the service, delete it by hand:\n${left.join("\n")}`);
  },
  "everything foreign is as it was": async (run) => {
    if (run.harm.size > 0) throw new Harm([...run.harm.values()].join("\n"));
    if (!run.hasWritten) throw new Skip("the run has written nothing");
    await run.compare();
  },
};

const SCOPES = "which-scopes-an-access-token-has-and-how-long-it-lives";

const exchanges: Checks = {
  "it returns the oauth record": async (run) => {
    const answer = await run.exchange();
    const sent = run.options.exchangeBody === undefined ? "no body" : "that of --exchange-body";
    run.note("what-the-request-body-of-the-token-exchange-holds", `${sent} is answered with ${answer.status}`);
    expectSuccess(run, answer);
  },
  "it requires an access token": async (run) => expectRefusal(run, await run.exchange(null), "without an access token"),
  "it changes no foreign subscription": async (run) => {
    const { status } = await run.read("listWebhooks");
    if (status === 401 || status === 403) {
      run.note(SCOPES, `after an exchange, the access token is refused: ${status}`);
      throw new Skip("the exchange has ended the access token");
    }
    await run.compare();
  },
};

/** The sections of the interface document, in an order in which each can use what earlier ones have created. */
export const SECTIONS: Readonly<Record<string, Checks>> = {
  "4.2 List webhook subscriptions": foreign,
  "4.3 Create webhook": creations,
  "4.5 Get webhook": gets,
  "4.4 Update webhook": updates,
  "4.7 Trigger internal webhook": deliveries,
  "4.6 Delete webhook": deletions,
  "4.2 List webhook subscriptions: pages, and 8 Limits": pages,
  "4.2 List webhook subscriptions: order": order,
  "5 Authentication": authentication,
};

/** What always runs after them. */
export const CLEANING: Readonly<Record<string, Checks>> = { "What this run leaves": end };

/** What runs last: an exchange may end the access token. */
export const LAST: Readonly<Record<string, Checks>> = { "4.1 Exchange access token": exchanges };

/** The operations for which there is no check. */
export function uncheckedOf(ids: readonly string[]): string[] {
  return ids.filter((id) => !(id in WITHOUT_TOKEN || id === "exchangeAccessToken"));
}

/** The same check, once for each value. */
function forEach(values: readonly string[], title: string, check: (run: Run, value: string) => Promise<void>): Checks {
  return Object.fromEntries(values.map((value) => [title.replace("%s", value), (run: Run) => check(run, value)]));
}

interface Created {
  readonly own: Own | undefined;
  readonly answer: Answer;
}

function expectCreated(run: Run, { own, answer }: Created): void {
  expectSuccess(run, answer);
  if (own) expectShown(run, answer, own);
}

function outcomeOf(run: Run, { own, answer }: Created): string {
  return own ? "accepted" : `refused: ${run.wordsOf(answer)}`;
}

/** The oldest of the run's own subscriptions, or a new one if there is none. */
async function anyOwn(run: Run): Promise<Own> {
  const [first] = run.subscriptions.present;
  if (first) return first;
  const { own, answer } = await run.create();
  expectSuccess(run, answer);
  if (!own) throw new Skip("nothing could be created");
  return own;
}

async function expectGot(run: Run, own: Own): Promise<void> {
  const answer = await run.readUntil(
    (got) => differenceIn(run, webhookOf(got) ?? {}, own.expected) === undefined,
    () => run.read("getWebhook", { id: own.id }),
  );
  expectSuccess(run, answer);
  expectShown(run, answer, own);
}

/** The list as it shows the run's own subscriptions: if they are not as expected, it is read again a second later. */
function listOwn(run: Run): Promise<Listing> {
  const isShown = ({ rows }: Listing) => run.subscriptions.present.every((own) => isAsExpected(run, own, rows));
  return run.readUntil(isShown, () => run.list());
}

function isAsExpected(run: Run, { id, expected }: Own, rows: readonly Row[]): boolean {
  const row = rows.find((each) => idOf(each) === id);
  return row === undefined || differenceIn(run, row, expected) === undefined;
}

/** Checks that the list shows each of the run's own subscriptions once, and as expected. */
async function expectListed(run: Run): Promise<void> {
  const { rows, answer } = await listOwn(run);
  expectSuccess(run, answer);
  for (const own of run.subscriptions.present) {
    const [row, ...others] = rows.filter((each) => idOf(each) === own.id);
    if (row && others.length > 0)
      throw new Breach(`listWebhooks shows webhook ${run.shown(own.id)} ${others.length + 1} times`, answer);
    if (row) expectShown(run, answer, own, row);
  }
}

/** Checks that the service accepts what the contract allows. A refusal is a breach if the plain request is accepted. */
async function expectAccepted(run: Run, answer: Answer, what: string, plain: () => Promise<Answer>): Promise<void> {
  if (isAboutInput(answer) && isDone(await plain()))
    throw new Breach(`${answer.operation} refuses ${what}: ${run.wordsOf(answer)}`, answer);
  expectSuccess(run, answer);
}

/** Checks that a request was refused, and notes how. */
function expectRefusal(run: Run, answer: Answer, why: string): void {
  const { operation, status } = answer;
  if (isDone(answer)) throw new Breach(`${operation} succeeds ${why}`, answer);
  const isOurToken = (status === 401 || status === 403) && answer.request.token === undefined;
  if (status < 400 || status === 429 || status >= 500 || isOurToken)
    throw new Skip(`${operation} is answered with ${run.wordsOf(answer)}, which does not show whether it is refused`);
  noteRefusal(run, answer, why);
}

function noteRefusal(run: Run, answer: Answer, why: string): void {
  run.note("which-statuses-and-bodies-error-responses-have", `${why}: ${run.wordsOf(answer)}`);
}
