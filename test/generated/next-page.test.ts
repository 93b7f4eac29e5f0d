import { beforeAll, describe, expect, test } from "vitest";
import { nowhere, token } from "../client/examples.js";
import { set } from "../diff/library.js";
import { documentedContract } from "../worlds/documented.js";
import { type World, worldOf } from "../worlds/world.js";

const COUNT = 5;
const SIZE = 2;
const PAGES = Math.ceil(COUNT / SIZE);

interface Paged {
  readonly first: number;
  /** Name of the parameter that holds the number of a page. */
  readonly parameter?: string;
  readonly answer: (items: unknown[], page: number) => object;
}

/** Lists by their names. */
const lists: Readonly<Record<string, Paged>> = {
  total_pages: {
    first: 1,
    answer: (items, current_page) => ({ items, pages: { current_page, total_pages: PAGES } }),
  },
  flag: { first: 1, answer: (items, page) => ({ items, has_more: page < PAGES }) },
  flag_elsewhere: { first: 0, answer: (data, page) => ({ data, meta: { paging: { hasNextPage: page + 1 < PAGES } } }) },
  last: { first: 0, answer: (content, number) => ({ content, number, last: number + 1 === PAGES }) },
  total: { first: 1, answer: (items) => ({ items, total: COUNT, per_page: SIZE }) },
  page_from_zero: { first: 0, answer: (content, number) => ({ content, number, totalPages: PAGES }) },
  inner_list: { first: 1, answer: (items, page) => ({ result: { items, page }, pageCount: PAGES }) },
  page_number: {
    ...{ first: 1, parameter: "pageNumber" },
    answer: (items, pageNumber) => ({ items, pageNumber, totalPages: PAGES }),
  },
  json_api: { first: 1, parameter: "page[number]", answer: (data) => ({ data, meta: { totalPages: PAGES } }) },
};

/** A schema that requires all that a value has. */
function schemaOf(value: unknown): object {
  const description = "Made for a test.";
  if (Array.isArray(value)) return { type: "array", items: schemaOf(value[0]), description };
  if (Object(value) !== value) return { type: typeof value === "number" ? "integer" : typeof value, description };
  const properties = Object.fromEntries(Object.entries(Object(value)).map(([key, inner]) => [key, schemaOf(inner)]));
  return { type: "object", properties, required: Object.keys(properties), description };
}

describe("nextPage() of a contract with several lists", () => {
  let world: World;

  beforeAll(async () => {
    const contract = documentedContract();
    for (const [name, { first, parameter = "page", answer }] of Object.entries(lists)) {
      const value = answer([{ id: 1 }], first);
      const query = { name: parameter, in: "query", description: "Made for a test." };
      set(`/paths/~1api~1admin~126.0~1${name}`, {
        get: {
          ...{ operationId: name, tags: ["Made"], summary: "List", description: "Made for a test." },
          parameters: [{ ...query, schema: { type: "integer", default: first } }],
          responses: {
            200: {
              description: "A page.",
              content: { "application/json": { schema: schemaOf(value), example: value } },
            },
          },
        },
      })(contract);
    }
    world = await worldOf(contract);
  });

  test.each(Object.entries(lists))(
    "leads through all pages, as TanStack Query calls it: %s",
    async (name, { first, parameter = "page", answer }) => {
      const { createServiceClient, nextPage } = world.modules.client;
      const numbers = Array.from({ length: PAGES }, (_, index) => first + index);
      const fetched: number[] = [];
      const service = createServiceClient({
        baseUrl: nowhere.url,
        accessToken: token,
        fetch: async (url) => {
          const number = Number(new URL(url).searchParams.get(parameter) ?? first);
          fetched.push(number);
          const ids = [1, 2, 3, 4, 5].slice((number - first) * SIZE, (number - first + 1) * SIZE);
          return Response.json(
            answer(
              ids.map((id) => ({ id })),
              number,
            ),
          );
        },
      });
      const method = name.replaceAll(/_(.)/g, (_, letter) => letter.toUpperCase());
      const list = Reflect.get(Object(Reflect.get(service, "made")), method);
      for (
        let page: number | undefined = first;
        page !== undefined;
        page = nextPage(await list({ [parameter]: page }), [], page)
      );
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
