import { fork } from "node:child_process";
import { once } from "node:events";
import { type Dispatcher, Pool } from "undici";
import { accessToken, operations, requestExamples } from "../../generated/contract.js";
import { freePort } from "../../test/servers/port.js";
import { medianOf } from "./median.js";

/** Runs in a server: says how much CPU time it has used, in microseconds. */
const REPORT = `process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send(user + system);
}).channel.unref();`;
const CONNECTIONS = 8;
const ROUNDS = 30;
const MILLISECONDS = 100;

/** Measures the CPU time of a response, next to Prism. Rates would swing on a busy machine. */
export async function measureSandbox(): Promise<Record<string, number>> {
  // Both write their logs. Ours is compiled, as users get it.
  await using prism = await startServer("node_modules/.bin/prism", ["mock", "openapi.yaml"]);
  await using sandbox = await startServer("dist/src/sandbox/server/command.js", ["--seed", "25"]);
  const headers = { [accessToken.header]: "<ACCESS_TOKEN>", "Content-Type": "application/json" };
  const body = JSON.stringify(requestExamples.createWebhook);
  const { getWebhook: gets, listWebhooks: lists, createWebhook: creates } = operations;
  const figures: Record<string, number> = {};
  for (const [name, { method, path: pattern }] of Object.entries({ gets, lists, creates })) {
    const path = pattern.replace("{id}", "1001");
    const request = { path, headers, method, ...(method === "POST" && { body }) };
    const ratio = async () => (await sandbox.cpuPerResponse(request)) / (await prism.cpuPerResponse(request));
    // Until the compiler has done its work.
    await medianOf(ROUNDS, ratio);
    figures[`sandbox ${name}, CPU in times Prism`] = await medianOf(ROUNDS, ratio);
  }
  return figures;
}

/** Starts a server in a process of its own. */
async function startServer(module: string, flags: string[]) {
  const port = await freePort();
  const execArgv = ["--import", `data:text/javascript,${encodeURIComponent(REPORT)}`];
  const server = fork(module, [...flags, "--port", String(port)], {
    execArgv,
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const isListening = new Promise<void>((resolve) => {
    server.stdout?.on("data", (text) => String(text).includes("listening") && resolve());
  });
  const end = once(server, "exit").then(() => Promise.reject(new Error(`${module} ended`)));
  await Promise.race([isListening, end]);
  // They stay open: where all are closed between two rounds, the compiler forgets what it knew of them.
  const connections = new Pool(`http://127.0.0.1:${port}`, { connections: CONNECTIONS });
  const send = async (request: Dispatcher.RequestOptions) => {
    const { statusCode, body } = await connections.request(request);
    await body.dump();
    return statusCode;
  };
  const cpuTime = async () => {
    server.send("cpu");
    return Number((await once(server, "message"))[0]);
  };
  return {
    /** In microseconds. The sandbox starts from its seed: a memory that grows would measure the garbage collector. */
    async cpuPerResponse(request: Dispatcher.RequestOptions): Promise<number> {
      await send({ method: "POST", path: "/__sandbox/reset" });
      const before = await cpuTime();
      const stop = performance.now() + MILLISECONDS;
      let responses = 0;
      const sendInTurn = async () => {
        for (; performance.now() < stop; responses++) {
          const status = await send(request);
          if (status !== 200) throw new Error(`${module} answered ${request.path} with ${status}`);
        }
      };
      await Promise.all(Array.from({ length: CONNECTIONS }, sendInTurn));
      return ((await cpuTime()) - before) / responses;
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await connections.close();
      server.kill();
      await end.catch(() => undefined);
    },
  };
}
