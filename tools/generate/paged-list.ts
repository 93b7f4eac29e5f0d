import { QUERY } from "../../src/conventions.js";
import { listOf, paginationOf } from "../contract/bodies.js";
import { collectionsOf } from "../contract/collections.js";
import { flattened } from "../contract/json-schema.js";
import { type Contract, type Operation, parametersIn, type Schema } from "../contract/model.js";
import { answerSchema } from "../contract/success.js";

/** How the client walks the pages of a list. */
export interface PagedList {
  /** The key of the items. */
  readonly items: string;
  /** The key of the pagination object. */
  readonly pagination: string;
  /** The field that identifies an item. */
  readonly idField: string;
  readonly itemSchema: Schema;
}

/** How to walk pages: the query has the number of a page, and the answer tells how many there are. */
export function pagedListOf(contract: Contract, operation: Operation): PagedList | undefined {
  const answer = answerSchema(operation) ?? {};
  const list = listOf(contract, answer);
  const pagination = paginationOf(contract, answer);
  const page = parametersIn(operation, "query").find(({ name }) => name === QUERY.page);
  const [items] = list?.keys ?? [];
  if (!list || items === undefined || !pagination || !page || flattened(contract, page.schema).type !== "integer")
    return undefined;
  const collection = collectionsOf(contract).find((one) => one.list === operation.operationId);
  return { items, pagination, idField: collection?.idField ?? "id", itemSchema: list.schema };
}
