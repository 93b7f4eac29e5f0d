import { relative } from "node:path";
import { runCommand } from "../../src/cli/run.js";
import { buildSite } from "./build.js";
import { serveSite } from "./serve.js";

await runCommand(
  {
    name: "npm run docs",
    about: "Writes the published docs to site/.",
    options: {
      serve: {
        type: "boolean",
        about: "serve site/ on a free port, and rebuild it whenever one of its sources changes",
      },
    },
  },
  async ({ options }) => {
    const site = await buildSite(process.cwd());
    process.stdout.write(`Written: ${relative(process.cwd(), site)}/index.html\n`);
    if (options.serve) await serveSite(process.cwd(), site);
    return 0;
  },
);
