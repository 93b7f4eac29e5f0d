import { readFileSync } from "node:fs";
import { join } from "node:path";
import { makeDocumentFromString } from "@redocly/openapi-core";
import { CommandError } from "../../src/cli/command.js";
import { isObject } from "../../src/json.js";
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
  return documentOf(textOf(folder));
}

/**
 * Refuses an `openapi.yaml` that no linter can judge: one that is no YAML, or is in another version of OpenAPI.
 *
 * @param folder - Folder that holds the file.
 * @throws CommandError with the first thing that is wrong. The message names the place.
 */
export function expectLintable(folder: string): void {
  refuse(CONTRACT, unlintable(parsed(textOf(folder), CONTRACT)));
}

/**
 * Parses the text of a contract, YAML or JSON.
 *
 * @param name - What errors call it.
 * @throws CommandError when it cannot be read. The message names the place.
 */
export function documentOf(text: string, name = CONTRACT): Document {
  const document = parsed(text, name);
  refuse(name, unlintable(document) ?? lostReference(document));
  return isObject(document) ? document : {};
}

function refuse(name: string, reason: string | undefined): void {
  if (reason !== undefined) throw new CommandError(`${name}: ${reason}.`);
}

/** The document as plain values: what an alias stands for is copied. */
function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(JSON.stringify(makeDocumentFromString(text, name).parsed ?? null));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const [line = ""] = message.replaceAll(` in "${name}"`, "").trim().split("\n");
    // Line and column are at its end. Editors take them next to the name.
    const [, reason = line, place] = /^(.*) \((\d+:\d+)\)$/.exec(line) ?? [];
    const named = place ? name.replace(CONTRACT, `${CONTRACT}:${place}`) : name;
    throw new CommandError(`${named}: ${reason.replace(/\.$/, "")}.`);
  }
}

/** What no linter can judge, and what to do about it; `undefined` if there is nothing. */
function unlintable(document: unknown): string | undefined {
  const { openapi, paths } = isObject(document) ? document : {};
  if (!/^3\.1\./.test(String(openapi))) return "it must begin with openapi: 3.1.1, or another version 3.1";
  const hasPaths = isObject(paths) && Object.keys(paths).length > 0;
  return hasPaths ? undefined : "it has no paths: write at least one";
}

/** A reference that leads to nothing, and what to do about it; `undefined` if there is none. */
function lostReference(document: unknown): string | undefined {
  const references = [...objectsIn(document)].map(({ value }) => value["$ref"]).filter(Boolean);
  const lost = references.find((reference) => at(document, String(reference)) === undefined);
  return lost === undefined ? undefined : `the $ref ${lost} leads to nothing in this file: correct it`;
}

function textOf(folder: string): string {
  const file = join(folder, CONTRACT);
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new CommandError(`${CONTRACT} cannot be read: ${file} does not exist or may not be read.`);
  }
}
