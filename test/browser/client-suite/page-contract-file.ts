// Replaces test/contract/file.ts in a page.
import { inject } from "vitest";

export function contractText(): string {
  return inject("contractText");
}
