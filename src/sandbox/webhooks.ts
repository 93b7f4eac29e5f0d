import {
  type OperationId,
  operations,
  type Query,
  type RequestBody,
  type ResponseBody,
  requestDefaults,
  responseExamples,
} from "../../generated/contract.js";
import type { Occasion } from "./deliveries.js";
import { finding, Problem, refusal } from "./reply.js";
import type { State } from "./state.js";
import { isWebhookField, timeOf, type Webhook } from "./webhook-fields.js";

/** What every operation works with. */
export interface OperationContext {
  readonly state: State;
  now(): Date;
  /** Says what the sandbox chose: in the header `Sandbox-Note`, and in the log. */
  note(text: string): void;
  /** Whether a web page of another machine has sent the request. */
  isForeign(): boolean;
  /** Records a delivery, and begins to send it. */
  deliver(occasion: Occasion): Promise<void>;
}

/** A checked request. */
interface OperationCall<Id extends OperationId> extends OperationContext {
  /** The values in the path, as text. */
  readonly path: Readonly<Record<string, string>>;
  /** The parameters that the operation reads. */
  readonly query: Pick<Query<Id>, ReadBy<Id>>;
  readonly body: RequestBody<Id>;
}

/** The query parameters that each operation reads. Others that are sent have no effect, and the answer says so. */
const queryRead = {
  listWebhooks: ["limit", "page", "sort_by", "sort_order"],
} as const satisfies { readonly [Id in OperationId]?: readonly (keyof Query<Id>)[] };

type ReadBy<Id extends OperationId> = keyof Query<Id> &
  (Id extends keyof typeof queryRead ? (typeof queryRead)[Id][number] : never);

/** Whether a query parameter has an effect on an operation. */
export function isRead(name: string, id: OperationId): boolean {
  const read: { readonly [Id in OperationId]?: readonly string[] } = queryRead;
  return read[id]?.includes(name) ?? false;
}

/** Carries out an operation; returns the body of its answer. @throws Problem when it cannot. */
type Handler<Id extends OperationId> = (call: OperationCall<Id>) => ResponseBody<Id> | Promise<ResponseBody<Id>>;

/** What each operation does. One that the contract has and this table lacks does not compile. */
export const handlers: { readonly [Id in OperationId]: Handler<Id> } = {
  exchangeAccessToken: fromExample("exchangeAccessToken"),

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

  createWebhook({ body: { webhook: sent }, state, now, note, isForeign }) {
    const time = timeOf(now());
    const { webhook: example } = responseExamples.createWebhook;
    const own = { id: state.nextId++, created_at: time, updated_at: time };
    return { webhook: kept({ ...example, ...given("createWebhook", sent, note), ...own }, state, isForeign()) };
  },

  updateWebhook({ body: { webhook: sent }, state, now, note, isForeign }) {
    const before = meantBy(sent, [...state.webhooks.values()]);
    for (const [name, value] of Object.entries(requestDefaults.updateWebhook?.webhook ?? {})) {
      const changes = !(name in sent) && Reflect.get(before, name) !== value;
      if (changes) note(`${name} was not sent: the update set the contract's default, ${value}`);
    }
    const updated = { ...before, ...given("updateWebhook", sent, note), updated_at: timeOf(now()) };
    return { webhook: kept(updated, state, isForeign()) };
  },

  getWebhook: ({ path, state }) => ({ webhook: webhookBy(path["id"], state) }),

  deleteWebhook({ path, state }) {
    const webhook = webhookBy(path["id"], state);
    state.webhooks.delete(String(webhook.id));
    state.room.free(webhook);
    return responseExamples.deleteWebhook;
  },

  async deliverWebhook({ body: { webhook: sent }, state, now, note, deliver }) {
    const known = [...state.webhooks.values()].find((one) => one.topic === sent.topic && one.address === sent.address);
    if (!known) note("no webhook has this topic and address: the id is 0");
    const time = timeOf(now());
    const own = known ?? { ...responseExamples.deliverWebhook.webhook, id: 0, created_at: time, updated_at: time };
    const webhook = { ...own, ...given("deliverWebhook", sent, note) };
    await deliver({ ...sent, format: webhook.format });
    return { webhook };
  },
};

/** Answers with the contract's example, and says so: for what is not specified, or not written yet. */
export function fromExample<Id extends OperationId>(id: Id): Handler<Id> {
  const examples: { readonly [Each in OperationId]: ResponseBody<Each> } = responseExamples;
  return ({ note }) => {
    note("the response is an example of the contract");
    return examples[id];
  };
}

/** The document does not say what less than 1 means: to refuse it is our own choice. */
function refuseLessThanOne(numbers: Readonly<Record<string, number>>): void {
  const wrong = Object.entries(numbers).filter(([, value]) => !(value >= 1 && Number.isSafeInteger(value)));
  const words = "must be a whole number from 1, by the sandbox's own choice";
  if (wrong.length > 0) throw refusal(wrong.map(([name]) => finding(["query", name], "minimum", words)));
}

/** The subscriptions in ascending order of a field: text by code unit. Ties are in the order of their ids. */
function sortedBy(name: string, webhooks: Webhook[], note: (text: string) => void): Webhook[] {
  if (!isWebhookField(name)) note("sort_by names no field of a webhook: sorted by id");
  if (!isWebhookField(name) || name === "id") return webhooks;
  // One without the field counts as empty.
  const keyOf = (webhook: Webhook) => webhook[name] ?? "";
  return webhooks.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : keyOf(one) > keyOf(other) ? 1 : 0));
}

/** What a body says of a subscription, with defaults. @param note - Receives the names of fields that are not kept. */
function given(id: "createWebhook" | "updateWebhook" | "deliverWebhook", sent: object, note: (text: string) => void) {
  // What the contract does not declare in a body is not checked.
  const declared = operations[id].body?.fields ?? [];
  const known: Record<string, unknown> = { ...requestDefaults[id]?.webhook };
  const others: string[] = [];
  for (const [name, value] of Object.entries(sent)) {
    if (declared.includes(name) && isWebhookField(name)) known[name] = value;
    else others.push(name);
  }
  if (others.length > 0) note(`the sandbox does not keep these fields of the body: ${others.join(", ")}`);
  return known;
}

/**
 * Keeps a subscription in place of the one with its id, if there is one. Nobody can change it then.
 *
 * @param isForeign - Whether it is as a web page of another machine wants it.
 * @throws Problem when there is no room for it.
 */
function kept(webhook: Webhook, { webhooks, room, foreign }: State, isForeign: boolean): Webhook {
  const id = String(webhook.id);
  room.keep(webhook, webhooks.get(id));
  webhooks.set(id, Object.freeze(webhook));
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
 * The subscription that an update without an id means. The document does not say how it is found: this is our own choice.
 *
 * @throws Problem with status 404 when none agrees with what is sent, 409 when more than one does.
 */
function meantBy(sent: Pick<Webhook, "topic" | "address">, webhooks: readonly Webhook[]): Webhook {
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
