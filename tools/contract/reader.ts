import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bundle, createConfig, makeDocumentFromString } from "@redocly/openapi-core";
import { CommandError } from "../../src/cli/command-error.js";
import { at, below } from "./pointer.js";

/** An OpenAPI document as plain values: every alias is a copy, and every reference leads to a place within it. */
export type Document = Readonly<Record<string, unknown>>;

/** The name of the contract's file. */
export const CONTRACT = "openapi.yaml";

/**
 * Reads `openapi.yaml`, and brings what it refers to in other files into it.
 *
 * @param folder - Folder that holds the file.
 * @throws CommandError when it cannot be read. The message names the place.
 */
export async function readDocument(folder: string): Promise<Document> {
  const file = join(folder, CONTRACT);
  return documentOf(textOf(file), file);
}

/**
 * Parses the text of a contract, YAML or JSON.
 *
 * @param file - Where the text comes from: references to other files start there.
 * @param name - What errors call it.
 * @throws CommandError when it cannot be read. The message names the place.
 */
export async function documentOf(text: string, file: string, name = CONTRACT): Promise<Document> {
  const wrong = (reason: string) => new CommandError(`${name}: ${reason}`);
  const doc = parsed(text, file, wrong);
  const bundled = await bundle({ doc, config: await createConfig({}) }).catch((error) => {
    throw wrong(reasonOf(error, file));
  });
  const document = bundled.bundle.parsed;
  const [problem] = bundled.problems.filter(({ severity }) => severity === "error");
  if (problem) {
    const pointer = problem.location[0]?.pointer ?? "#/";
    const reference = Object(at(document, pointer)).$ref;
    throw wrong(`${pointer}: the $ref ${JSON.stringify(reference)} leads to nothing. Correct it.`);
  }
  return JSON.parse(JSON.stringify(document));
}

function parsed(text: string, file: string, wrong: (reason: string) => CommandError) {
  let document: ReturnType<typeof makeDocumentFromString>;
  try {
    document = makeDocumentFromString(text, file);
  } catch (error) {
    throw wrong(reasonOf(error, file));
  }
  const { openapi, paths } = Object(document.parsed);
  if (!/^3\.1\./.test(String(openapi))) throw wrong("it must begin with openapi: 3.1.1, or another version 3.1.");
  if (typeof paths !== "object" || paths === null) throw wrong("it has no paths: write at least one.");
  const circle = circleIn(document.parsed);
  if (circle !== undefined) throw wrong(`${circle}: an alias lies within its own anchor: write a $ref instead.`);
  const taken = inheritedNameIn(document.parsed);
  if (taken !== undefined) throw wrong(`${taken}: JavaScript or TypeScript has this name already: choose another.`);
  const endless = referencesIn(document.parsed).find((reference) => isEndless(document.parsed, reference));
  if (endless !== undefined) throw wrong(`the $ref ${endless} leads back to itself: write what it stands for.`);
  return document;
}

/** The pointer to a name that every JavaScript object has already, such as `toString`: nothing could be told from it. */
function inheritedNameIn(document: unknown, pointer = "#"): string | undefined {
  if (typeof document !== "object" || document === null) return undefined;
  const { properties = {}, operationId, schemas = {} } = Object(document);
  const isTaken = (name: unknown) => typeof name === "string" && (name in Object.prototype || name === "__proto__");
  const field = Object.keys(Object(properties)).find(isTaken);
  if (field !== undefined) return `${pointer}/properties/${field}`;
  if (Object.hasOwn(Object(document), "operationId") && isTaken(operationId)) return `${pointer}/operationId`;
  if (pointer === "#/components" && Object.hasOwn(Object(schemas), "Record")) return `${pointer}/schemas/Record`;
  for (const [key, inner] of Object.entries(document)) {
    const found = inheritedNameIn(inner, below(pointer, key));
    if (found !== undefined) return found;
  }
  return undefined;
}

function referencesIn(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  const { $ref } = Object(node);
  return [...(typeof $ref === "string" ? [$ref] : []), ...Object.values(node).flatMap(referencesIn)];
}

/** Whether what a reference leads to is made of itself, by references or as one of its own alternatives or parts. */
function isEndless(document: unknown, reference: string, within: readonly string[] = []): boolean {
  if (within.includes(reference)) return true;
  return partsOf(at(document, reference)).some((part) => isEndless(document, part, [...within, reference]));
}

/** The references that a value is made of. */
function partsOf(value: unknown): string[] {
  const { $ref, allOf = [], anyOf = [], oneOf = [] } = Object(value);
  const members = [allOf, anyOf, oneOf].flat().flatMap(partsOf);
  return [...(typeof $ref === "string" ? [$ref] : []), ...members];
}

/** The pointer to a value that holds itself, as only an alias within its own anchor can make it. */
function circleIn(node: unknown, pointer = "#", above: readonly unknown[] = []): string | undefined {
  if (typeof node !== "object" || node === null) return undefined;
  if (above.includes(node)) return pointer;
  for (const [key, inner] of Object.entries(node)) {
    const found = circleIn(inner, below(pointer, key), [...above, node]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new CommandError(`${CONTRACT} cannot be read: ${file} does not exist or may not be read.`);
  }
}

function reasonOf(error: unknown, file: string): string {
  const message = error instanceof Error ? error.message : String(error);
  return `${oneLine(message.replaceAll(` in "${file}"`, ""))}.`;
}

/** The first line of a message, without its full stop. */
function oneLine(message: string): string {
  return message.trim().split("\n")[0]?.replace(/\.$/, "") ?? "";
}
