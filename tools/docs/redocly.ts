import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Path of Redocly's CLI, a script for Node. */
export const redoclyCli = join(
  dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json")),
  "bin/cli.js",
);

/** What keeps the CLI from telling its makers of us, and us of its news. */
export const quiet = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
