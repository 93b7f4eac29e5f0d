import { parse, YAMLParseError } from "yaml";
import { CommandError } from "../../src/cli/command-error.js";
import { type Change, Changes } from "./comparison/changes.js";
import { isObject, type Place } from "./comparison/place.js";
import { findRenamed } from "./ratings/components.js";
import { contract } from "./ratings/contract.js";

/**
 * Compares two contracts.
 *
 * @param base - Text of the older one, as YAML or JSON.
 * @param revision - Text of the newer one.
 * @throws CommandError when one of them is not an OpenAPI description.
 */
export function compare(base: string, revision: string): Change[] {
  return compareContracts(read(base, "older"), read(revision, "newer"));
}

/**
 * Compares two contracts in which all YAML aliases are resolved.
 *
 * @returns Every change of their content, the greatest bump first. Layout, comments, the order of keys, and an alias
 *   instead of its value do not count.
 */
export function compareContracts(base: unknown, revision: unknown): Change[] {
  const changes = new Changes();
  const pair = { base: rootOf(base), revision: rootOf(revision) };
  findRenamed(changes, pair);
  contract()(changes, pair);
  return changes.sorted();
}

function rootOf(value: unknown): Place {
  return { value, pointer: "#", contract: value };
}

function read(text: string, name: string): unknown {
  const value = plain(text, name);
  if (isObject(value) && typeof value["openapi"] === "string") return value;
  throw new CommandError(`The ${name} openapi.yaml is not an OpenAPI description: it has no key "openapi" at its top.`);
}

/** A contract as plain values: each alias becomes a copy of its value. */
function plain(text: string, name: string): unknown {
  try {
    return JSON.parse(JSON.stringify(parse(text)) ?? "null");
  } catch (error) {
    // A ReferenceError is an alias without an anchor, a TypeError an alias of itself.
    const isUnreadable = [YAMLParseError, ReferenceError, TypeError].some((kind) => error instanceof kind);
    if (!isUnreadable || !(error instanceof Error)) throw error;
    throw new CommandError(`The ${name} openapi.yaml cannot be read: ${error.message}`);
  }
}
