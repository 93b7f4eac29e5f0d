import { CommandError, runCommand, UsageError } from "../../src/cli/command.js";
import { LIMITS } from "./limits.js";

// Each is loaded when it is run: the size needs neither Chromium nor a build.
const MEASUREMENTS: Readonly<Record<string, () => Promise<Readonly<Record<string, number>>>>> = {
  size: async () => (await import("./size.js")).measureSize(),
  call: async () => (await import("./call.js")).measureCall(),
  sandbox: async () => (await import("./sandbox.js")).measureSandbox(),
  page: async () => (await import("./page.js")).measurePage(),
};

const help = `
Usage: npx tsx tools/bench/command.ts [size | call | sandbox | page]

Measures the size and the speed that this project promises, next to what others use. Fails if a promise is broken:
  size      what client, schemas and sandbox add to a page, minified and gzipped
  call      the CPU time of a call, next to openapi-fetch and ky
  sandbox   the CPU time of a response, next to Prism
  page      how soon a deep link of the docs is in view in Chromium, on slow 4G and a slow CPU
`;

await runCommand({ name: "bench", help, allowPositionals: true }, async ({ positionals }) => {
  const broken: string[] = [];
  for (const chosen of positionals.length > 0 ? positionals : Object.keys(MEASUREMENTS)) {
    const measure = MEASUREMENTS[chosen];
    if (!measure)
      throw new UsageError(`There is no measurement "${chosen}". See npx tsx tools/bench/command.ts --help.`);
    for (const [name, measured] of Object.entries(await measure())) {
      const limit = LIMITS[name];
      const bound = limit ? `, at most ${shown(limit.most)}` : "";
      process.stdout.write(`${name}: ${shown(measured)}${bound}\n`);
      // What could not be measured is no number, and within no limit.
      if (limit && !(measured <= limit.most)) broken.push(`${name} (so that ${limit.purpose})`);
    }
  }
  if (broken.length > 0)
    throw new CommandError(`Beyond the limit: ${broken.join("; ")}. Find out which change did it.`);
  return 0;
});

function shown(value: number): string {
  return value.toLocaleString("en", { maximumSignificantDigits: value < 1000 ? 3 : 5 });
}
