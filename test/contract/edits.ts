import { at, keyOf } from "../../tools/contract/pointer.js";

/** Changes a contract in place. */
export type Edit = (contract: unknown) => void;

/** Writes a value at a JSON pointer. */
export function set(pointer: string, value: unknown): Edit {
  return (contract) => {
    const { parent, key } = find(contract, pointer);
    parent[key] = structuredClone(value);
  };
}

/** Writes what is at one JSON pointer at another one, too. */
export function copy(from: string, to: string): Edit {
  return (contract) => {
    const { parent, key } = find(contract, from);
    set(to, parent[key])(contract);
  };
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
    parent[name] = parent[key];
    remove(pointer)(contract);
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
