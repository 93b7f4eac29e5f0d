import fc from "fast-check";
import { responses } from "../../generated/validators.js";
import type {
  ServiceClient,
  ServiceClientOptions,
  Webhook,
  WebhookCreateInput,
  WebhookListQuery,
} from "../../src/client/index.js";
import type { Sandbox } from "../../src/sandbox/index.js";

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

/** A sandbox in its simplest form. */
class Model {
  webhooks: Webhook[] = [];
  next = 0;
  readonly start: readonly Webhook[];
  constructor(start: readonly Webhook[]) {
    this.start = start;
    this.reset();
  }
  reset() {
    this.webhooks = [...this.start];
    this.next = 1001 + this.start.length;
  }
  meant({ topic, address }: WebhookCreateInput) {
    const by = (test: (webhook: Webhook) => boolean) => this.webhooks.filter(test);
    const both = by((webhook) => webhook.topic === topic && webhook.address === address);
    if (both.length > 0) return both.length === 1 ? both[0] : undefined;
    const one = [by((webhook) => webhook.address === address), by((webhook) => webhook.topic === topic)];
    return one.find(({ length }) => length === 1)?.[0];
  }
  page({ limit = 20, page = 1, sort_by = "id", sort_order = "asc" }: WebhookListQuery) {
    const value = (webhook: Webhook) => Object(webhook)[sort_by];
    const sorted = this.webhooks.toSorted((a, b) => (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : a.id - b.id));
    if (sort_order === "desc") sorted.reverse();
    return sorted.filter((_, index) => Math.floor(index / limit) === page - 1);
  }
}

interface Real {
  sandbox: Sandbox;
  service: ServiceClient;
}
type Command = fc.AsyncCommand<Model, Real>;

/** A command that can always be run. */
function command(label: string, run: (model: Model, real: Real) => Promise<void>): Command {
  return { check: () => true, run, toString: () => label };
}

const create = (input: WebhookCreateInput) =>
  command(`create ${JSON.stringify(input)}`, async (model, { service }) => {
    const webhook = await service.webhooks.create(input);
    const { created_at, updated_at, ...given } = webhook;
    // Fields that only the service fills in are of no interest here.
    same(given, { ...given, format: "json", ...input, id: model.next++ });
    same(updated_at, created_at);
    same(responses["createWebhook"]?.({ webhook }), true);
    model.webhooks.push(webhook);
  });

const list = (query: WebhookListQuery) =>
  command(`list ${JSON.stringify(query)}`, async (model, { service }) => {
    const { webhooks, pagination } = await service.webhooks.list(query);
    const { limit = 20, page = 1 } = query;
    const total = model.webhooks.length;
    same(webhooks, model.page(query));
    same(pagination, { current_page: page, per_page: limit, total, total_pages: Math.ceil(total / limit) });
    same(responses["listWebhooks"]?.({ webhooks, pagination }), true);
  });

const get = (id: number, written: (id: number) => number | string) =>
  command(`get ${id}`, async (model, { service }) => {
    const known = model.webhooks.find((webhook) => webhook.id === id);
    const answer = service.webhooks.get(written(id));
    if (known) same(await answer, known);
    else same(await statusOf(answer), 404);
  });

const remove = (id: number) =>
  command(`delete ${id}`, async (model, { service }) => {
    const known = model.webhooks.some((webhook) => webhook.id === id);
    const answer = service.webhooks.delete(id);
    same(await statusOf(answer), known ? 200 : 404);
    model.webhooks = model.webhooks.filter((webhook) => webhook.id !== id);
  });

/** An update of the subscription at a place of the list, or of an unknown one, with some of its fields changed. */
const update = (place: number, change: Partial<WebhookCreateInput>) =>
  command(`update ${place} ${JSON.stringify(change)}`, async (model, { service }) => {
    const { topic, address } = model.webhooks[place] ?? { topic: "none/such", address: "https://none.example/" };
    const input = { topic, address, ...change };
    const answer = service.webhooks.update(input);
    const meant = model.meant(input);
    if (!meant) return same((await statusOf(answer)) >= 404, true);
    const { updated_at, ...given } = await answer;
    const { updated_at: _, ...before } = meant;
    same(given, { ...before, format: "json", ...input });
    model.webhooks = model.webhooks.map((webhook) => (webhook === meant ? { ...given, updated_at } : webhook));
  });

const reset = command("reset", async (model, { sandbox }) => {
  sandbox.reset();
  model.reset();
});

const word = fc.string({ minLength: 1, unit: "grapheme" }).filter((text) => !text.includes("/"));
const id = fc.integer({ min: 1000, max: 1001 + SEED + 12 });
const optional = { requiredKeys: [] };
/** Fields of a subscription, often with the topic or the address of another one. */
const fields = {
  topic: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom("a/b", "c/d") },
    fc.tuple(word, word).map((words) => words.join("/")),
  ),
  address: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom("https://a.example/", "https://b.example/") },
    fc.webUrl({ withQueryParameters: true }),
  ),
  format: fc.constantFrom("json" as const, "xml" as const),
};
const commands = [
  fc.record(fields, { requiredKeys: ["topic", "address"] }).map(create),
  fc
    .record(
      {
        limit: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 10_000 })),
        page: fc.oneof(
          fc.integer({ min: 1, max: 4 }),
          fc.maxSafeNat().map((page) => page + 1),
        ),
        sort_by: fc.constantFrom("id", "address", "topic", "format", "created_at", "updated_at"),
        sort_order: fc.constantFrom("asc" as const, "desc" as const),
      },
      optional,
    )
    .map(list),
  fc.tuple(id, fc.constantFrom(Number, String)).map(([id, written]) => get(id, written)),
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
  clientWith: (options: Pick<ServiceClientOptions, "onTry">) => ServiceClient,
): Promise<number> {
  let answers = 0;
  const service = clientWith({
    onTry() {
      answers++;
    },
  });
  const { webhooks: start } = await service.webhooks.list({ limit: 10_000 });
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
