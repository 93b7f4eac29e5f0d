import { CONTRACT, type Document, documentOf, readDocument } from "../contract/reader.js";
import { findBase } from "../history/base.js";
import { fileAt } from "../history/git.js";
import { packageAt } from "../history/package-state.js";
import { type Change, type Comparison, neededBump } from "./changes.js";
import { compare } from "./compare.js";
import { checkPackage } from "./package-check.js";

/**
 * Compares the contract in a folder with that at a git ref, and checks that the package matches the changes.
 *
 * @param ref - By default the last release tag, else the main branch.
 * @throws CommandError when there is nothing to compare with, or when a contract cannot be read. Whether it can be built is for the lint.
 */
export function diff(folder: string, ref?: string): Comparison {
  const base = findBase(folder, ref);
  const changes = contractChanges(folder, base, readDocument(folder));
  return { base, changes, problems: checkPackage(neededBump(changes), packageAt(folder, base), packageAt(folder)) };
}

/** Every change of the contract in a folder since a git ref. */
export function contractChanges(folder: string, base: string, contract: Document): Change[] {
  return compare(contractAt(folder, base), contract);
}

/** The contract at a git ref. */
export function contractAt(folder: string, ref: string): Document {
  return documentOf(fileAt(folder, ref, CONTRACT), `${CONTRACT} at ${ref}`);
}
