import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bundleFromString, createConfig } from "@redocly/openapi-core";
import { CommandError } from "../../src/cli/command-error.js";

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
  const config = await createConfig({});
  const { bundle, problems } = await bundleFromString({ source: text, absoluteRef: file, config }).catch((error) => {
    throw new CommandError(`${name}: ${reasonOf(error, file)}`);
  });
  const [problem] = problems.filter(({ severity }) => severity === "error");
  if (problem) {
    const pointer = problem.location[0]?.pointer ?? "#/";
    const reference = Object(at(bundle.parsed, pointer)).$ref;
    throw new CommandError(`${name}: ${pointer}: the $ref ${JSON.stringify(reference)} leads to nothing. Correct it.`);
  }
  const { openapi } = bundle.parsed;
  if (!/^3\.1\./.test(String(openapi))) {
    throw new CommandError(`${name}: openapi is ${JSON.stringify(openapi)}: write an OpenAPI 3.1 document.`);
  }
  return JSON.parse(JSON.stringify(bundle.parsed));
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new CommandError(`${CONTRACT} cannot be read: ${file} does not exist or may not be read.`);
  }
}

function reasonOf(error: unknown, file: string): string {
  if (error instanceof RangeError) return "an alias lies within its own anchor: write a $ref instead.";
  const message = error instanceof Error ? error.message : String(error);
  return `${oneLine(message.replaceAll(` in "${file}"`, "").replace(/^Document must be JSON/, "it must hold an"))}.`;
}

/** The value at a JSON pointer; `undefined` if there is none. */
export function at(document: unknown, pointer: string): unknown {
  let node = document;
  for (const step of pointer
    .split("/")
    .slice(1)
    .filter((step) => step !== "")) {
    const key = decoded(step).replaceAll("~1", "/").replaceAll("~0", "~");
    node = typeof node === "object" && node && Object.hasOwn(node, key) ? Reflect.get(node, key) : undefined;
  }
  return node;
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

/** The first line of a message, without its full stop. */
function oneLine(message: string): string {
  return message.trim().split("\n")[0]?.replace(/\.$/, "") ?? "";
}
