import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { at as plainAt } from "../../tools/contract/pointer.js";

const text = JSON.stringify(parse(readFileSync(new URL("../../openapi.yaml", import.meta.url), "utf8")));

/** The contract: a copy, which a test may change. An alias in it is a copy as well, so a change goes to one place. */
export function readContract(): unknown {
  return JSON.parse(text);
}

/** The value at a JSON pointer, which may pass through a `$ref`. */
export function at(contract: unknown, pointer: string): unknown {
  const node = plainAt(contract, resolved(contract, pointer));
  if (node === undefined) throw new Error(`The contract has nothing at ${pointer}`);
  return node;
}

/** The JSON pointer without a `$ref` on its way that leads to the same value. */
export function resolved(contract: unknown, pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .reduce((before, step) => {
      const here = `${before}/${step}`;
      const { $ref } = Object(plainAt(contract, here));
      return typeof $ref === "string" ? resolved(contract, $ref.slice(1)) : here;
    }, "");
}

/** Names of the entries at a JSON pointer. */
export function keysAt(contract: unknown, pointer: string): string[] {
  return Object.keys(Object(at(contract, pointer)));
}

/** An operation, and the JSON pointer that leads to it. */
export interface ContractOperation {
  id: string;
  method: string;
  path: string;
  pointer: string;
}

/** Every operation that a client can call. */
export function operationsOf(contract: unknown): ContractOperation[] {
  return keysAt(contract, "/paths").flatMap((path) => {
    const item = `/paths/${path.replaceAll("/", "~1")}`;
    // A path may also have what all its operations share.
    const methods = keysAt(contract, item).filter((key) => /^(get|put|post|patch|delete)$/.test(key));
    return methods.map((method) => {
      const pointer = `${item}/${method}`;
      return { id: String(at(contract, `${pointer}/operationId`)), method: method.toUpperCase(), path, pointer };
    });
  });
}

/** The JSON pointer to an operation of openapi.yaml. */
function pointerTo(id: string): string {
  const found = operationsOf(readContract()).find((operation) => operation.id === id);
  if (!found) throw new Error(`The contract has no operation ${id}`);
  return found.pointer;
}

/** The JSON pointers to what openapi.yaml offers for webhooks. */
export const pointers = {
  list: pointerTo("listWebhooks"),
  create: pointerTo("createWebhook"),
  update: pointerTo("updateWebhook"),
  get: pointerTo("getWebhook"),
  delete: pointerTo("deleteWebhook"),
  trigger: pointerTo("deliverWebhook"),
};
