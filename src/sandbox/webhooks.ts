import {
  fields,
  type OperationId,
  operations,
  type Query,
  type RequestBody,
  type ResponseBody,
  requestDefaults,
  responseExamples,
} from "../../generated/contract.js";
import type { DeliveryRequest } from "./deliveries.js";
import { finding, Problem, refusal } from "./reply.js";
import { MOST_WEBHOOKS, timeOf } from "./seed.js";
import type { State } from "./state.js";
import type { Webhook } from "./types.js";

/** A checked request, and what its operation needs. */
interface Call<Id extends OperationId> {
  /** The values in the path, as text. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Query<Id>;
  readonly body: RequestBody<Id>;
  readonly state: State;
  /** Whether a web page from another machine sent the request. */
  readonly isForeign: boolean;
  readonly now: () => Date;
  /** Reports what the sandbox chose, in the header `Sandbox-Note` and in the log. */
  readonly note: (text: string) => void;
  /** Records a delivery, and begins to send it. */
  readonly deliver: (delivery: DeliveryRequest) => Promise<unknown>;
}

/** Carries out an operation; returns the body of its answer. @throws Problem when it cannot. */
export type Handler<Id extends OperationId> = (call: Call<Id>) => ResponseBody<Id> | Promise<ResponseBody<Id>>;

/** What each operation does. Any other returns the contract's example: what a token exchange does is not specified. */
export const handlers: { readonly [Id in OperationId]?: Handler<Id> } = {
  listWebhooks({ query: { limit, page, sort_by, sort_order }, state, note }) {
    refuseLessThanOne({ limit, page });
    const sorted = sortedBy(sort_by ?? "id", [...state.webhooks.values()], note);
    if (sort_order === "desc") sorted.reverse();
    const total = sorted.length;
    return {
      webhooks: sorted.slice((page - 1) * limit, page * limit),
      pagination: { current_page: page, per_page: limit, total, total_pages: Math.ceil(total / limit) },
    };
  },

  createWebhook({ body: { webhook: sent }, state, isForeign, now, note }) {
    if (state.webhooks.size >= MOST_WEBHOOKS) {
      throw new Problem(413, `The sandbox keeps at most ${MOST_WEBHOOKS} webhooks. Delete some, or reset it.`);
    }
    const time = timeOf(now());
    const { webhook: example } = responseExamples.createWebhook;
    const fields = fieldsIn("createWebhook", sent, note);
    const webhook = { ...example, ...fields, id: state.nextId++, created_at: time, updated_at: time };
    return { webhook: kept(webhook, state, isForeign) };
  },

  updateWebhook({ body: { webhook: sent }, state, isForeign, now, note }) {
    const before = webhookToUpdate(sent, [...state.webhooks.values()]);
    for (const [name, value] of Object.entries(requestDefaults.updateWebhook ?? {})) {
      const changes = !(name in sent) && Reflect.get(before, name) !== value;
      if (changes) note(`${name} was not sent: the update set the contract's default, ${value}`);
    }
    const webhook = { ...before, ...fieldsIn("updateWebhook", sent, note), updated_at: timeOf(now()) };
    return { webhook: kept(webhook, state, isForeign) };
  },

  getWebhook: ({ path, state }) => ({ webhook: webhookBy(path["id"], state) }),

  deleteWebhook({ path, state }) {
    state.webhooks.delete(String(webhookBy(path["id"], state).id));
    return responseExamples.deleteWebhook;
  },

  async deliverWebhook({ body: { webhook: sent }, state, isForeign, now, note, deliver }) {
    const known = [...state.webhooks.values()].find((one) => one.topic === sent.topic && one.address === sent.address);
    if (!known) note("no webhook has this topic and address: the id is 0");
    const time = timeOf(now());
    const own = known ?? { ...responseExamples.deliverWebhook.webhook, id: 0, created_at: time, updated_at: time };
    const webhook = { ...own, ...fieldsIn("deliverWebhook", sent, note) };
    const notSent = isForeign ? "a web page from another machine triggered it" : undefined;
    await deliver({ address: webhook.address, topic: webhook.topic, format: webhook.format, notSent });
    return { webhook };
  },
};

/** Returns the contract's example, and says so. */
export function fromExample<Id extends OperationId>(id: Id): Handler<Id> {
  const examples: { readonly [Each in OperationId]: ResponseBody<Each> } = responseExamples;
  return ({ note }) => {
    note("the response is an example of the contract");
    return examples[id];
  };
}

/** The query parameters that have an effect. Any other is accepted, and a note says that it has none. */
export const EFFECTIVE: { readonly [Id in OperationId]?: readonly string[] } = {
  listWebhooks: ["limit", "page", "sort_by", "sort_order"],
};

/** The document does not say what a value below 1 means. Refusing it is our own choice. */
function refuseLessThanOne(numbers: Readonly<Record<string, number>>): void {
  const wrong = Object.entries(numbers).filter(([, value]) => !(value >= 1 && Number.isSafeInteger(value)));
  const words = "must be a whole number from 1, by the sandbox's own choice";
  if (wrong.length > 0) throw refusal(wrong.map(([name]) => finding(["query", name], "minimum", words)));
}

/** Sorts subscriptions by a field, ascending, text by code unit. Ties are ordered by id. */
function sortedBy(name: string, webhooks: Webhook[], note: (text: string) => void): Webhook[] {
  if (!isWebhookField(name)) note("sort_by names no field of a webhook: sorted by id");
  if (!isWebhookField(name) || name === "id") return webhooks;
  // One without the field counts as empty.
  const keyOf = (webhook: Webhook) => webhook[name] ?? "";
  return webhooks.sort((one, other) => {
    if (keyOf(one) === keyOf(other)) return 0;
    return keyOf(one) < keyOf(other) ? -1 : 1;
  });
}

/** In characters: the URL length that RFC 9110 (section 4.1) recommends that everybody support. */
const LONGEST_TEXT = 8000;

/** The fields of a subscription that a body sends, with the contract's defaults. A note names those that are not kept. */
function fieldsIn(
  id: "createWebhook" | "updateWebhook" | "deliverWebhook",
  sent: Readonly<Record<string, unknown>>,
  note: (text: string) => void,
) {
  refuseLongTexts(sent);
  // Fields that the contract does not declare have not been checked.
  const declared = operations[id].body?.fields ?? [];
  const known: Record<string, unknown> = { ...requestDefaults[id] };
  const others: string[] = [];
  for (const [name, value] of Object.entries(sent)) {
    if (declared.includes(name) && isWebhookField(name)) known[name] = value;
    else others.push(name);
  }
  if (others.length > 0) note(`the sandbox does not keep these fields of the body: ${others.join(", ")}`);
  return known;
}

/** The document says nothing about lengths. Without a bound, requests could fill the memory. */
function refuseLongTexts(sent: Readonly<Record<string, unknown>>): void {
  const long = ["topic", "address"].filter((name) => String(sent[name]).length > LONGEST_TEXT);
  const words = `must have at most ${LONGEST_TEXT} characters, by the sandbox's own choice`;
  if (long.length > 0) throw refusal(long.map((name) => finding(["body", "webhook", name], "maxLength", words)));
}

/** Stores a subscription, frozen, and replaces the one with the same id, if there is one. */
function kept(webhook: Webhook, { webhooks, foreign }: State, isForeign: boolean): Webhook {
  webhooks.set(String(webhook.id), Object.freeze(webhook));
  if (isForeign) foreign.add(webhook);
  return webhook;
}

/** @throws Problem when no subscription has the id. */
function webhookBy(id: string | undefined, state: State): Webhook {
  const webhook = state.webhooks.get(id ?? "");
  if (webhook) return webhook;
  const { path } = operations.listWebhooks;
  throw new Problem(404, `The sandbox has no webhook with this id. GET ${path} lists all webhooks.`);
}

/**
 * Finds the subscription to update. An update has no id, and the document does not say how to find it: this is our own choice.
 *
 * @throws Problem with status 404 when no subscription matches, 409 when more than one does.
 */
function webhookToUpdate(sent: Pick<Webhook, "topic" | "address">, webhooks: readonly Webhook[]): Webhook {
  const atAddress = webhooks.filter(({ address }) => address === sent.address);
  const onTopic = webhooks.filter(({ topic }) => topic === sent.topic);
  const both = atAddress.filter(({ topic }) => topic === sent.topic);
  const [only] = (both.length > 0 ? [both] : [atAddress, onTopic]).find(({ length }) => length === 1) ?? [];
  if (only) return only;
  const rule =
    "By its own choice, the sandbox updates the webhook with this topic and address, or otherwise the only one with either";
  const meant = both.length > 0 ? both : [...atAddress, ...onTopic];
  const ids = [...new Set(meant.map(({ id }) => id))];
  if (ids.length === 0) throw new Problem(404, `${rule}. There is none.`);
  throw new Problem(409, `${rule}. There is more than one (${ids.slice(0, 10).join(", ")}).`);
}

function isWebhookField(name: string): name is keyof Webhook {
  return fields.Webhook.some((known) => known === name);
}
