import { type FieldFacts, operations, resources, responseExamples } from "../../generated/old-contract.js";
import type { Webhook } from "../../generated/schema.js";
import { deliveriesOf } from "./delivery.js";
import type { Input } from "./input.js";
import { type Problem, problem, refusedParameter } from "./problems.js";
import { DEFAULT_SORT, isSortField, type SortOrder, sortedBy } from "./sort.js";
import type { State } from "./state.js";
import { sliceInOrder } from "./store.js";
import { fieldOf, subscriptionFields, subscriptionOf, timestamp } from "./subscription.js";

/** What an operation on the memory works with. */
export interface Work {
  readonly state: State;
  readonly input: Input;
  /** Returns the current time. */
  readonly now: () => Date;
  /** Reports a choice of the sandbox in a header and in the log. */
  readonly note: (text: string) => void;
}

/** Carries out an operation; returns the body of the answer. @throws Problem when it cannot. */
export type Operation = (work: Work) => unknown;

/** The operations on the memory, by their id in the contract. */
export const memory: ReadonlyMap<string, Operation> = new Map<keyof typeof operations, Operation>([
  ["listWebhooks", listWebhooks],
  ["createWebhook", createWebhook],
  ["updateWebhook", updateWebhook],
  ["getWebhook", getWebhook],
  ["deleteWebhook", deleteWebhook],
  ["deliverWebhook", deliverWebhook],
]);

const listed: Readonly<Record<string, FieldFacts>> = operations.listWebhooks.queryParameters;

/** The query parameters of the list that are not filters. */
const PAGING = ["limit", "page", "sort_by", "sort_order"];

function listWebhooks({ state, input, note }: Work): unknown {
  const limit = wholeNumber("limit", input);
  const page = wholeNumber("page", input);
  const { by, order } = sortingOf(input, note);
  const filters = filtersIn(input, note);
  const start = (page - 1) * limit;
  const { store } = state;
  const found =
    filters.length > 0
      ? sortedBy(
          by,
          store.all.filter((webhook) => matches(webhook, filters)),
        )
      : store.all;
  const items =
    filters.length > 0
      ? sliceInOrder(found, start, start + limit, order)
      : store.slice(start, start + limit, by, order);
  const total = found.length;
  const { key, pagination } = operations.listWebhooks.response;
  const position = { current_page: page, per_page: limit, total, total_pages: Math.ceil(total / limit) };
  return { [key]: items, [pagination]: { ...required(resources.Pagination), ...position } };
}

/** A page or a page size. The document does not say what less than 1 means: to refuse it is our own choice. */
function wholeNumber(name: "limit" | "page", { query }: Input): number {
  const value = Number(query[name] ?? listed[name]?.schema.default ?? 1);
  if (value >= 1) return value;
  throw refusedParameter(name, "minimum", "must be >= 1, by the sandbox's own choice: the document is silent");
}

function sortingOf({ query }: Input, note: Work["note"]): { by: string; order: SortOrder } {
  const by = query["sort_by"] === undefined ? DEFAULT_SORT.by : String(query["sort_by"]);
  const order = query["sort_order"] === undefined ? DEFAULT_SORT.order : query["sort_order"];
  const direction = order === "desc" ? "desc" : "asc";
  if (isSortField(by)) return { by, order: direction };
  note(`sort_by names no field of a subscription: sorted by ${DEFAULT_SORT.by}`);
  return { by: DEFAULT_SORT.by, order: direction };
}

/** The parameters that name a field of a subscription: they filter by it. */
function filtersIn({ query }: Input, note: Work["note"]): [string, unknown][] {
  const others = Object.entries(query).filter(([name]) => !PAGING.includes(name));
  return others.filter(([name]) => {
    const isField = Object.hasOwn(subscriptionFields, name);
    if (!isField) note(`the parameter ${name} has no effect: it names no field of a subscription`);
    return isField;
  });
}

function matches(webhook: Webhook, filters: readonly [string, unknown][]): boolean {
  return filters.every(([name, value]) => [value].flat().includes(fieldOf(webhook, name)));
}

function createWebhook({ state, input, now }: Work): unknown {
  const created = timestamp(now());
  const given = fieldsIn(input.body, operations.createWebhook.body.key);
  const make = (id: number) => subscriptionOf({ ...given, id, created_at: created, updated_at: created });
  return { [operations.createWebhook.response.key]: state.store.add(make) };
}

function updateWebhook({ state, input, now }: Work): unknown {
  const given = fieldsIn(input.body, operations.updateWebhook.body.key);
  const found = subscriptionToUpdate(given["topic"], given["address"], state.store.all);
  const defaults = defaultsOf(operations.updateWebhook.body.fields);
  const { id, created_at } = found;
  const webhook = subscriptionOf({ ...found, ...defaults, ...given, id, created_at, updated_at: timestamp(now()) });
  state.store.replace(webhook);
  return { [operations.updateWebhook.response.key]: webhook };
}

/** The subscription to update. The document does not say how it is found: this is our own choice. */
function subscriptionToUpdate(topic: unknown, address: unknown, all: readonly Webhook[]): Webhook {
  const withAddress = all.filter((webhook) => webhook.address === address);
  const withBoth = withAddress.filter((webhook) => webhook.topic === topic);
  const withTopic = all.filter((webhook) => webhook.topic === topic);
  const candidates = withBoth.length > 0 ? [withBoth] : [withAddress, withTopic];
  const [only] = candidates.find(({ length }) => length === 1) ?? [];
  if (only) return only;
  const rule =
    "The document does not say which subscription is updated. The sandbox updates the one with this topic and address, else the only one with this address, else the only one with this topic";
  if (withAddress.length + withTopic.length === 0) throw problem(404, `${rule}: there is none.`);
  const ids = [...new Set([...withAddress, ...withTopic].map(({ id }) => id))].slice(0, 10).join(", ");
  throw problem(409, `${rule}: there is more than one (${ids}). Delete one of them, or create a new one.`);
}

function getWebhook({ state, input }: Work): unknown {
  const webhook = state.store.get(idIn(input));
  if (!webhook) throw notFound();
  return { [operations.getWebhook.response.key]: webhook };
}

function deleteWebhook({ state, input }: Work): unknown {
  if (!state.store.delete(idIn(input))) throw notFound();
  return { ...responseExamples.deleteWebhook, success: true };
}

/** Answers with what is sent: the subscription with that topic and address, or else one with the id 0. */
function deliverWebhook({ state, input, now, note }: Work): unknown {
  const given = fieldsIn(input.body, operations.deliverWebhook.body.key);
  const sent = { ...defaultsOf(operations.deliverWebhook.body.fields), ...given };
  const time = timestamp(now());
  const found = state.store.all.find(({ topic, address }) => topic === sent["topic"] && address === sent["address"]);
  if (!found) note("no subscription has this topic and address: the id is 0");
  const known = found ?? { id: 0, created_at: time, updated_at: time };
  const webhook = subscriptionOf({ ...sent, ...known, ...sent });
  const { key } = operations.deliverWebhook.body;
  for (const message of deliveriesOf(operations.deliverWebhook, { [key]: sent })) state.deliveries.trigger(message);
  return { [operations.deliverWebhook.response.key]: webhook };
}

/** The only path parameter of an operation on one subscription. */
function idIn({ path }: Input): string {
  return Object.values(path)[0] ?? "";
}

function notFound(): Problem {
  const { method, path } = operations.listWebhooks;
  return problem(404, `The sandbox has no webhook subscription with this id. ${method} ${path} lists all that it has.`);
}

/** The fields of a body that are also fields of a subscription. */
function fieldsIn(body: unknown, key: string): Record<string, unknown> {
  const sent: unknown = typeof body === "object" && body !== null ? fieldOf(body, key) : undefined;
  const fields: Record<string, unknown> = {};
  if (typeof sent !== "object" || sent === null) return fields;
  for (const name in subscriptionFields) if (Object.hasOwn(sent, name)) fields[name] = fieldOf(sent, name);
  return fields;
}

function defaultsOf(fields: Readonly<Record<string, FieldFacts>>): Record<string, unknown> {
  const withDefault = Object.entries(fields).filter(([, { schema }]) => schema.default !== undefined);
  return Object.fromEntries(withDefault.map(([name, { schema }]) => [name, schema.default]));
}

/** The contract's example of each field that it requires. */
function required(fields: Readonly<Record<string, FieldFacts>>): Record<string, unknown> {
  const needed = Object.entries(fields).filter(([, field]) => field.required);
  return Object.fromEntries(needed.map(([name, { example }]) => [name, example]));
}
