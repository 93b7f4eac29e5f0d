import type { Collection, Operation, Parameter, PositionRole, PositionRoles } from "../contract.js";
import { fieldOf, type JsonObject } from "./json.js";

/** Query parameters of a list. */
export type Query = Readonly<Record<string, string | number>>;

/** How a request names a part of a list, and an order. */
export class Queries {
  /** The default limit, and the largest; absent if the contract has none. */
  readonly usual: number | undefined;
  readonly maximum: number | undefined;
  readonly page: Parameter | undefined;
  readonly sortBy: Parameter | undefined;
  /** Whether an answer without a limit may hold only a part. */
  readonly isPaged: boolean;
  readonly #names: Collection["query"];
  readonly #position: PositionRoles;

  constructor({ query, position = {} }: Collection, { parameters }: Operation) {
    const named = (name: string | undefined) => parameters.find((each) => each.in === "query" && each.name === name);
    const { default: usual, maximum } = named(query.size)?.schema ?? {};
    this.usual = typeof usual === "number" ? usual : undefined;
    this.maximum = maximum;
    this.page = named(query.page);
    this.sortBy = named(query.sortBy);
    this.isPaged = Object.keys(position).length > 0 || [query.page, query.offset, query.size].some(Boolean);
    this.#names = query;
    this.#position = position;
  }

  /** Whether a request can name a limit, and an order. */
  get hasLimit(): boolean {
    return this.#names.size !== undefined;
  }

  get hasOrder(): boolean {
    return this.#names.sortBy !== undefined && this.#names.sortOrder !== undefined;
  }

  /** A part of the list, as far as the contract has parameters for it. */
  part(limit: number | undefined, page: number | undefined, order: Query = this.inOrder("asc")): Query {
    return { ...order, ...given(this.#names.size, limit), ...given(this.#names.page, page) };
  }

  /** In ascending order, what others create meanwhile comes last. */
  inOrder(order: "asc" | "desc", field = this.sortBy?.example): Query {
    return { ...given(this.#names.sortBy, field && String(field)), ...given(this.#names.sortOrder, order) };
  }

  /** As many as the service returns in one answer. */
  largest(order: "asc" | "desc"): Query {
    return this.part(this.maximum, 1, this.inOrder(order));
  }

  /** What a query asks for. */
  limitOf(query: Query): number | undefined {
    return Number(query[this.#names.size ?? ""] ?? this.usual) || undefined;
  }

  pageOf(query: Query): number {
    return Number(query[this.#names.page ?? ""] ?? 1);
  }

  /** What the fields next to a list say about the position of the page, with their names. */
  positionIn(body: unknown, roles = this.#position): Partial<Record<PositionRole, { name: string; value: unknown }>> {
    const found = Object.entries(roles).map(([name, role]) =>
      typeof role === "string"
        ? { [role]: { name, value: fieldOf(body, name) } }
        : this.positionIn(fieldOf(body, name), role),
    );
    return Object.assign({}, ...found);
  }
}

function given(name: string | undefined, value: string | number | undefined | unknown): JsonObject & Query {
  return name === undefined || (typeof value !== "string" && typeof value !== "number") ? {} : { [name]: value };
}
