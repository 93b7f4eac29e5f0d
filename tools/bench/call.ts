// Measures what a client adds to the time of a call. There is no network: like the real one, fetch makes a Request of its
// arguments, and then returns a response from memory.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { Bench } from "tinybench";
import { accessToken as carrier, defaultServer, operation, responseExamples } from "../../generated/contract.js";
import { runCommand } from "../../src/cli/run.js";
import { bundle } from "./bundle.js";
import { CALLERS, type Call, type CallerSettings } from "./callers.js";
import { median } from "./median.js";
import { generateRivals } from "./rivals.js";

const accessToken = "<ACCESS_TOKEN>";
const answer = Object(responseExamples["getWebhook"]);
const json = { "Content-Type": "application/json" };
const body = JSON.stringify(answer);

/** The times of a caller in each turn. */
interface Turns {
  readonly name: string;
  readonly call: Call;
  /** In ms. */
  readonly medians: number[];
}

const settings: CallerSettings = {
  baseUrl: defaultServer,
  path: operation("getWebhook").path,
  id: answer.webhook.id,
  accessToken,
  headers: { ...json, [carrier.header]: carrier.prefix + accessToken },
  fetch: async (input, init) => {
    new Request(input, init);
    return new Response(body, { headers: json });
  },
};

// Short turns, one caller after the other: when the machine is slow for a while, it is so for all of them.
const ROUNDS = 60;
const TURN = 25;

async function main(): Promise<number> {
  using rivals = generateRivals();
  const turns: Turns[] = [];
  for (const [index, { name, code }] of CALLERS.entries()) {
    const call = await load(code(rivals), join(rivals.folder, `caller-${index}.mjs`));
    if (!isDeepStrictEqual(await call(), answer.webhook)) throw new Error(`${name} did not return the subscription`);
    turns.push({ name, call, medians: [] });
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const { name, call, medians } of turns) medians.push(await measure(name, call));
  }
  process.stdout.write(table(turns));
  return 0;
}

/** Returns the median time of a call in one turn, in ms. */
async function measure(name: string, call: Call): Promise<number> {
  const [task] = await new Bench({ time: TURN, warmup: false, throws: true }).add(name, call).run();
  if (!task || !("latency" in task.result)) throw new Error(`${name} was not measured`);
  return task.result.latency.p50;
}

/** Bundles a caller's module as for production, and makes its call. */
async function load(code: string, file: string): Promise<Call> {
  await writeFile(file, await bundle(code, "node"));
  const caller: { default: (settings: CallerSettings) => Call } = await import(pathToFileURL(file).href);
  return caller.default(settings);
}

/** The table of guides/client.md: the median of each call, and of its ratio to the first call of the same round. */
function table(turns: readonly Turns[]): string {
  const [first] = turns;
  const rows = turns.map(({ name, medians }) => {
    const ratios = medians.map((time, round) => time / (first?.medians[round] ?? Number.NaN));
    return `| ${name} | ${(median(medians) * 1000).toFixed(1)} | ${median(ratios).toFixed(2)} |`;
  });
  return `| Call through | µs (median) | times bare fetch |\n| --- | ---: | ---: |\n${rows.join("\n")}\n`;
}

await runCommand(
  {
    name: "tools/bench/call.ts",
    about: "Measures what this client and others add to the time of a call.",
    options: {},
  },
  main,
);
