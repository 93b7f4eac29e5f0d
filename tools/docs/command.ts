import { relative } from "node:path";
import { runCommand } from "../../src/cli/command.js";
import { buildSite } from "./build.js";

await runCommand(
  {
    name: "npm run docs",
    help: `Usage: npm run docs

Writes the published docs to site/. \`npm run dev\` also serves them, and rebuilds them when you change the contract or a guide.

  --help  print this help`,
  },
  async () => {
    const site = await buildSite(process.cwd());
    process.stdout.write(`Written: ${relative(process.cwd(), site)}/index.html\n`);
    return 0;
  },
);
