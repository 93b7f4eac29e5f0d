// Measures what a client adds to a browser bundle: every operation, minified by esbuild and gzipped.
import { CommandError } from "../../src/cli/command-error.js";
import type { CommandLine } from "../../src/cli/command-line.js";
import { runCommand } from "../../src/cli/run.js";
import { BUDGETS, type Budget } from "./budgets.js";
import { gzippedBytes } from "./bundle.js";
import { generateRivals } from "./rivals.js";

const commandLine = {
  name: "npm run size",
  about: "Measures what this client and others add to a browser bundle. Fails when this one exceeds its budget.",
  options: {
    own: { type: "boolean", about: "measure only this package, without installing or generating anything" },
  },
} as const satisfies CommandLine;

async function main(withRivals: boolean): Promise<number> {
  if (withRivals) await compare();
  const measured = await Promise.all(BUDGETS.map(measure));
  for (const { name, bytes, size } of measured) {
    process.stdout.write(`${name} is ${size} bytes gzipped, of ${bytes}.\n`);
  }
  const over = measured.filter(({ bytes, size }) => size > bytes).map(({ name }) => name);
  if (over.length === 0) return 0;
  throw new CommandError(
    `${over.join(", ")}: over the budget in tools/bench/budgets.ts. Find out what the change added.`,
  );
}

async function measure(budget: Budget): Promise<Budget & { size: number }> {
  return { ...budget, size: await gzippedBytes(exportsOf(`./${budget.entry}`)) };
}

/** Prints the table of guides/client.md: this client and its rivals. */
async function compare(): Promise<void> {
  using rivals = generateRivals();
  const clients = {
    "plain openapi-fetch": 'export { default } from "openapi-fetch"',
    "hey-api's generated client": exportsOf(rivals.heyApi),
    "**this client**": exportsOf("./src/client/index.ts"),
    "Redocly's generated client": exportsOf(rivals.redocly),
    "Stripe's SDK": 'export { default } from "stripe"',
  };
  const sizes = await Promise.all(Object.values(clients).map(gzippedBytes));
  const rows = Object.keys(clients).map((name, index) => `| ${name} | ${((sizes[index] ?? 0) / 1000).toFixed(1)} |`);
  process.stdout.write(`| Client | kB gzipped |\n| --- | ---: |\n${rows.join("\n")}\n\n`);
}

/** Code with all exports of a module. */
function exportsOf(module: string): string {
  return `export * from ${JSON.stringify(module)}`;
}

await runCommand(commandLine, ({ options }) => main(!options.own));
