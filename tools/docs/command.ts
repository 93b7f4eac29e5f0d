import { relative } from "node:path";
import { UsageError } from "../../src/cli/command-error.js";
import { runCommand } from "../../src/cli/run.js";
import { buildSite } from "./build.js";
import { serveSite } from "./serve.js";

await runCommand(
  {
    name: "npm run docs",
    about: "Writes the published docs to site/.",
    options: {
      serve: { type: "boolean", about: "serve site/, and rebuild it whenever one of its sources changes" },
      port: { type: "string", value: "port", about: "the port to serve on; 0 for a free one", default: "0" },
    },
  },
  async ({ options }) => {
    const port = portOf(options.port);
    const site = await buildSite(process.cwd());
    process.stdout.write(`Written: ${relative(process.cwd(), site)}/index.html and reference.html\n`);
    if (options.serve) await serveSite(process.cwd(), site, port);
    return 0;
  },
);

function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new UsageError(`--port requires a number from 0 to 65535, not "${text}".`);
}
