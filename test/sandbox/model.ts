import fc from "fast-check";
import { operation } from "../../generated/contract.js";
import { bodies, responses } from "../../generated/validators.js";
import type { ServiceClientOptions } from "../../src/client/index.js";
import type { Sandbox } from "../../src/sandbox/index.js";
import {
  answered,
  choices,
  collection,
  completed,
  type Item,
  ids,
  itemsOf,
  largestPage,
  names,
  newItem,
  numbered,
  positionOf,
  type RoleMethods,
  wrapped,
} from "../worlds/roles.js";

/** Number of subscriptions that the sandbox must start with. */
export const SEED = 7;

/** Fails unless two values are the same as JSON. It also runs in a browser. */
function same(actual: unknown, expected: unknown): void {
  const [one, other] = [actual, expected].map((value) => JSON.stringify(sorted(value)));
  if (one !== other) throw new Error(`The sandbox has ${one}, the model ${other}`);
}

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}

async function statusOf(answer: Promise<unknown>): Promise<number> {
  return answer.then(
    () => 200,
    ({ status }) => status,
  );
}

const schemaOf = (id: string, name: string) => operation(id).body?.fields[name]?.schema;
const required = Object.entries(operation(ids.update).body?.fields ?? {}).filter(([, field]) => field.required);

/** A sandbox in its simplest form. */
class Model {
  items: Item[] = [];
  next = 0;
  readonly start: readonly Item[];
  constructor(start: readonly Item[]) {
    this.start = start;
    this.reset();
  }
  reset() {
    this.items = [...this.start];
    this.next = collection.id.first + this.start.length;
  }
  /** The item with an id; `undefined` if there is none. */
  known(id: unknown) {
    return this.items.find((item) => item[names.id] === id);
  }
  /** The only item that an update without an id can mean: by all required fields, else by one, the last one first. */
  meant(fields: Item) {
    const by = (...agreed: string[]) =>
      this.items.filter((item) => agreed.every((name) => item[name] === fields[name]));
    const all = required.map(([name]) => name);
    const whole = by(...all);
    if (whole.length > 0) return whole.length === 1 ? whole[0] : undefined;
    return all
      .toReversed()
      .map((name) => by(name))
      .find(({ length }) => length === 1)?.[0];
  }
  page(query: Item) {
    const {
      size = collection.pageSize ?? Number.POSITIVE_INFINITY,
      page = 1,
      sortBy,
      sortOrder = "asc",
    } = byRole(query);
    const value = (item: Item) => Object(item)[String(sortBy ?? names.id)];
    const sorted = this.items.toSorted((a, b) => (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0));
    if (sortOrder === "desc") sorted.reverse();
    return sorted.filter((_, index) => Math.floor(index / Number(size)) === Number(page) - 1);
  }
}

/** What a query says, by role. */
function byRole(query: Item): { size?: unknown; page?: unknown; sortBy?: unknown; sortOrder?: unknown } {
  const { page, size, sortBy, sortOrder } = names;
  return { size: query[size], page: query[page], sortBy: query[sortBy], sortOrder: query[sortOrder] };
}

interface Real {
  sandbox: Sandbox;
  service: RoleMethods;
}
type Command = fc.AsyncCommand<Model, Real>;

/** A command that can always be run. */
function command(label: string, run: (model: Model, real: Real) => Promise<void>): Command {
  return { check: () => true, run, toString: () => label };
}

const create = (input: Item) =>
  command(`create ${JSON.stringify(input)}`, async (model, { service }) => {
    const item = await service.create(input);
    const { [names.created]: created, [names.updated]: updated, ...given } = item;
    // Fields that only the service fills in are of no interest here.
    same(given, { ...given, [names.choice]: choices[0], ...input, [names.id]: numbered(model.next++) });
    same(updated, created);
    same(responses[ids.create]?.(answered("create", item)), true);
    model.items.push(item);
  });

const list = (query: Item) =>
  command(`list ${JSON.stringify(query)}`, async (model, { service }) => {
    const found = await service.list(query);
    const { size = collection.pageSize, page = 1 } = byRole(query);
    const total = model.items.length;
    same(itemsOf(found), model.page(query));
    if (names.page) same(positionOf(found), { page, size, total, pages: Math.ceil(total / Number(size)) });
    same(responses[ids.list]?.(found), true);
  });

const get = (id: number | string, written: (id: number | string) => number | string) =>
  command(`get ${id}`, async (model, { service }) => {
    const known = model.known(id);
    const answer = service.get(written(id));
    if (known) same(await answer, known);
    else same(await statusOf(answer), 404);
  });

const remove = (id: number | string) =>
  command(`delete ${id}`, async (model, { service }) => {
    const known = model.known(id);
    same(await statusOf(service.delete(id)), known ? 200 : 404);
    model.items = model.items.filter((item) => item !== known);
  });

/** An update of the item at a place of the list, or of an unknown one, with some of its fields changed. */
const update = (place: number, change: Item) =>
  command(`update ${place} ${JSON.stringify(change)}`, async (model, { service }) => {
    const item = model.items[place] ?? newItem(place);
    const input = { ...Object.fromEntries(required.map(([name]) => [name, item[name]])), ...change };
    const answer = service.update(input);
    const meant = model.meant(input);
    if (!meant) return same((await statusOf(answer)) >= 404, true);
    const { [names.updated]: updated, ...given } = await answer;
    const { [names.updated]: _, ...before } = meant;
    same(given, { ...before, [names.choice]: choices[0], ...input });
    model.items = model.items.map((one) => (one === meant ? { ...given, [names.updated]: updated } : one));
  });

const reset = command("reset", async (model, { sandbox }) => {
  sandbox.reset();
  model.reset();
});

const word = fc.string({ minLength: 1, unit: "grapheme" }).filter((text) => !text.includes("/"));
const { first } = collection.id;
const id = fc.integer({ min: first - 1, max: first + SEED + 12 }).map(numbered);
const optional = { requiredKeys: [] };
const events = schemaOf(ids.create, names.event)?.enum;
/** Whether the contract allows a text as an event. */
const isEvent = (text: unknown) => bodies[ids.create]?.(wrapped(completed({ ...newItem(), [names.event]: text })));
/** Fields of an item, often with those of another one. */
const fields: Record<string, fc.Arbitrary<unknown>> = {
  [names.event]: events
    ? fc.constantFrom(...events)
    : fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(newItem(0)[names.event], newItem(1)[names.event]) },
        fc.tuple(word, word).map((words) => [words.join("/"), newItem()[names.event]].find(isEvent)),
      ),
  [names.address]: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom("https://a.example/", "https://b.example/") },
    fc.webUrl({ validSchemes: ["https"], withQueryParameters: true }),
  ),
  ...(names.choice && { [names.choice]: fc.constantFrom(...choices) }),
};
/** Fields in which every item has a number or a text. */
const sortable = Object.entries(collection.fields)
  .filter(([, { schema, required }]) => required && ["integer", "number", "string"].includes(String(schema.type)))
  .map(([name]) => name);
const query: Record<string, fc.Arbitrary<unknown>> = {
  ...(names.size && {
    [names.size]: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: largestPage })),
  }),
  ...(names.page && {
    [names.page]: fc.oneof(
      fc.integer({ min: 1, max: 4 }),
      fc.maxSafeNat().map((page) => page + 1),
    ),
  }),
  ...(names.sortBy && { [names.sortBy]: fc.constantFrom(...sortable) }),
  ...(names.sortOrder && { [names.sortOrder]: fc.constantFrom("asc", "desc") }),
};
const commands = [
  fc.record(fields, { requiredKeys: [names.event, names.address] }).map(create),
  fc.record(query, optional).map(list),
  fc
    .tuple(
      id,
      fc.constantFrom((id: number | string) => id, String),
    )
    .map(([id, written]) => get(id, written)),
  fc.oneof({ weight: 9, arbitrary: id.map(remove) }, fc.constant(reset)),
  ...(collection.update
    ? [fc.tuple(fc.nat(SEED + 5), fc.record(fields, optional)).map(([place, change]) => update(place, change))]
    : []),
];

/**
 * Runs random sequences of commands on a sandbox and on the model.
 *
 * @returns Number of requests that the sandbox has answered.
 * @throws Error with the shortest sequence after which the two differ.
 */
export async function compareWithModel(
  sandbox: Sandbox,
  clientWith: (options: Pick<ServiceClientOptions, "onTry">) => RoleMethods,
): Promise<number> {
  let answers = 0;
  const service = clientWith({
    onTry() {
      answers++;
    },
  });
  const start = itemsOf(await service.list(names.size ? { [names.size]: largestPage } : {}));
  same(start.length, SEED);
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 60, size: "max" }), async (sequence) => {
      sandbox.reset();
      await fc.asyncModelRun(() => ({ model: new Model(start), real: { sandbox, service } }), sequence);
    }),
    { numRuns: 30, seed: 26 },
  );
  return answers;
}
