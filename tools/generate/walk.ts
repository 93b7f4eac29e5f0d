import type { PositionRole, PositionRoles } from "../../src/contract.js";
import { answerSchema, listOf, paginationOf } from "../contract/bodies.js";
import { collectionsOf } from "../contract/collections.js";
import { flattened } from "../contract/json-schema.js";
import { firstPageOf, positionOf } from "../contract/list-roles.js";
import { type Contract, type Operation, parametersIn, type Schema } from "../contract/model.js";

/** How the client walks the pages of a list. */
export interface Walk {
  /** The keys that lead to the items. */
  readonly items: readonly string[];
  /** Whether an answer may lack the items. */
  readonly mayLack: boolean;
  /** The field that identifies an item. */
  readonly idField: string;
  readonly itemSchema: Schema;
  readonly firstPage: number;
  /** Code of a function of a page and its number that tells whether there is a next one; absent if `nextPage` can tell. */
  readonly hasNext?: string | undefined;
}

/** How to walk pages: the query has the number of a page, and the answer tells whether there is a next one. */
export function walkOf(contract: Contract, operation: Operation): Walk | undefined {
  const answer = answerSchema(operation) ?? {};
  const list = listOf(contract, answer);
  const page = parametersIn(operation, "query").find(({ name }) => name === "page");
  const schema = flattened(contract, page?.schema ?? {});
  if (!list || list.keys.length === 0 || [schema.type].flat().join() !== "integer") return undefined;
  const firstPage = firstPageOf(schema);
  const isKnown = paginationOf(contract, answer) !== undefined;
  const hasNext = isKnown ? undefined : hasNextCode(positionOf(contract, operation) ?? {}, firstPage);
  if (!isKnown && hasNext === undefined) return undefined;
  const collection = collectionsOf(contract).find((one) => one.list === operation.operationId);
  const { keys: items, schema: itemSchema, mayLack } = list;
  return { items, mayLack, idField: collection?.idField ?? "id", itemSchema, firstPage, hasNext };
}

/** The code of `hasNext`, from what the answer tells about its position. A walk ends where an answer leaves that out. */
function hasNextCode(roles: PositionRoles, firstPage: number): string | undefined {
  const places = placesOf(roles, "page");
  const [hasNext, pages, total, size] = (["hasNext", "pages", "total", "size"] as const).map((role) =>
    places.get(role),
  );
  if (hasNext) return `(page) => Boolean(${hasNext})`;
  const last = pages ? `Number(${pages})` : total && size && `Math.ceil(Number(${total}) / Number(${size}))`;
  return last && `(page, number) => number${firstPage === 1 ? "" : ` + ${1 - firstPage}`} < ${last}`;
}

/** The code of each field of a value that has a role. */
function placesOf(roles: PositionRoles, value: string): Map<PositionRole, string> {
  return new Map(
    Object.entries(roles).flatMap(([name, role]): [PositionRole, string][] => {
      const field = `${value}?.[${JSON.stringify(name)}]`;
      if (typeof role === "string") return [[role, field]];
      return Array.isArray(role) ? [] : [...placesOf(role, field)];
    }),
  );
}
