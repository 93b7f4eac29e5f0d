import { CommandError, UsageError } from "../../src/cli/command-error.js";
import { runCommand } from "../../src/cli/run.js";
import { type Figure, isMet, renderFigure } from "./figure.js";
import { measureSandbox } from "./sandbox.js";
import { measureSize } from "./size.js";

const MEASUREMENTS: Readonly<Record<string, () => Promise<Figure[]>>> = {
  size: measureSize,
  // Loaded when they are run: one measures an operation of today's contract by its name, the other requires Chromium.
  call: async () => (await import("./call.js")).measureCall(),
  sandbox: measureSandbox,
  page: async () => (await import("./page.js")).measurePage(),
};

const line = {
  name: "npm run bench",
  about: "Measures what we promise about size and speed, and fails when a promise is broken.",
  operands: { which: `one of ${Object.keys(MEASUREMENTS).join(", ")} (default: all)` },
  options: {},
} as const;

async function main(which?: string): Promise<number> {
  const chosen = which === undefined ? Object.values(MEASUREMENTS) : [MEASUREMENTS[which]];
  const broken: string[] = [];
  for (const measure of chosen) {
    if (!measure) throw new UsageError(`there is no "${which}". Choose ${line.operands.which}.`);
    for (const figure of await measure()) {
      process.stdout.write(`${renderFigure(figure)}\n`);
      if (!isMet(figure)) broken.push(figure.name);
    }
  }
  if (broken.length === 0) return 0;
  throw new CommandError(`out of bounds: ${broken.join("; ")}. Find out which change did it.`);
}

await runCommand(line, ({ operands: [which] }) => main(which));
