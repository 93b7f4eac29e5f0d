// Measures how soon and how often the sandbox responds, compared with the mock and an empty server, and in process.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { setTimeout } from "node:timers/promises";
import { accessTokenHeader, operations } from "../../generated/old-contract.js";
import { gzippedBytes } from "./bundle.js";
import { requestsPerSecond } from "./load.js";
import { median } from "./median.js";

const WEBHOOKS = operations.listWebhooks.path;
const headers = { [accessTokenHeader]: "<ACCESS_TOKEN>", "Content-Type": "application/json" };
const ROUNDS = 5;
const SECONDS = 3;

const mock = "node_modules/@stoplight/prism-cli/dist/index.js mock openapi.yaml";
const sandbox = "dist/src/sandbox/server/command.js";
const empty = "--import tsx tools/bench/empty-server.ts";
const script = "dist/src/sandbox/index.js";

await printStarts({ "prism mock": mock, sandbox: `${sandbox} --quiet` });
await compare("One subscription", {
  "prism mock": { command: mock, path: `${WEBHOOKS}/1001` },
  "prism mock, no log": { command: `${mock} --verboseLevel silent`, path: `${WEBHOOKS}/1001` },
  sandbox: { command: `${sandbox} --seed 1`, path: `${WEBHOOKS}/1001` },
  "sandbox, no log": { command: `${sandbox} --seed 1 --quiet`, path: `${WEBHOOKS}/1001` },
  "an empty node:http server": { command: empty, path: `${WEBHOOKS}/1001` },
});
await compare(
  "A page of 20 in the default order",
  Object.fromEntries(
    [100, 100_000].map((seed) => [
      `from ${seed} subscriptions`,
      { command: `${sandbox} --seed ${seed} --quiet`, path: WEBHOOKS },
    ]),
  ),
);
await printInProcess();
await printInstallation();

/** Prints how long each server takes from the start of its process to its first response: the median of several rounds. */
async function printStarts(servers: Record<string, string>): Promise<void> {
  process.stdout.write("\nFrom the start of the process to the first response, ms\n");
  const names = Object.keys(servers);
  const times: number[][] = names.map(() => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, command] of Object.values(servers).entries()) {
      const begin = performance.now();
      const { close } = await start(command);
      times[index]?.push(performance.now() - begin);
      await close();
    }
  }
  for (const [index, name] of names.entries()) printLine(name, Math.round(median(times[index] ?? [])));
}

/** Prints how long `createSandbox` takes, and how many requests its `fetch` handles per second. */
async function printInProcess(): Promise<void> {
  process.stdout.write("\nIn process\n");
  const begin = performance.now();
  const { createSandbox }: typeof import("../../src/sandbox/index.js") = await import(`../../${script}`);
  const imported = performance.now();
  const { fetch } = createSandbox({ seed: 25 });
  const created = performance.now();
  printLine("import, ms", Math.round(imported - begin));
  printLine("createSandbox, ms", Number((created - imported).toFixed(1)));
  let answered = 0;
  while (performance.now() - created < SECONDS * 1000) {
    const { status } = await fetch(`http://sandbox.test${WEBHOOKS}/1001`, { headers });
    if (status !== 200) throw new Error(`fetch returned status ${status}`);
    answered++;
  }
  printLine("requests per second", Math.round(answered / SECONDS));
}

/** Prints the size of the sandbox for its users. */
async function printInstallation(): Promise<void> {
  const { peerDependencies = {}, peerDependenciesMeta = {} } = JSON.parse(readFileSync("package.json", "utf8"));
  const needed = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  process.stdout.write("\nSize\n");
  printLine("bytes in a browser, gzipped", await gzippedBytes('export * from "./src/sandbox/index.ts";'));
  printLine("other packages to install", needed.length);
}

function printLine(name: string, value: number): void {
  process.stdout.write(`  ${name.padEnd(28)}${value.toLocaleString("en").padStart(8)}\n`);
}

/**
 * Measures servers in turns, so that other work of the machine affects all of them, and prints a table.
 */
async function compare(title: string, servers: Record<string, { command: string; path: string }>): Promise<void> {
  const names = Object.keys(servers);
  const running = await Promise.all(Object.values(servers).map(({ command }) => start(command)));
  const urls = running.map(({ url }, index) => url + Object.values(servers)[index]?.path);
  const rates: number[][] = names.map(() => []);
  for (const url of urls) await load(url);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, url] of urls.entries()) rates[index]?.push(await load(url));
  }
  for (const { close } of running) await close();
  const medians = rates.map(median);
  const [first = 0] = medians;
  process.stdout.write(`\n${title}: requests per second, the median of ${ROUNDS} rounds of ${SECONDS} s\n`);
  for (const [index, name] of names.entries()) {
    const rate = medians[index] ?? 0;
    const shown = Math.round(rate).toLocaleString("en").padStart(8);
    process.stdout.write(`  ${name.padEnd(28)}${shown}  ${(rate / first).toFixed(2)} x\n`);
  }
}

function load(url: string): Promise<number> {
  return requestsPerSecond({ url, headers, seconds: SECONDS });
}

/** Starts a server in a separate process, and discards its log. */
async function start(command: string): Promise<{ url: string; close(): Promise<void> }> {
  const port = await freePort();
  const server = spawn(process.execPath, [...command.split(" "), "--port", String(port)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  server.stdout.resume();
  const url = `http://127.0.0.1:${port}`;
  while (!(await answers(url))) {
    if (server.exitCode !== null) throw new Error(`"${command}" ended with exit code ${server.exitCode}`);
    await setTimeout(10);
  }
  return {
    url,
    async close() {
      const closed = once(server, "close");
      server.kill();
      await closed;
    },
  };
}

function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (typeof address !== "object" || !address) throw new Error("The server does not listen on a port");
  return address.port;
}
