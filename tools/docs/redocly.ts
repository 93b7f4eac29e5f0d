import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Path of Redocly's CLI, a script for Node. */
export const redoclyCli = join(
  dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json")),
  "bin/cli.js",
);

/** Turns off the telemetry of the CLI and its notices of updates. */
export const quiet = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
