import type { Call, CallOptions, List } from "../../src/client/index.js";

// What `documented.yaml` calls its webhooks, for tests that have it in place of openapi.yaml.

const BASE = "/api/admin/26.0";
export const WEBHOOKS = `${BASE}/webhooks`;
export const DELIVER = `${BASE}/internal/webhooks/deliver`;
export const EXCHANGE = `${BASE}/oauth/access_token`;

/** A webhook, or the fields of one. */
export type Item = Record<string, unknown>;

/** A webhook that tests create. */
export const orders = { topic: "orders/create", address: "https://front-end.example/hooks/0" };

/** Another one, which agrees with it in no field. */
export const products = { topic: "products/update", address: "https://front-end.example/hooks/1" };

/** The methods of a client, which take anything. */
export interface Webhooks {
  list(query?: object | null, options?: CallOptions | null): List<Item, Item>;
  create(fields: object, options?: CallOptions): Call<Item>;
  get(id: unknown, options?: CallOptions | null): Call<Item>;
  update(fields: object, options?: CallOptions): Call<Item>;
  delete(id: unknown, options?: CallOptions): Call<Item>;
  deliver(fields: object, options?: CallOptions): Call<Item>;
}

/** The webhooks on a page. */
export function webhooksOf(page: Item): Item[] {
  return Object(page).webhooks;
}
