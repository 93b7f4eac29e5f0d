import { readFileSync } from "node:fs";

const file = new URL("../../openapi.yaml", import.meta.url);

/** The text of openapi.yaml, read again by every call. */
export function contractText(): string {
  return readFileSync(file, "utf8");
}
