import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { BaseResolver, Source } from "@redocly/openapi-core";
import semver from "semver";
import { CommandError } from "../../src/cli/command-error.js";
import { CONTRACT, type Document, documentOf } from "../contract/reader.js";
import { checkContract } from "../generate/check-contract.js";
import { type Change, neededBump } from "./changes.js";
import { compare } from "./compare.js";
import type { Comparison } from "./render.js";
import { fileAt, findBase } from "./repository.js";
import { checkPackage, type PackageState } from "./version-check.js";

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

/** The contract at a git ref, with the files that it refers to. */
async function contractAt(folder: string, ref: string): Promise<Document> {
  const text = fileAt(folder, ref, CONTRACT);
  return await documentOf(text, join(folder, CONTRACT), `${CONTRACT} at ${ref}`, new FilesAt(folder, ref));
}

/** Reads files as they are at a git ref. */
class FilesAt extends BaseResolver {
  readonly #folder: string;
  readonly #ref: string;

  constructor(folder: string, ref: string) {
    super();
    this.#folder = folder;
    this.#ref = ref;
  }

  override async loadExternalRef(file: string): Promise<Source> {
    if (URL.canParse(file)) return super.loadExternalRef(file);
    return new Source(file, fileAt(this.#folder, this.#ref, relative(this.#folder, file)));
  }
}

/**
 * The package in a folder, now or at a git ref.
 *
 * @throws CommandError when one of its files cannot be read.
 */
export function packageAt(folder: string, ref?: string): PackageState {
  const read = (file: string) => (ref ? fileAt(folder, ref, file) : fileIn(folder, file));
  const version = versionIn(read("package.json"));
  if (version === undefined) {
    throw new CommandError(`package.json${ref ? ` at ${ref}` : ""} is not JSON with a version such as 1.2.3.`);
  }
  return { version, changelog: read("CHANGELOG.md") };
}

function fileIn(folder: string, file: string): string {
  try {
    return readFileSync(join(folder, file), "utf8");
  } catch {
    throw new CommandError(`${file} cannot be read. Restore it: git checkout -- ${file}`);
  }
}

/** The semantic version in a manifest; `undefined` if there is none. */
function versionIn(manifest: string): string | undefined {
  try {
    return semver.valid(JSON.parse(manifest).version) ?? undefined;
  } catch {
    return undefined;
  }
}
