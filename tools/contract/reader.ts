import { readFileSync } from "node:fs";
import { join } from "node:path";
import { makeDocumentFromString } from "@redocly/openapi-core";
import { CommandError } from "../../src/cli/command.js";
import { at, objectsIn } from "./pointer.js";

/** An OpenAPI document as plain values: every alias is a copy, and every reference leads to a place within it. */
export type Document = Readonly<Record<string, unknown>>;

/** The name of the contract's file. */
export const CONTRACT = "openapi.yaml";

/**
 * Reads `openapi.yaml`.
 *
 * @param folder - Folder that holds the file.
 * @throws CommandError when it cannot be read. The message names the place.
 */
export function readDocument(folder: string): Document {
  return documentOf(textOf(join(folder, CONTRACT)));
}

/**
 * Parses the text of a contract, YAML or JSON.
 *
 * @param name - What errors call it.
 * @throws CommandError when it cannot be read. The message names the place.
 */
export function documentOf(text: string, name = CONTRACT): Document {
  const document = parsed(text, name);
  const reason = refusal(document);
  if (reason !== undefined) throw new CommandError(`${name}: ${reason}.`);
  return JSON.parse(JSON.stringify(document));
}

function parsed(text: string, name: string): unknown {
  try {
    return makeDocumentFromString(text, name).parsed;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const [line = ""] = message.replaceAll(` in "${name}"`, "").trim().split("\n");
    throw new CommandError(`${name}: ${line.replace(/\.$/, "")}.`);
  }
}

/** What no tool can read, and what to do about it; `undefined` if there is nothing. */
function refusal(document: unknown): string | undefined {
  const { openapi, paths } = Object(document);
  if (!/^3\.1\./.test(String(openapi))) return "it must begin with openapi: 3.1.1, or another version 3.1";
  if (Object.keys(Object(paths)).length === 0) return "it has no paths: write at least one";
  for (const { pointer, value, isCircle } of objectsIn(document)) {
    if (isCircle) return `${pointer}: an alias lies within its own anchor: write a $ref instead`;
    const taken = Object.keys(value).find((key) => key in Object.prototype);
    if (taken !== undefined) return `${pointer}/${taken}: JavaScript has this name already: choose another`;
    const { $ref } = Object(value);
    if (typeof $ref !== "string") continue;
    if (!$ref.startsWith("#/")) return `${pointer}: the $ref ${$ref} is no path in this file: write #/components/…`;
    if (at(document, $ref) === undefined) return `${pointer}: the $ref ${$ref} leads to nothing: correct it`;
    if (isEndless(document, $ref)) return `the $ref ${$ref} leads back to itself: write what it stands for`;
  }
  return undefined;
}

/** Whether what a reference leads to is made of itself: by references, as one of its alternatives or parts, or as a list. */
function isEndless(document: unknown, reference: string, within: readonly string[] = []): boolean {
  if (within.includes(reference)) return true;
  return partsOf(at(document, reference)).some((part) => isEndless(document, part, [...within, reference]));
}

/** The references that a value is made of. */
function partsOf(value: unknown): string[] {
  const { $ref, allOf = [], anyOf = [], oneOf = [], items = [] } = Object(value);
  const members = [allOf, anyOf, oneOf, items].flat().flatMap(partsOf);
  return [...(typeof $ref === "string" ? [$ref] : []), ...members];
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new CommandError(`${CONTRACT} cannot be read: ${file} does not exist or may not be read.`);
  }
}
