import { relative } from "node:path";
import { runCommand } from "../../src/cli/run.js";
import { buildSite } from "./build.js";
import { DEFAULT_PORT, portOf, serveSite } from "./serve.js";

await runCommand(
  {
    name: "npm run docs",
    about: "Writes the published docs to site/.",
    options: {
      serve: { type: "boolean", about: "serve site/, and rebuild it whenever one of its sources changes" },
      port: { type: "string", value: "port", about: "the port to serve on; 0 for a free one", default: DEFAULT_PORT },
    },
  },
  async ({ options }) => {
    const port = portOf(options.port);
    const site = await buildSite(process.cwd());
    process.stdout.write(`Written: ${relative(process.cwd(), site)}/index.html\n`);
    if (options.serve) await serveSite(process.cwd(), site, port);
    return 0;
  },
);
