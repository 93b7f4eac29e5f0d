import type { Webhook } from "../../generated/schema.js";
import { timestamp } from "./timestamp.js";

const RESOURCES = ["orders", "products", "customers"];
const ACTIONS = ["create", "update", "delete"];
const FIRST_CREATION = Date.UTC(2026, 2, 2, 8, 20);
const HOUR = 3_600_000;

/** The subscription at one place of the seed: the same one every time, created one hour after the one before it. */
export function seedWebhook(id: number, index: number): Webhook {
  const resource = RESOURCES[index % RESOURCES.length];
  const action = ACTIONS[Math.floor(index / RESOURCES.length) % ACTIONS.length];
  const created = timestamp(new Date(FIRST_CREATION + index * HOUR));
  return {
    id,
    address: `https://lantern-books.example/hooks/${resource}/${index + 1}`,
    topic: `${resource}/${action}`,
    format: index % 4 === 3 ? "xml" : "json",
    created_at: created,
    updated_at: created,
  };
}
