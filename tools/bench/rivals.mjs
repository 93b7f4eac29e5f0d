// @ts-check
import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const project = fileURLToPath(new URL("../..", import.meta.url));

/**
 * The clients that other generators write from the same contract, made anew.
 *
 * @returns Path of each client's entry.
 */
export function generateRivals() {
  const folder = mkdtempSync(join(tmpdir(), "rivals-"));
  const bin = (/** @type {string} */ name) => join(project, "node_modules/.bin", name);
  const run = (/** @type {string} */ command, /** @type {string[]} */ ...args) =>
    execFileSync(bin(command), args, { cwd: project, stdio: ["ignore", "ignore", "pipe"] });
  run(
    "openapi-ts",
    "--input",
    "openapi.yaml",
    "--output",
    join(folder, "hey-api"),
    "--client",
    "@hey-api/client-fetch",
  );
  run("redocly", "generate-client", "service", "--output", join(folder, "redocly.ts"));
  return { folder, heyApi: join(folder, "hey-api"), redocly: join(folder, "redocly.ts") };
}
