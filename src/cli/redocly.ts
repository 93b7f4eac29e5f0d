import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { CommandError } from "./command-error.js";

/**
 * Where Redocly's CLI is: beside this package, or beside the caller.
 *
 * @returns Path of a script for Node.
 * @throws CommandError when it is not installed.
 */
export function findCli(): string {
  for (const from of [import.meta.url, pathToFileURL(join(process.cwd(), "package.json")).href]) {
    try {
      return join(dirname(createRequire(from).resolve("@redocly/cli/package.json")), "bin/cli.js");
    } catch {
      // Not there; it may be beside the caller.
    }
  }
  throw new CommandError("Redocly's CLI is missing. Install it: npm install --save-dev @redocly/cli@2");
}

/** What keeps the CLI from telling its makers of us, and us of its news. */
export const quiet = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
