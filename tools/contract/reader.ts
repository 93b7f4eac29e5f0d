import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BaseResolver, bundle, createConfig, makeDocumentFromString } from "@redocly/openapi-core";
import { CommandError } from "../../src/cli/command-error.js";
import { at, objectsIn } from "./pointer.js";

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
 * @param files - Reads those other files; by default from the disk.
 * @throws CommandError when it cannot be read. The message names the place.
 */
export async function documentOf(
  text: string,
  file: string,
  name = CONTRACT,
  files = new BaseResolver(),
): Promise<Document> {
  const wrong = (reason: string) => new CommandError(`${name}: ${reason}`);
  const doc = parsed(text, file, wrong);
  const bundled = await bundle({ doc, config: await createConfig({}), externalRefResolver: files }).catch((error) => {
    throw wrong(reasonOf(error, file));
  });
  const document = bundled.bundle.parsed;
  const broken = bundled.problems.flatMap(({ severity, location }) => {
    const pointer = location[0]?.pointer ?? "#/";
    // A discriminator maps to texts, where the bundler does not read names.
    const value = at(document, pointer);
    return severity === "error" ? [{ pointer, to: Object(value).$ref ?? value }] : [];
  });
  // What refers to a broken reference is reported, too.
  const [first] = [...broken.filter(({ to }) => !String(to).startsWith("#")), ...broken];
  if (first) {
    throw wrong(`${first.pointer}: ${JSON.stringify(first.to)} leads to nothing. Correct it.`);
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
  if (Object.keys(Object(paths)).length === 0) throw wrong("it has no paths: write at least one.");
  const objects = [...objectsIn(document.parsed)];
  const circle = objects.find(({ isCircle }) => isCircle);
  if (circle) throw wrong(`${circle.pointer}: an alias lies within its own anchor: write a $ref instead.`);
  const [taken] = objects.flatMap(({ pointer, value }) => takenNamesIn(pointer, value));
  if (taken !== undefined) throw wrong(`${taken}: JavaScript or TypeScript has this name already: choose another.`);
  const references = objects
    .map(({ value }) => Object(value).$ref)
    .filter((reference) => typeof reference === "string");
  const endless = references.find((reference) => isEndless(document.parsed, reference));
  if (endless !== undefined) throw wrong(`the $ref ${endless} leads back to itself: write what it stands for.`);
  return document;
}

/** The pointers to names that every JavaScript object has already, such as `toString`: nothing could be told from them. */
function takenNamesIn(pointer: string, value: object): string[] {
  const { properties = {}, operationId, schemas = {} } = Object(value);
  const isTaken = (name: unknown) => typeof name === "string" && (name in Object.prototype || name === "__proto__");
  const fields = Object.keys(Object(properties)).filter(isTaken);
  const isNamed = (name: string) => pointer === "#/components" && (isTaken(name) || name === "Record");
  const named = Object.keys(Object(schemas)).filter(isNamed);
  return [
    ...fields.map((field) => `${pointer}/properties/${field}`),
    ...(Object.hasOwn(value, "operationId") && isTaken(operationId) ? [`${pointer}/operationId`] : []),
    ...named.map((name) => `${pointer}/schemas/${name}`),
  ];
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

/** The first line of an error's message. */
function reasonOf(error: unknown, file: string): string {
  const message = error instanceof Error ? error.message : String(error);
  const [line = ""] = message.replaceAll(` in "${file}"`, "").trim().split("\n");
  return `${line.replace(/\.$/, "")}.`;
}
