import { operations } from "../../generated/contract.js";
import type { operations as Operations, paths } from "../../generated/openapi-types.js";

/** The path of a GET operation, as the literal type by which openapi-fetch finds what the contract says of it. */
type PathOf<Id extends keyof Operations> = {
  [Path in keyof paths]: paths[Path] extends { get: Operations[Id] } ? Path : never;
}[keyof paths];

// The table has the same paths as the types, and calls them texts.
export const LIST = operations.listWebhooks.path as PathOf<"listWebhooks">;
export const ONE = operations.getWebhook.path as PathOf<"getWebhook">;
