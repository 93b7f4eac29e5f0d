// Requests per second of the mock and of the sandbox, and of a list page from few subscriptions and from many.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout } from "node:timers/promises";
import { accessTokenHeader, operations } from "../../generated/contract.js";
import { requestsPerSecond } from "./load.js";

const WEBHOOKS = operations.listWebhooks.path;
const headers = { [accessTokenHeader]: "<ACCESS_TOKEN>", "Content-Type": "application/json" };
const ROUNDS = 3;
const SECONDS = 3;

const mock = "node_modules/@stoplight/prism-cli/dist/index.js mock openapi.yaml";
const sandbox = "dist/src/sandbox/server/command.js";

await compare("One subscription", {
  "prism mock": { command: mock, path: `${WEBHOOKS}/1001` },
  "prism mock, no log": { command: `${mock} --verboseLevel silent`, path: `${WEBHOOKS}/1001` },
  sandbox: { command: `${sandbox} --seed 1`, path: `${WEBHOOKS}/1001` },
  "sandbox, no log": { command: `${sandbox} --seed 1 --quiet`, path: `${WEBHOOKS}/1001` },
});
await compare(
  "A page of 20 in the default order",
  Object.fromEntries(
    [100, 10_000, 100_000].map((seed) => [
      `from ${seed} subscriptions`,
      { command: `${sandbox} --seed ${seed} --quiet`, path: WEBHOOKS },
    ]),
  ),
);

/**
 * Measures servers in turns, so that whatever else the machine does meets them all, and prints a table.
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
  const medians = rates.map((measured) => measured.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0);
  const [first = 0] = medians;
  process.stdout.write(`\n${title}: requests per second, the median of ${ROUNDS} rounds of ${SECONDS} s\n`);
  for (const [index, name] of names.entries()) {
    const median = medians[index] ?? 0;
    const rate = Math.round(median).toLocaleString("en").padStart(8);
    process.stdout.write(`  ${name.padEnd(28)}${rate}  ${(median / first).toFixed(2)} x\n`);
  }
}

function load(url: string): Promise<number> {
  return requestsPerSecond({ url, headers, seconds: SECONDS });
}

/** Starts a server in a process of its own; what it logs is read and thrown away. */
async function start(command: string): Promise<{ url: string; close(): Promise<void> }> {
  const port = await freePort();
  const server = spawn(process.execPath, [...command.split(" "), "--port", String(port)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  server.stdout.resume();
  const url = `http://127.0.0.1:${port}`;
  while (!(await answers(url))) {
    if (server.exitCode !== null) throw new Error(`"${command}" ended with exit code ${server.exitCode}`);
    await setTimeout(100);
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
