import type { Document } from "../contract/reader.js";
import { checkContract } from "../generate/check-contract.js";
import { contractAt, findBase } from "./base.js";
import { type Change, type Comparison, neededBump } from "./changes.js";
import { compare } from "./compare.js";
import { checkPackage, packageAt } from "./version-check.js";

/**
 * Compares the contract in a folder with that at a git ref, and checks that the package matches the changes.
 *
 * @param ref - By default the last release tag, else the main branch.
 * @throws CommandError when there is nothing to compare with, or when the contract in the folder cannot be built.
 */
export async function diff(folder: string, ref?: string): Promise<Comparison> {
  const base = findBase(folder, ref);
  const { document } = await checkContract(folder);
  const changes = await contractChanges(folder, base, document);
  return { base, changes, problems: checkPackage(neededBump(changes), packageAt(folder, base), packageAt(folder)) };
}

/** Every change of the contract in a folder since a git ref. */
export async function contractChanges(folder: string, base: string, contract: Document): Promise<Change[]> {
  return compare(await contractAt(folder, base), contract);
}
