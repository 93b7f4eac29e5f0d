// What a client adds to the time of a call. No network: fetch answers from memory, after it has made a Request of what
// it was given, as the real one does.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { Bench } from "tinybench";
import { accessTokenHeader, defaultServer, operations, responseExamples } from "../../generated/contract.js";
import { runCommand } from "../../src/cli/run.js";
import { bundle } from "./bundle.js";
import { CALLERS, type Call, type CallerSettings } from "./callers.js";
import { generateRivals } from "./rivals.js";

const accessToken = "<ACCESS_TOKEN>";
const answer = responseExamples.getWebhook;
const json = { "Content-Type": "application/json" };
const body = JSON.stringify(answer);

const settings: CallerSettings = {
  baseUrl: defaultServer,
  path: operations.getWebhook.path,
  id: answer.webhook.id,
  accessToken,
  headers: { ...json, [accessTokenHeader]: accessToken },
  fetch: async (input, init) => {
    new Request(input, init);
    return new Response(body, { headers: json });
  },
};

async function main(): Promise<number> {
  using rivals = generateRivals();
  const bench = new Bench({ time: 1500, warmupTime: 500, throws: true });
  for (const [index, { name, code }] of CALLERS.entries()) {
    const call = await load(code(rivals), join(rivals.folder, `caller-${index}.mjs`));
    if (!isDeepStrictEqual(await call(), answer.webhook)) throw new Error(`${name} did not return the subscription`);
    bench.add(name, call);
  }
  await bench.run();
  process.stdout.write(table(bench));
  return 0;
}

/** Bundles a caller's module as for production, and makes its call. */
async function load(code: string, file: string): Promise<Call> {
  await writeFile(file, await bundle(code, "node"));
  const caller: { default: (settings: CallerSettings) => Call } = await import(pathToFileURL(file).href);
  return caller.default(settings);
}

/** Writes the median of each call, beside the first, as it stands in the README. */
function table({ tasks }: Bench): string {
  const medians = tasks.map(({ name, result }) => {
    if (!("latency" in result)) throw new Error(`${name} was not measured: it is ${result.state}`);
    return { name, median: result.latency.p50 };
  });
  const first = medians[0]?.median ?? Number.NaN;
  const rows = medians.map(
    ({ name, median }) => `| ${name} | ${(median * 1000).toFixed(1)} | ${(median / first).toFixed(2)} |`,
  );
  return `| Call through | µs (median) | times bare fetch |\n| --- | ---: | ---: |\n${rows.join("\n")}\n`;
}

await runCommand(
  {
    name: "tools/bench/call.ts",
    about: "Measures what a client adds to the time of a call, beside other clients.",
    options: {},
  },
  main,
);
