import { accessToken, collections, requestExamples } from "../../generated/contract.js";
import { type Figure, timesOf } from "./figure.js";
import { type Load, type Server, startServer } from "./load.js";

/** Commands that start the servers that are compared: ours is compiled, and both write their logs. */
const SANDBOX = "dist/src/sandbox/server/command.js --seed 25";
const PRISM = "node_modules/@stoplight/prism-cli/dist/index.js mock openapi.yaml";

/** Rounds that count, and those before them: until the compiler has done its work. */
const ROUNDS = 60;
const WARM_UP_ROUNDS = 40;

/** A load, and how much of the CPU time of `prism mock` the sandbox may use for each response. */
interface Promised extends Load {
  readonly name: string;
  readonly part: number;
}

/**
 * Measures the sandbox next to `prism mock`. It compares CPU time for each response: rates swing on a shared machine, CPU
 * time does not.
 */
export async function measureSandbox(): Promise<Figure[]> {
  const sandbox = await startServer(SANDBOX);
  const prism = await startServer(PRISM);
  const figures: Figure[] = [];
  for (const { name, part, ...load } of promises()) {
    const cpuOf = (server: Server) => () => server.cpuPerResponse(load);
    await timesOf(cpuOf(sandbox), cpuOf(prism), WARM_UP_ROUNDS);
    const times = await timesOf(cpuOf(sandbox), cpuOf(prism), ROUNDS);
    figures.push({ name: `${name}: CPU time in % of that of prism mock`, measured: 100 * times, limit: 100 * part });
  }
  await Promise.all([sandbox.close(), prism.close()]);
  return figures;
}

function promises(): Promised[] {
  const [collection] = collections;
  if (!collection) throw new Error("The contract has no collection to measure");
  const { path, create, examples, idField } = collection;
  const headers = { [accessToken.header]: `${accessToken.prefix}<ACCESS_TOKEN>`, "Content-Type": "application/json" };
  const body = JSON.stringify(requestExamples[create]);
  const read = { method: "GET", headers } as const;
  return [
    { name: "Get one", part: 1 / 12, path: `${path}/${examples[0]?.[idField]}`, ...read },
    { name: "List a page of 20", part: 1 / 8, path, ...read },
    { name: "Create", part: 1 / 6.5, path, method: "POST", headers, body },
  ];
}
