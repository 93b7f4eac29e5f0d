import { readFileSync } from "node:fs";
import { join } from "node:path";
import { getLineColLocation, lint, loadConfig, makeDocumentFromString } from "@redocly/openapi-core";
import { CommandError } from "../../src/cli/command.js";

/** An OpenAPI document as plain values. Every YAML alias is a copy. */
export type Document = Readonly<Record<string, unknown>>;

/** The name of the contract's file. */
export const CONTRACT = "openapi.yaml";

/** Reads `openapi.yaml` from a folder, without linting it. @throws CommandError when it cannot be read. */
export function readDocument(folder: string): Document {
  const file = join(folder, CONTRACT);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    throw new CommandError(`${CONTRACT} cannot be read: ${file} does not exist, or you have no permission to read it.`);
  }
  return documentOf(text);
}

/**
 * Parses the text of a contract, YAML or JSON.
 *
 * @param name - What error messages call it.
 * @throws CommandError when it is not an OpenAPI 3.1 document with paths.
 */
export function documentOf(text: string, name = CONTRACT): Document {
  let document: Document | null;
  try {
    // The copy has no aliases.
    document = JSON.parse(JSON.stringify(makeDocumentFromString(text, name).parsed ?? null));
  } catch (error) {
    const [reason = "", place = ""] =
      String(error instanceof Error ? error.message : error)
        .split("\n")[0]
        ?.split(/ \((?=\d+:\d+\)$)/) ?? [];
    const at = place === "" ? name : `${name}:${place.replace(")", "")}`;
    throw new CommandError(`${at}: ${reason.replace(/( in "[^"]*")?\.?$/, "")}.`);
  }
  if (!/^3\.1\./.test(String(document?.["openapi"])))
    throw new CommandError(`${name}: it must begin with openapi: 3.1.1, or another 3.1 version.`);
  const { paths } = document ?? {};
  if (typeof paths !== "object" || paths === null || Object.keys(paths).length === 0)
    throw new CommandError(`${name}: it has no paths: write at least one.`);
  return document ?? {};
}

/**
 * Reads `openapi.yaml` and lints it by the rules in `redocly.yaml`, which also refuse what this project has no code for.
 *
 * @throws CommandError with the first error, its line and its rule.
 */
export async function lintDocument(folder: string): Promise<Document> {
  const document = readDocument(folder);
  const config = await loadConfig({ configPath: join(folder, "redocly.yaml") }).catch((error: Error) => {
    throw new CommandError(`redocly.yaml cannot be read: ${error.message.split("\n")[0]}.`);
  });
  const problems = await lint({ ref: join(folder, CONTRACT), config });
  const [first, ...others] = problems.filter(({ severity }) => severity === "error");
  if (!first) return document;
  const [location] = first.location;
  const { line, col } = location ? getLineColLocation(location).start : { line: 1, col: 1 };
  const [message = ""] = first.message.trim().split("\n");
  const more = others.length > 0 ? ` ${others.length} more: npm run check.` : "";
  throw new CommandError(`${CONTRACT}:${line}:${col}: ${message.replace(/\.$/, "")} (${first.ruleId}).${more}`);
}
