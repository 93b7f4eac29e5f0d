import { beforeAll, describe, expect, test } from "vitest";
import { found, nowhere, token } from "../client/examples.js";
import { readContract } from "../contract/contract.js";
import { set } from "../diff/library.js";
import { type World, worldOf } from "../worlds/world.js";

const COUNT = 5;
const SIZE = 2;
const PAGES = Math.ceil(COUNT / SIZE);

/** Lists by their names, each with its first page, and with the answer that holds some items on a page. */
const lists: Record<string, readonly [first: number, answer: (items: unknown[], page: number) => object]> = {
  total_pages: [1, (items, current_page) => ({ items, pages: { current_page, total_pages: PAGES } })],
  flag: [1, (items, page) => ({ items, has_more: page < PAGES })],
  flag_elsewhere: [0, (data, page) => ({ data, meta: { paging: { hasNextPage: page + 1 < PAGES } } })],
  total: [1, (items) => ({ items, total: COUNT, per_page: SIZE })],
  page_from_zero: [0, (content, number) => ({ content, number, totalPages: PAGES })],
  inner_list: [1, (items, page) => ({ result: { items, page }, pageCount: PAGES })],
};

/** A schema that requires all that a value has. */
function schemaOf(value: unknown): object {
  const description = "Made for a test.";
  if (Array.isArray(value)) return { type: "array", items: { $ref: "#/components/schemas/Webhook" }, description };
  if (Object(value) !== value) return { type: typeof value === "number" ? "integer" : typeof value, description };
  const properties = Object.fromEntries(Object.entries(Object(value)).map(([key, inner]) => [key, schemaOf(inner)]));
  return { type: "object", properties, required: Object.keys(properties), description };
}

describe("nextPage() of a contract with several lists", () => {
  let world: World;

  beforeAll(async () => {
    const contract = readContract();
    for (const [name, [first, answer]] of Object.entries(lists)) {
      const value = answer([found.webhook], first);
      const page = { type: "integer", default: first };
      set(`/paths/~1api~1admin~126.0~1${name}`, {
        get: {
          ...{ operationId: name, tags: ["Webhooks"], summary: "List", description: "Made for a test." },
          parameters: [{ name: "page", in: "query", description: "Made for a test.", schema: page }],
          responses: {
            200: {
              description: "A page.",
              content: { "application/json": { schema: schemaOf(value), example: value } },
            },
          },
        },
      })(contract);
    }
    world = await worldOf(Object(contract));
  });

  test.each(Object.entries(lists))(
    "leads through all pages, as TanStack Query calls it: %s",
    async (name, [first, answer]) => {
      const { createServiceClient, nextPage } = world.modules.client;
      const numbers = Array.from({ length: PAGES }, (_, index) => first + index);
      const fetched: number[] = [];
      const { webhooks } = createServiceClient({
        baseUrl: nowhere.url,
        accessToken: token,
        fetch: async (url) => {
          const number = Number(new URL(url).searchParams.get("page") ?? first);
          fetched.push(number);
          const ids = [1, 2, 3, 4, 5].slice((number - first) * SIZE, (number - first + 1) * SIZE);
          return Response.json(
            answer(
              ids.map((id) => ({ ...found.webhook, id })),
              number,
            ),
          );
        },
      });
      const method = name.replaceAll(/_(.)/g, (_, letter) => letter.toUpperCase());
      const list = Reflect.get(webhooks, method);
      for (let page: number | undefined = first; page !== undefined; page = nextPage(await list({ page }), [], page));
      expect(fetched).toEqual(numbers);
      const ids: number[] = [];
      for await (const { id } of list()) ids.push(id);
      expect([ids, fetched]).toEqual([
        [1, 2, 3, 4, 5],
        [...numbers, ...numbers],
      ]);
    },
  );

  test("returns no number after a page that does not tell its own, unless the caller does", () => {
    const { nextPage } = world.modules.client;
    expect(nextPage({ items: [1], has_more: true })).toBeUndefined();
    expect(nextPage({ items: [1], has_more: true }, [], 7)).toBe(8);
    expect(nextPage({})).toBeUndefined();
  });
});
