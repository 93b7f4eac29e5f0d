import type { Elsewhere, PositionRole, PositionRoles } from "../../src/contract.js";
import { answerSchema, listOf } from "../contract/bodies.js";
import { collectionsOf } from "../contract/collections.js";
import { flattened } from "../contract/json-schema.js";
import { firstPageOf, pageParameterOf, positionOf } from "../contract/list-roles.js";
import type { Contract, Operation, Schema } from "../contract/model.js";

/** How the client walks the pages of a list. */
export interface Walk {
  /** The keys that lead to the items. */
  readonly items: readonly string[];
  /** The field that identifies an item. */
  readonly idField: string;
  readonly itemSchema: Schema;
  /** Name of the parameter of the query that holds the number of a page. */
  readonly parameter: string;
  readonly firstPage: number;
  /** Code of what tells the number of `page`; absent if nothing does. */
  readonly number?: string | undefined;
  /** Code of whether there is a page after `page`, which has this `number`. */
  readonly hasNext: string;
}

/** How to walk pages: the query has the number of a page, and the answer tells whether there is a next one. */
export function walkOf(contract: Contract, operation: Operation): Walk | undefined {
  const answer = answerSchema(operation) ?? {};
  const list = listOf(contract, answer);
  const parameter = pageParameterOf(contract, operation);
  if (!list || list.keys.length === 0 || !parameter) return undefined;
  const firstPage = firstPageOf(flattened(contract, parameter.schema));
  const places = placesOf(positionOf(contract, operation) ?? {}, "page");
  const hasNext = hasNextCode(places, firstPage);
  if (hasNext === undefined) return undefined;
  const collection = collectionsOf(contract).find((one) => one.list === operation.operationId);
  const { keys: items, schema: itemSchema } = list;
  const idField = collection?.idField ?? "id";
  return { items, idField, itemSchema, parameter: parameter.name, firstPage, number: places.get("page"), hasNext };
}

/** What a field says about the position of a page, or what leads to another one. */
type Place = PositionRole | Elsewhere[0];

/** The code of `hasNext`, from what the answer tells about its position. A walk ends where an answer leaves that out. */
function hasNextCode(places: ReadonlyMap<Place, string>, firstPage: number): string | undefined {
  const [hasNext, isLast, pages, total, size] = (["hasNext", "isLast", "pages", "total", "size"] as const).map((role) =>
    places.get(role),
  );
  if (hasNext) return `Boolean(${hasNext})`;
  if (isLast) return `${isLast} === false`;
  const last = pages ? `Number(${pages})` : total && size && `Math.ceil(Number(${total}) / Number(${size}))`;
  return last && `number${firstPage === 1 ? "" : ` + ${1 - firstPage}`} < ${last}`;
}

/** The code of each field of a value that has a role. */
function placesOf(roles: PositionRoles, value: string): Map<Place, string> {
  return new Map(
    Object.entries(roles).flatMap(([name, role]): [Place, string][] => {
      const field = `${value}?.[${JSON.stringify(name)}]`;
      if (typeof role === "string") return [[role, field]];
      return Array.isArray(role) ? [[role[0], field]] : [...placesOf(role, field)];
    }),
  );
}
