import fc from "fast-check";
import { responses } from "../../generated/validators.js";
import type { ServiceClientOptions } from "../../src/client/index.js";
import type { Sandbox } from "../../src/sandbox/index.js";
import { type Item, orders, products, type Webhooks, webhooksOf } from "../worlds/webhooks.js";

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

const FIRST_ID = 1001;
const LARGEST_PAGE = 10_000;

/** What a list is requested with. */
interface Query {
  limit?: number;
  page?: number;
  sort_by?: string;
  sort_order?: string;
}

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
    this.next = FIRST_ID + this.start.length;
  }
  /** The item with an id; `undefined` if there is none. */
  known(id: unknown) {
    return this.items.find((item) => item["id"] === id);
  }
  /** The only item that an update can mean: by topic and address, else by the address, else by the topic. */
  meant({ topic, address }: Item) {
    const byTopic = this.items.filter((item) => item["topic"] === topic);
    const byAddress = this.items.filter((item) => item["address"] === address);
    const both = byTopic.filter((item) => byAddress.includes(item));
    if (both.length > 0) return both.length === 1 ? both[0] : undefined;
    return [byAddress, byTopic].find(({ length }) => length === 1)?.[0];
  }
  page({ limit = 20, page = 1, sort_by = "id", sort_order = "asc" }: Query) {
    const value = (item: Item) => Object(item)[sort_by];
    const sorted = this.items.toSorted((a, b) => (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0));
    if (sort_order === "desc") sorted.reverse();
    return sorted.filter((_, index) => Math.floor(index / limit) === page - 1);
  }
}

interface Real {
  sandbox: Sandbox;
  service: Webhooks;
}
type Command = fc.AsyncCommand<Model, Real>;

/** A command that can always be run. */
function command(label: string, run: (model: Model, real: Real) => Promise<void>): Command {
  return { check: () => true, run, toString: () => label };
}

const create = (input: Item) =>
  command(`create ${JSON.stringify(input)}`, async (model, { service }) => {
    const item = await service.create(input);
    const { created_at: created, updated_at: updated, ...given } = item;
    same(given, { format: "json", ...input, id: model.next++ });
    same(updated, created);
    same(responses["createWebhook"]?.({ webhook: item }), true);
    model.items.push(item);
  });

const list = (query: Query) =>
  command(`list ${JSON.stringify(query)}`, async (model, { service }) => {
    const found = await service.list(query);
    const { limit = 20, page = 1 } = query;
    const total = model.items.length;
    same(webhooksOf(found), model.page(query));
    same(found["pagination"], { current_page: page, per_page: limit, total, total_pages: Math.ceil(total / limit) });
    same(responses["listWebhooks"]?.(found), true);
  });

const get = (id: number, written: (id: number) => number | string) =>
  command(`get ${id}`, async (model, { service }) => {
    const known = model.known(id);
    const answer = service.get(written(id));
    if (known) same(await answer, known);
    else same(await statusOf(answer), 404);
  });

const remove = (id: number) =>
  command(`delete ${id}`, async (model, { service }) => {
    const known = model.known(id);
    same(await statusOf(service.delete(id)), known ? 200 : 404);
    model.items = model.items.filter((item) => item !== known);
  });

/** An update of the item at a place of the list, or of an unknown one, with some of its fields changed. */
const update = (place: number, change: Item) =>
  command(`update ${place} ${JSON.stringify(change)}`, async (model, { service }) => {
    const { topic, address } = model.items[place] ?? orders;
    const input = { topic, address, ...change };
    const answer = service.update(input);
    const meant = model.meant(input);
    if (!meant) return same((await statusOf(answer)) >= 404, true);
    const { updated_at: updated, ...given } = await answer;
    const { updated_at: _, ...before } = meant;
    same(given, { ...before, format: "json", ...input });
    model.items = model.items.map((one) => (one === meant ? { ...given, updated_at: updated } : one));
  });

const reset = command("reset", async (model, { sandbox }) => {
  sandbox.reset();
  model.reset();
});

const word = fc.string({ minLength: 1, unit: "grapheme" }).filter((text) => !text.includes("/"));
const id = fc.integer({ min: FIRST_ID - 1, max: FIRST_ID + SEED + 12 });
const optional = { requiredKeys: [] };
/** Fields of a webhook, often with those of another one. */
const fields = {
  topic: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(orders.topic, products.topic) },
    fc.tuple(word, word).map((words) => words.join("/")),
  ),
  address: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom("https://a.example/", "https://b.example/") },
    fc.webUrl({ validSchemes: ["https"], withQueryParameters: true }),
  ),
  format: fc.constantFrom("json", "xml"),
};
const query = {
  limit: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: LARGEST_PAGE })),
  page: fc.oneof(
    fc.integer({ min: 1, max: 4 }),
    fc.maxSafeNat().map((page) => page + 1),
  ),
  sort_by: fc.constantFrom("id", "topic", "address", "format", "created_at", "updated_at"),
  sort_order: fc.constantFrom("asc", "desc"),
};
const commands = [
  fc.record(fields, { requiredKeys: ["topic", "address"] }).map(create),
  fc.record(query, optional).map(list),
  fc
    .tuple(
      id,
      fc.constantFrom((id: number) => id, String),
    )
    .map(([id, written]) => get(id, written)),
  fc.oneof({ weight: 9, arbitrary: id.map(remove) }, fc.constant(reset)),
  fc.tuple(fc.nat(SEED + 5), fc.record(fields, optional)).map(([place, change]) => update(place, change)),
];

/**
 * Runs random sequences of commands on a sandbox and on the model.
 *
 * @returns Number of requests that the sandbox has answered.
 * @throws Error with the shortest sequence after which the two differ.
 */
export async function compareWithModel(
  sandbox: Sandbox,
  clientWith: (options: Pick<ServiceClientOptions, "onTry">) => Webhooks,
): Promise<number> {
  let answers = 0;
  const service = clientWith({
    onTry() {
      answers++;
    },
  });
  const start = webhooksOf(await service.list());
  same(start.length, SEED);
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 60, size: "max" }), async (sequence) => {
      sandbox.reset();
      await fc.asyncModelRun(() => ({ model: new Model(start), real: { sandbox, service } }), sequence);
    }),
    { numRuns: 20, seed: 26 },
  );
  return answers;
}
