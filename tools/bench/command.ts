import { CommandError, runCommand } from "../../src/cli/command.js";
import { measureCall } from "./call.js";
import { measurePage } from "./page.js";
import { measureSandbox } from "./sandbox.js";
import { measureSizes } from "./sizes.js";

const help = `
Usage: npm run bench

Builds the project, and prints the sizes and speeds that we promise, next to those of other libraries. Fails if a figure
exceeds its limit. Requires Chromium. Comparisons are ratios of CPU time in the same run, since a busy machine slows both.
`;

await runCommand({ name: "npm run bench", help }, async () => {
  const broken: string[] = [];
  for (const measure of [measureSizes, measureCall, measureSandbox, measurePage]) {
    for (const { name, value, most } of await measure()) {
      const limit = most === undefined ? "" : `, at most ${shown(most)}`;
      process.stdout.write(`${name}: ${shown(value)}${limit}\n`);
      // A figure that could not be measured is NaN, which exceeds every limit.
      if (most !== undefined && !(value <= most)) broken.push(name);
    }
  }
  if (broken.length > 0)
    throw new CommandError(`Over the limit: ${broken.join("; ")}. Find the change that caused it.`);
  return 0;
});

function shown(value: number): string {
  return value.toLocaleString("en", { maximumSignificantDigits: value < 1000 ? 3 : 5 });
}
