import { relative } from "node:path";
import { parseArgs } from "node:util";
import { CommandError } from "../../src/cli/command-error.js";
import { runCommand } from "../../src/cli/run.js";
import { buildSite } from "./build.js";
import { serveSite } from "./serve.js";

const help = `Usage: npm run docs [-- --serve] [--port <port>]

Writes the published docs to site/.

  --serve        serve site/, and rebuild it whenever a source of it changes
  --port <port>  the port to serve on; default: a free one
  --help         show this
`;

async function main(): Promise<number> {
  const { serve, port, help: asked } = readArguments();
  if (asked) {
    process.stdout.write(help);
    return 0;
  }
  const site = await buildSite(process.cwd());
  process.stdout.write(`Written: ${relative(process.cwd(), site)}/index.html and reference.html\n`);
  if (serve) await serveSite(process.cwd(), site, port);
  return 0;
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: { serve: { type: "boolean" }, port: { type: "string" }, help: { type: "boolean" } },
    });
    return { ...values, port: portOf(values.port ?? "0") };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new CommandError(`${error.message}\n\n${help}`);
  }
}

function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new CommandError(`--port requires a number from 0 to 65535, not "${text}"`);
}

await runCommand(main);
