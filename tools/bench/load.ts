import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { Pool } from "undici";
import { freePort } from "../../test/servers/port.js";

/** A request that is sent again and again. */
export interface Load {
  readonly path: string;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A server in a process of its own. */
export interface Server {
  /**
   * Puts a load on it for a moment; returns how much CPU time its process used for each response, in microseconds. A
   * sandbox starts from its seed: a memory that grows from one load to the next would measure the garbage collector.
   */
  cpuPerResponse(load: Load): Promise<number>;
  close(): Promise<void>;
}

/** How long a load lasts: some fall into a quiet moment of the machine. */
const MILLISECONDS = 100;
const CONNECTIONS = 8;
/** Lets the process of a server say how much CPU time it has used. The server ends as it does without this. */
const REPORT = `data:text/javascript,${encodeURIComponent(`
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    process.send(user + system);
  });
  process.channel.unref();`)}`;

/** Starts a server by the command of its module, and discards its log. */
export async function startServer(command: string): Promise<Server> {
  const port = await freePort();
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
  const cpuTime = async () => {
    child.send("cpu");
    const [time] = await once(child, "message");
    return Number(time);
  };
  return {
    async cpuPerResponse(load) {
      // Prism has no such path, which costs it nothing that is measured.
      await (await fetch(`${url}/__sandbox/reset`, { method: "POST" })).body?.cancel();
      const before = await cpuTime();
      const responses = await send(connections, load);
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

/** Sends a load for a moment; returns how many responses came. @throws Error for one without success. */
async function send(connections: Pool, load: Load): Promise<number> {
  const end = performance.now() + MILLISECONDS;
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
