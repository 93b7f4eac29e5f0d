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
  return Object(document);
}

/** The document as plain values: what an alias stands for is copied. */
function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(JSON.stringify(makeDocumentFromString(text, name).parsed ?? null));
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
  const references = [...objectsIn(document)].map(({ value }) => Object(value).$ref).filter(Boolean);
  const lost = references.find((reference) => at(document, String(reference)) === undefined);
  return lost && `the $ref ${lost} leads to nothing in this file: correct it`;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new CommandError(`${CONTRACT} cannot be read: ${file} does not exist or may not be read.`);
  }
}
