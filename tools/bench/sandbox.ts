import { accessToken, collections, requestExamples } from "../../generated/contract.js";
import { type Figure, median } from "./figure.js";
import { cpuTimes, type Load, startServer } from "./load.js";

/** Commands that start the servers that are compared. */
const SERVERS = {
  prism: "node_modules/@stoplight/prism-cli/dist/index.js mock openapi.yaml",
  logged: "dist/src/sandbox/server/command.js --seed 25",
  quiet: "dist/src/sandbox/server/command.js --seed 25 --quiet",
  empty: "--import tsx tools/bench/empty-server.ts",
};

/**
 * A load, and what an empty server needs for each response, at least, as a part of what the sandbox needs: on a machine
 * that others use as well.
 */
interface Promised extends Load {
  readonly name: string;
  readonly part: number;
  /** What `prism mock` needs, at least, as a multiple of what the sandbox needs, on such a machine. */
  readonly prism: number;
}

/**
 * Measures the sandbox, which is compiled, next to `prism mock` and a server that does nothing. It compares CPU time for
 * each response: rates swing on a shared machine, CPU time does not.
 */
export async function measureSandbox(): Promise<Figure[]> {
  const [prism, logged, quiet, empty] = await Promise.all(Object.values(SERVERS).map(startServer));
  if (!prism || !logged || !quiet || !empty) throw new Error("A server is missing");
  const figures: Figure[] = [];
  for (const { name, part, prism: multiple, ...load } of promises()) {
    const cpu = await cpuTimes([prism, logged, quiet, empty], load);
    const [ofPrism = Number.NaN, ofLogged = Number.NaN, ofQuiet = Number.NaN, ofEmpty = Number.NaN] = cpu;
    figures.push(
      {
        name: `${name}: CPU time of an empty server ÷ ours`,
        measured: ofEmpty / ofQuiet,
        limit: part,
        isLeast: true,
      },
      {
        name: `${name}: CPU time of prism mock ÷ ours, with logs`,
        measured: ofPrism / ofLogged,
        limit: multiple,
        isLeast: true,
      },
    );
  }
  await Promise.all([prism, logged, quiet, empty].map((server) => server.close()));
  return [...figures, await measureStart()];
}

const STARTS = 25;

/** How soon the sandbox answers after its start. */
async function measureStart(): Promise<Figure> {
  const times: { prism: number; quiet: number }[] = [];
  for (let round = 0; round < STARTS; round++) {
    times.push({ prism: await startTime(SERVERS.prism), quiet: await startTime(SERVERS.quiet) });
  }
  const measured = median(times.map(({ prism, quiet }) => prism / quiet));
  return { name: "From the start to the first answer: prism mock ÷ ours", measured, limit: 4, isLeast: true };
}

async function startTime(command: string): Promise<number> {
  const server = await startServer(command);
  await server.close();
  return server.startTime;
}

function promises(): Promised[] {
  const [collection] = collections;
  if (!collection) throw new Error("The contract has no collection to measure");
  const { path, create, examples, idField } = collection;
  const headers = { [accessToken.header]: `${accessToken.prefix}<ACCESS_TOKEN>`, "Content-Type": "application/json" };
  const body = JSON.stringify(requestExamples[create]);
  const read = { method: "GET", headers } as const;
  return [
    { name: "Get one", part: 0.58, prism: 12, path: `${path}/${examples[0]?.[idField]}`, ...read },
    { name: "List a page of 20", part: 0.38, prism: 8, path, ...read },
    { name: "Create", part: 0.3, prism: 6.5, path, method: "POST", headers, body },
  ];
}
