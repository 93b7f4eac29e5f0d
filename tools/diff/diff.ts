import { join, relative } from "node:path";
import { BaseResolver, Source } from "@redocly/openapi-core";
import { CONTRACT, type Document, documentOf, readDocument } from "../contract/reader.js";
import { findBase } from "../history/base.js";
import { fileAt } from "../history/git.js";
import { checkPackage, packageAt } from "../history/version-check.js";
import { type Change, type Comparison, neededBump } from "./changes.js";
import { compare } from "./compare.js";

/**
 * Compares the contract in a folder with that at a git ref, and checks that the package matches the changes.
 *
 * @param ref - By default the last release tag, else the main branch.
 * @throws CommandError when there is nothing to compare with, or when a contract cannot be read. Whether it can be built is for the lint.
 */
export async function diff(folder: string, ref?: string): Promise<Comparison> {
  const base = findBase(folder, ref);
  const changes = await contractChanges(folder, base, await readDocument(folder));
  return { base, changes, problems: checkPackage(neededBump(changes), packageAt(folder, base), packageAt(folder)) };
}

/** Every change of the contract in a folder since a git ref. */
export async function contractChanges(folder: string, base: string, contract: Document): Promise<Change[]> {
  return compare(await contractAt(folder, base), contract);
}

/** The contract at a git ref, with the files that it refers to as they are there. */
export async function contractAt(folder: string, ref: string): Promise<Document> {
  class FilesAtRef extends BaseResolver {
    override async loadExternalRef(file: string): Promise<Source> {
      if (URL.canParse(file)) return super.loadExternalRef(file);
      return new Source(file, fileAt(folder, ref, relative(folder, file)));
    }
  }
  const text = fileAt(folder, ref, CONTRACT);
  return await documentOf(text, join(folder, CONTRACT), `${CONTRACT} at ${ref}`, new FilesAtRef());
}
