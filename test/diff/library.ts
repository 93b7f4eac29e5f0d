import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { at, below, keyOf } from "../../tools/contract/pointer.js";

/** Text of a library's contract, which has one of everything that a contract can have. */
export const library = readFileSync(new URL("library.yaml", import.meta.url), "utf8");

const json = JSON.stringify(parse(library));

/** The library's contract, to edit. Each YAML alias is a separate value in it. */
export function readLibrary() {
  return JSON.parse(json);
}

/** JSON pointers to everything in a contract. */
export function pointers(value: unknown, pointer = ""): string[] {
  if (typeof value !== "object" || value === null) return [pointer];
  return [pointer, ...Object.entries(value).flatMap(([key, child]) => pointers(child, below(pointer, key)))];
}

/** Changes a contract in place. */
export type Edit = (contract: unknown) => void;

/** Writes a value at a JSON pointer. */
export function set(pointer: string, value: unknown): Edit {
  return (contract) => {
    const { parent, key } = find(contract, pointer);
    parent[key] = structuredClone(value);
  };
}

/** Adds a member to the list at a JSON pointer. */
export function append(pointer: string, member: unknown): Edit {
  return (contract) => valueAt(contract, pointer).push(member);
}

/** Writes what is at one JSON pointer at another one, too. */
export function copy(from: string, to: string): Edit {
  return (contract) => set(to, valueAt(contract, from))(contract);
}

/** The value at a JSON pointer. */
export function valueAt(contract: unknown, pointer: string) {
  const { parent, key } = find(contract, pointer);
  return parent[key];
}

/** Removes the value at a JSON pointer. */
export function remove(pointer: string): Edit {
  return (contract) => {
    const { parent, key } = find(contract, pointer);
    if (!(key in parent)) throw new Error(`The contract has nothing at ${pointer}`);
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else delete parent[key];
  };
}

/** Renames the key that a JSON pointer ends with. */
export function rename(pointer: string, name: string): Edit {
  return (contract) => {
    const { parent, key } = find(contract, pointer);
    if (!(key in parent)) throw new Error(`The contract has nothing at ${pointer}`);
    parent[name] = parent[key];
    delete parent[key];
  };
}

/** Replaces a text everywhere, as an editor does. */
export function replace(text: string, by: string): Edit {
  return (contract) => {
    const before = JSON.stringify(contract);
    const after = before.replaceAll(text, by);
    if (after === before) throw new Error(`The contract does not hold ${text}`);
    Object.assign(Object(contract), JSON.parse(after));
  };
}

/** Several edits, one after the other. */
export function all(...edits: Edit[]): Edit {
  return (contract) => {
    for (const edit of edits) edit(contract);
  };
}

/** What holds the last step of a JSON pointer, and that step. */
function find(contract: unknown, pointer: string) {
  const end = pointer.lastIndexOf("/");
  const parent = at(contract, pointer.slice(0, end));
  if (parent === undefined) throw new Error(`The contract has nothing at ${pointer.slice(0, end)}`);
  return { parent: Object(parent), key: keyOf(pointer.slice(end + 1)) };
}
