#!/usr/bin/env node
// @ts-check
import { relative } from "node:path";
import { parseArgs } from "node:util";
import { buildSite } from "./build.mjs";
import { serveSite } from "./serve.mjs";

const HELP = `Writes the published docs to site/.

  npm run docs                     build them once
  npm run docs -- --serve          serve them too, and build them anew whenever their sources change
  npm run docs -- --serve --port 8080

  --serve      serve site/ on a free port
  --port PORT  the port to serve on
  --help       show this`;

try {
  const { values } = parseArgs({
    options: { serve: { type: "boolean" }, port: { type: "string" }, help: { type: "boolean" } },
  });
  if (values.port !== undefined && !/^\d{1,5}$/.test(values.port))
    throw new Error(`--port takes a number, not "${values.port}"`);
  if (values.help) {
    console.log(HELP);
  } else {
    const site = await buildSite();
    console.log(`Written: ${relative(process.cwd(), site)}/index.html`);
    if (values.serve) await serveSite(site, Number(values.port ?? 0));
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
