import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Pool } from "undici";
import {
  accessToken,
  type OperationId,
  operations,
  requestExamples,
  responseExamples,
} from "../../generated/contract.js";
import { freePort } from "../../test/servers/port.js";
import { type Figure, medianOf } from "./figures.js";

/** Runs in a server, and reports the CPU time that it has used, in microseconds. */
const REPORT = `process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send(user + system);
}).channel.unref();`;
const MEASURED = ["getWebhook", "listWebhooks", "createWebhook"] as const;
const CONNECTIONS = 8;
const ROUNDS = 30;
const MILLISECONDS = 100;

/** Measures the CPU time of an answer, relative to Prism. Both write their logs; ours is compiled, as users get it. */
export async function measureSandbox(): Promise<Figure[]> {
  const { bin } = JSON.parse(readFileSync("package.json", "utf8"));
  await using prism = await startServer("node_modules/.bin/prism", ["mock", "openapi.yaml"]);
  await using sandbox = await startServer(bin["service-admin-sandbox"], ["--seed", "25"]);
  const figures: Figure[] = [];
  for (const id of MEASURED) {
    const ratio = async () => (await sandbox.cpuOf(id)) / (await prism.cpuOf(id));
    // A warm-up, until the compiler has done its work.
    await medianOf(ROUNDS, ratio);
    figures.push({
      name: `sandbox: ${id}, CPU relative to Prism`,
      value: await medianOf(ROUNDS, ratio),
      most: 1 / 7.5,
    });
  }
  return figures;
}

/** Starts a server in a process of its own. */
async function startServer(module: string, flags: string[]) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = fork(module, [...flags, "--port", String(port)], {
    execArgv: ["--import", `data:text/javascript,${encodeURIComponent(REPORT)}`],
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const isListening = new Promise<void>((resolve) => {
    server.stdout?.on("data", (text) => String(text).includes("listening") && resolve());
  });
  const end = once(server, "exit").then(() => Promise.reject(new Error(`${module} ended`)));
  await Promise.race([isListening, end]);
  // They stay open: if all of them closed between two rounds, the compiler would forget what it knew about them.
  const connections = new Pool(url, { connections: CONNECTIONS });
  const cpuTime = async () => {
    server.send("cpu");
    return Number((await once(server, "message"))[0]);
  };
  return {
    /** In microseconds. The sandbox is reset first, since with a growing memory, this would measure the garbage collector. */
    async cpuOf(id: OperationId): Promise<number> {
      await (await connections.request({ path: "/__sandbox/reset", method: "POST" })).body.dump();
      const before = await cpuTime();
      const stop = performance.now() + MILLISECONDS;
      let answers = 0;
      const callInTurn = async () => {
        for (; performance.now() < stop; answers++) await call(connections, id);
      };
      await Promise.all(Array.from({ length: CONNECTIONS }, callInTurn));
      return ((await cpuTime()) - before) / answers;
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await connections.close();
      server.kill();
      await end.catch(() => undefined);
    },
  };
}

/** Calls an operation. @throws Error when the call fails. */
async function call(connections: Pool, id: OperationId): Promise<void> {
  const { method, path, status } = operations[id];
  const { statusCode, body } = await connections.request({
    method,
    path: path.replace("{id}", String(responseExamples.getWebhook.webhook.id)),
    headers: { [accessToken.header]: "<ACCESS_TOKEN>", "Content-Type": "application/json" },
    body: id === "createWebhook" ? JSON.stringify(requestExamples.createWebhook) : null,
  });
  await body.dump();
  if (statusCode !== status) throw new Error(`${id} was answered with ${statusCode}`);
}
