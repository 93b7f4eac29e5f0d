import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { Pool } from "undici";
import { freePort } from "../../test/servers/port.js";
import { quickest } from "./figure.js";

/** A request that is sent again and again. */
export interface Load {
  readonly path: string;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A server in a process of its own. */
export interface Server {
  /** How long it took from the start of its process to its first answer, in ms. */
  readonly startTime: number;
  /**
   * Puts a load on it; returns how much CPU time its process used for each response, in microseconds. A sandbox starts
   * from its seed: a memory that grows from one load to the next would measure the garbage collector.
   */
  cpuPerResponse(load: Load, milliseconds: number): Promise<number>;
  close(): Promise<void>;
}

/** Many short rounds: some of them fall into a quiet moment of the machine. */
const ROUNDS = 60;
const MILLISECONDS = 100;
/** Rounds before those that count: until the compiler has done its work. */
const WARM_UP_ROUNDS = 40;
const CONNECTIONS = 8;
/** Lets the process of a server say how much CPU time it has used. The server ends as it does without this. */
const REPORT = `data:text/javascript,${encodeURIComponent(`
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    process.send(user + system);
  });
  process.channel.unref();`)}`;

/** The CPU time of each server per response in its quickest rounds. The servers take turns. */
export async function cpuTimes(servers: readonly Server[], load: Load): Promise<number[]> {
  const times: number[][] = servers.map(() => []);
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    for (const [index, server] of servers.entries())
      times[index]?.push(await server.cpuPerResponse(load, MILLISECONDS));
  }
  return times.map((ofServer) => quickest(ofServer.slice(WARM_UP_ROUNDS)));
}

/** Starts a server by the command of its module, and discards its log. */
export async function startServer(command: string): Promise<Server> {
  const port = await freePort();
  const begin = performance.now();
  const child = spawn(process.execPath, ["--import", REPORT, ...command.split(" "), "--port", String(port)], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  child.stdout?.resume();
  const url = `http://127.0.0.1:${port}`;
  // They stay open: where all are closed between two rounds, the compiler forgets what it knew of them.
  const connections = new Pool(url, { connections: CONNECTIONS });
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`"${command}" ended with exit code ${child.exitCode}`);
    await setTimeout(10);
  }
  const startTime = performance.now() - begin;
  const cpuTime = async () => {
    child.send("cpu");
    const [time] = await once(child, "message");
    return Number(time);
  };
  return {
    startTime,
    async cpuPerResponse(load, milliseconds) {
      // Servers that are no sandbox have no such path, which costs them nothing that is measured.
      await (await fetch(`${url}/__sandbox/reset`, { method: "POST" })).body?.cancel();
      const before = await cpuTime();
      const responses = await send(connections, load, milliseconds);
      return ((await cpuTime()) - before) / responses;
    },
    async close() {
      const closed = once(child, "close");
      await connections.close();
      child.kill();
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

/** Sends a load for some time; returns how many responses came. @throws Error for one without success. */
async function send(connections: Pool, load: Load, milliseconds: number): Promise<number> {
  const end = performance.now() + milliseconds;
  let responses = 0;
  const sendInTurn = async () => {
    while (performance.now() < end) {
      const response = await connections.request(load);
      if (response.statusCode !== 200) throw new Error(`${load.path} was answered with ${response.statusCode}`);
      await response.body.dump();
      responses++;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, sendInTurn));
  return responses;
}
