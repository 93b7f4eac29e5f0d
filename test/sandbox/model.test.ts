import fc from "fast-check";
import { expect, test } from "vitest";
import {
  createServiceClient,
  type ServiceClient,
  type Webhook,
  type WebhookCreateInput,
  type WebhookListQuery,
} from "../../src/client/index.js";
import { type RunningSandbox, startSandbox } from "../../src/sandbox/server/index.js";

const SEED = 7;

/** What a sandbox is, in ten lines. */
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
  page({ limit = 20, page = 1, sort_by = "id", sort_order = "asc" }: WebhookListQuery) {
    const value = (webhook: Webhook) => Object(webhook)[sort_by];
    const sorted = this.webhooks.toSorted((a, b) => (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : a.id - b.id));
    if (sort_order === "desc") sorted.reverse();
    return sorted.filter((_, index) => Math.floor(index / limit) === page - 1);
  }
}

interface Real {
  sandbox: RunningSandbox;
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
    expect(given).toEqual({ format: "json", ...input, id: model.next++ });
    expect(updated_at).toBe(created_at);
    model.webhooks.push(webhook);
  });

const list = (query: WebhookListQuery) =>
  command(`list ${JSON.stringify(query)}`, async (model, { service }) => {
    const { webhooks, pagination } = await service.webhooks.list(query);
    const { limit = 20, page = 1 } = query;
    const total = model.webhooks.length;
    expect(webhooks).toEqual(model.page(query));
    expect(pagination).toEqual({
      current_page: page,
      per_page: limit,
      total,
      total_pages: Math.ceil(total / limit),
    });
  });

const get = (id: number, written: (id: number) => number | string) =>
  command(`get ${id}`, async (model, { service }) => {
    const known = model.webhooks.find((webhook) => webhook.id === id);
    const answer = service.webhooks.get(written(id));
    if (known) expect(await answer).toEqual(known);
    else await expect(answer).rejects.toMatchObject({ status: 404 });
  });

const remove = (id: number) =>
  command(`delete ${id}`, async (model, { service }) => {
    const known = model.webhooks.some((webhook) => webhook.id === id);
    const answer = service.webhooks.delete(id);
    if (known) expect(await answer).toMatchObject({ success: true });
    else await expect(answer).rejects.toMatchObject({ status: 404 });
    model.webhooks = model.webhooks.filter((webhook) => webhook.id !== id);
  });

const reset = command("reset", async (model, { sandbox }) => {
  sandbox.reset();
  model.reset();
});

const word = fc.string({ minLength: 1, unit: "grapheme" }).filter((text) => !text.includes("/"));
const id = fc.integer({ min: 1000, max: 1001 + SEED + 12 });
const optional = { requiredKeys: [] };
const commands = [
  fc
    .record(
      {
        topic: fc.tuple(word, word).map((words) => words.join("/")),
        address: fc.webUrl({ withQueryParameters: true }),
        format: fc.constantFrom("json" as const, "xml" as const),
      },
      { requiredKeys: ["topic", "address"] },
    )
    .map(create),
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
  id.map(remove),
  fc.constant(reset),
];

test("a sandbox does what the model does, whatever is asked of it, without a violation of the contract", async () => {
  await using sandbox = await startSandbox({ port: 0, seed: SEED });
  const service = createServiceClient({ baseUrl: sandbox.url, accessToken: "<ACCESS_TOKEN>", maxRetries: 0 });
  let answers = 0;
  service.http.use({
    onResponse({ response }) {
      answers++;
      expect(response.headers.get("sl-violations")).toBeNull();
    },
  });
  const { webhooks: start } = await service.webhooks.list({ limit: 10_000 });
  expect(start).toHaveLength(SEED);

  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 60, size: "max" }), async (sequence) => {
      sandbox.reset();
      await fc.asyncModelRun(() => ({ model: new Model(start), real: { sandbox, service } }), sequence);
    }),
    { numRuns: 30, seed: 26 },
  );
  expect(answers).toBeGreaterThan(500);
});
