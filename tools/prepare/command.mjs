// npm runs this where the folder of a clone is installed into another project. Without `dist`, that would succeed, and the
// first import would fail. It is plain JavaScript: a clone without `npm ci` has nothing that runs TypeScript.
import { execSync } from "node:child_process";
import { existsSync } from "node:fs";

const isInstalledElsewhere = process.env["INIT_CWD"] !== undefined && process.env["INIT_CWD"] !== process.cwd();

if (isInstalledElsewhere && !existsSync("dist/src/client/index.js")) {
  if (!existsSync("node_modules/typescript")) {
    process.stderr.write(`service-admin-api is not built: in ${process.cwd()}, run npm ci && npm run build.\n`);
    process.exit(1);
  }
  execSync("npm run --silent prepack", { stdio: "inherit" });
}
