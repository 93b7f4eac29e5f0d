import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { isObject } from "../../src/json.js";
import { at } from "../contract/pointer.js";
import { CONTRACT, readDocument } from "../contract/read.js";

/**
 * Reads the contract for Prism, as JSON. It has no callbacks: Prism would send them to any address that a request names, even for a
 * page of another origin. With `--dynamic`, nothing is added to it.
 *
 * @throws Error in one line when it cannot be read.
 */
export async function readForPrism(): Promise<string> {
  const { webhooks: _, ...contract } = readDocument(".");
  const pathItems = [contract["paths"], at(contract, "/components/pathItems")].flatMap(objectsOf);
  for (const operation of pathItems.flatMap(objectsOf)) Reflect.deleteProperty(operation, "callbacks");
  const copy = JSON.stringify({ ...contract, "x-json-schema-faker": { "fill-properties": false } });
  const operations = await getHttpOperationsFromSpec(JSON.parse(copy)).catch(({ message }: Error) => {
    throw new Error(`${CONTRACT}: ${message.split("\n")[0]}.`);
  });
  if (operations.length === 0) throw new Error(`${CONTRACT}: it has no operations: write at least one.`);
  for (const { method, path, callbacks = [] } of operations) {
    if (callbacks.length === 0) continue;
    throw new Error(`${CONTRACT}: ${method} ${path} has a callback behind a $ref: write its path item in its place.`);
  }
  return copy;
}

/** The objects in an object; none in anything else. */
function objectsOf(value: unknown): object[] {
  return isObject(value) ? Object.values(value).filter(isObject) : [];
}
