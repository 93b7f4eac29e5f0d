import { createRequire } from "node:module";
import type { Prism, PrismOperation } from "./prism.js";

// The package refers to itself by name: the source and what is compiled from it lie at different depths.
const file = createRequire(import.meta.url).resolve("service-admin-api/openapi.yaml");

let read: Promise<PrismOperation[]> | undefined;

/** The operations of the contract. It is read once, however many sandboxes there are. */
export function readOperations({ getHttpOperationsFromSpec }: Prism): Promise<PrismOperation[]> {
  read ??= getHttpOperationsFromSpec(file);
  return read;
}
