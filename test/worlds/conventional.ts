import { readFileSync } from "node:fs";
import { parse } from "yaml";

/** A contract of this API's conventions that shares no name with it: a copy, which a test may change. */
export function conventionalContract(): Record<string, unknown> {
  return JSON.parse(JSON.stringify(parse(readFileSync(new URL("conventional.yaml", import.meta.url), "utf8"))));
}
