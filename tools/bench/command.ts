import { CommandError, runCommand, UsageError } from "../../src/cli/command.js";

/** What each figure may be at most. One that is not here is for comparison. */
const LIMITS: Readonly<Record<string, number>> = {
  "client in a page, bytes": 7_400,
  "schemas in a page, bytes": 1_650,
  "sandbox in a page, bytes": 13_000,
  "call by this client, CPU in times openapi-fetch": 1.35,
  "sandbox gets, CPU in times Prism": 1 / 7.5,
  "sandbox lists, CPU in times Prism": 1 / 7.5,
  "sandbox creates, CPU in times Prism": 1 / 7.5,
  "deep link of the docs, seconds until it is in view for good": 1.2,
  "deep link of the docs, kB loaded": 60,
};

// Each is loaded when it is run: the size needs neither Chromium nor a build.
const MEASUREMENTS: Readonly<Record<string, () => Promise<Readonly<Record<string, number>>>>> = {
  size: async () => (await import("./size.js")).measureSize(),
  call: async () => (await import("./call.js")).measureCall(),
  sandbox: async () => (await import("./sandbox.js")).measureSandbox(),
  page: async () => (await import("./page.js")).measurePage(),
};

const help = `
Usage: npx tsx tools/bench/command.ts [size | call | sandbox | page]

Measures what this project promises of size and speed, next to what others use, and fails when a promise is broken:
  size      what client, schemas and sandbox add to a page, minified and gzipped
  call      the CPU time of a call, next to openapi-fetch and ky
  sandbox   the CPU time of a response, next to Prism
  page      how soon a deep link of the docs is in view in Chromium, on slow 4G and a slow CPU
`;

await runCommand({ name: "bench", help, allowPositionals: true }, async ({ positionals }) => {
  const broken: string[] = [];
  for (const chosen of positionals.length > 0 ? positionals : Object.keys(MEASUREMENTS)) {
    const measure = MEASUREMENTS[chosen];
    if (!measure) throw new UsageError(`there is no "${chosen}". See bench --help.`);
    for (const [name, measured] of Object.entries(await measure())) {
      const limit = LIMITS[name];
      process.stdout.write(`${name}: ${shown(measured)}${limit ? `, at most ${shown(limit)}` : ""}\n`);
      // What could not be measured is no number, and within no limit.
      if (limit && !(measured <= limit)) broken.push(name);
    }
  }
  if (broken.length > 0)
    throw new CommandError(`beyond the limit: ${broken.join("; ")}. Find out which change did it.`);
  return 0;
});

function shown(value: number): string {
  return value.toLocaleString("en", { maximumSignificantDigits: value < 1000 ? 3 : 5 });
}
