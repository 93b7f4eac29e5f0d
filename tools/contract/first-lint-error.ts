import { join } from "node:path";
import { getLineColLocation, lint, loadConfig, type NormalizedProblem } from "@redocly/openapi-core";
import { CommandError } from "../../src/cli/command.js";
import { CONTRACT, type Document, expectLintable, readDocument } from "./reader.js";

/**
 * Reads `openapi.yaml`, and lints it with the rules of `redocly.yaml`.
 *
 * @param folder - Folder that holds both files.
 * @throws CommandError with the first error, its place and its rule.
 */
export async function lintContract(folder: string): Promise<Document> {
  // What is no contract would be reported in another form.
  expectLintable(folder);
  const config = await loadConfig({ configPath: join(folder, "redocly.yaml") }).catch((error: Error) => {
    throw new CommandError(`redocly.yaml cannot be read: ${error.message.split("\n")[0]}.`);
  });
  const problems = await lint({ ref: join(folder, CONTRACT), config });
  const [first, ...others] = problems.filter(({ severity }) => severity === "error");
  if (!first) return readDocument(folder);
  const more = others.length > 0 ? ` ${others.length} more: npm run check.` : "";
  const [message = ""] = first.message.trim().split("\n");
  // Redocly's own message does not say what to do.
  const remedy = first.ruleId === "struct" ? ": correct or remove it, OpenAPI 3.1 has no such form" : "";
  throw new CommandError(
    `${CONTRACT}${placeOf(first)}: ${message.replace(/\.$/, "")}${remedy} (${first.ruleId}).${more}`,
  );
}

/** Line and column, as editors take them. */
function placeOf({ location: [location] }: NormalizedProblem): string {
  if (!location) return "";
  const { line, col } = getLineColLocation(location).start;
  return `:${line}:${col}`;
}
