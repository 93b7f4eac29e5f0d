// Measures how soon and how often the sandbox responds, compared with the mock and an empty server, and in process.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { setTimeout } from "node:timers/promises";
import { accessToken, collections, requestExamples } from "../../generated/contract.js";
import { gzippedBytes } from "./bundle.js";
import { type Load, throughputOf } from "./load.js";
import { median } from "./median.js";

const [collection] = collections;
if (!collection) throw new Error("The contract has no collection to measure");
const { path: LIST, create, name } = collection;
const ITEM = `${LIST}/${collection.fields[collection.idField]?.example}`;
const { [create]: body } = requestExamples;
const headers = { [accessToken.header]: `${accessToken.prefix}<ACCESS_TOKEN>`, "Content-Type": "application/json" };
const ROUNDS = 5;
const SECONDS = 3;

const mock = "node_modules/@stoplight/prism-cli/dist/index.js mock openapi.yaml";
const sandbox = "dist/src/sandbox/server/command.js";
const empty = "tools/bench/empty-server.ts";
const script = "dist/src/sandbox/index.js";

await printStarts({ "prism mock": mock, sandbox: `${sandbox} --quiet` });
const servers = {
  "prism mock": mock,
  "prism mock, no log": `${mock} --verboseLevel silent`,
  sandbox: `${sandbox} --seed 25`,
  "sandbox, no log": `${sandbox} --seed 25 --quiet`,
  "an empty node:http server": empty,
};
await compare("Get one", servers, { path: ITEM });
await compare("List a page of 20", servers, { path: LIST });
await compare("Create", servers, { path: LIST, method: "POST", body: JSON.stringify(body) });
await compare(
  "List a page of 20 in the default order",
  Object.fromEntries([100, 100_000].map((seed) => [`from ${seed} of ${name}`, `${sandbox} --seed ${seed} --quiet`])),
  { path: LIST },
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
    const { status } = await fetch(`http://sandbox.test${ITEM}`, { headers });
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

/** A request that all servers get. */
type Request = Pick<Load, "method" | "body"> & { readonly path: string };

/**
 * Measures servers in turns, so that other work of the machine affects all of them, and prints a table: requests per
 * second, and the CPU time of each. Rates swing on a shared machine; CPU time does not.
 */
async function compare(title: string, servers: Record<string, string>, { path, ...request }: Request): Promise<void> {
  const names = Object.keys(servers);
  const running = await Promise.all(Object.values(servers).map(start));
  const measure = async ({ url, cpuTime }: RunningServer) => {
    const before = await cpuTime();
    const { rate, responses } = await throughputOf({ url: url + path, headers, seconds: SECONDS, ...request });
    return { rate, cpu: ((await cpuTime()) - before) / responses };
  };
  const rounds = names.map((): { rate: number; cpu: number }[] => []);
  for (const server of running) await measure(server);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, server] of running.entries()) rounds[index]?.push(await measure(server));
  }
  for (const { close } of running) await close();
  const medians = rounds.map((all) => ({
    rate: median(all.map(({ rate }) => rate)),
    cpu: median(all.map(({ cpu }) => cpu)),
  }));
  const [{ rate: slowest = 0 } = {}] = medians;
  const { cpu: least = 0 } = medians.at(-1) ?? {};
  process.stdout.write(`\n${title}: the median of ${ROUNDS} rounds of ${SECONDS} s\n`);
  process.stdout.write(
    `  ${"".padEnd(28)}${"per second".padStart(12)}${"times".padStart(8)}${"µs of CPU".padStart(12)}${"last ÷ it".padStart(12)}\n`,
  );
  for (const [index, server] of names.entries()) {
    const { rate = 0, cpu = 0 } = medians[index] ?? {};
    const shown = [
      Math.round(rate).toLocaleString("en"),
      (rate / slowest).toFixed(2),
      cpu.toFixed(1),
      (least / cpu).toFixed(2),
    ];
    const [perSecond = "", times = "", used = "", share = ""] = shown;
    process.stdout.write(
      `  ${server.padEnd(28)}${perSecond.padStart(12)}${times.padStart(8)}${used.padStart(12)}${share.padStart(12)}\n`,
    );
  }
}

/** A server in a process of its own. */
interface RunningServer {
  readonly url: string;
  /** CPU time that its process has used, in microseconds. */
  cpuTime(): Promise<number>;
  close(): Promise<void>;
}

/** Starts a server in a separate process, and discards its log. */
async function start(command: string): Promise<RunningServer> {
  const port = await freePort();
  const reporting = ["--import", "tsx", "--import", "./tools/bench/cpu.ts"];
  const server = spawn(process.execPath, [...reporting, ...command.split(" "), "--port", String(port)], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  server.stdout?.resume();
  const url = `http://127.0.0.1:${port}`;
  while (!(await answers(url))) {
    if (server.exitCode !== null) throw new Error(`"${command}" ended with exit code ${server.exitCode}`);
    await setTimeout(10);
  }
  return {
    url,
    async cpuTime() {
      server.send("cpu");
      const [time] = await once(server, "message");
      return Number(time);
    },
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
