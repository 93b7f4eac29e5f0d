import { CommandError, runCommand } from "../../src/cli/command.js";
import { measureCall } from "./call.js";
import { measurePage } from "./page.js";
import { measureSandbox } from "./sandbox.js";
import { measureSizes } from "./sizes.js";

const help = `
Usage: npm run bench

Builds, and prints what we promise of size and speed, next to what others use. Fails if a figure is beyond its limit.
It requires Chromium. Time is CPU time where something else is measured in the same run, since a busy machine is slow for both.
`;

await runCommand({ name: "npm run bench", help }, async () => {
  const broken: string[] = [];
  for (const measure of [measureSizes, measureCall, measureSandbox, measurePage]) {
    for (const { name, value, most } of await measure()) {
      const limit = most === undefined ? "" : `, at most ${shown(most)}`;
      process.stdout.write(`${name}: ${shown(value)}${limit}\n`);
      // What could not be measured is NaN, which is within no limit.
      if (most !== undefined && !(value <= most)) broken.push(name);
    }
  }
  if (broken.length > 0) throw new CommandError(`Beyond the limit: ${broken.join("; ")}. Find the change that did it.`);
  return 0;
});

function shown(value: number): string {
  return value.toLocaleString("en", { maximumSignificantDigits: value < 1000 ? 3 : 5 });
}
