import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { CommandError } from "../../src/cli/command.js";

/** What runs, and was not told to end. */
const running = new Set<ChildProcess>();
/** Whether all are to end: nothing is started any more, though a source has just changed. */
let isEnding = false;

let fail: (reason: CommandError) => void = () => {};
/** Rejects when a server has ended without being told to. */
export const failed = new Promise<never>((_, reject) => {
  fail = reject;
});

/** Starts a process in a group of its own, so that it and all that it started can be ended together. */
function spawned(command: string, args: readonly string[], stdout: "ignore" | "pipe"): ChildProcess {
  const child = spawn(command, args, { stdio: ["ignore", stdout, "inherit"], detached: true });
  running.add(child);
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (!running.delete(child) || child.pid === undefined) return;
  const exited = once(child, "exit");
  process.kill(-child.pid, "SIGTERM");
  await exited;
}

/** Ends everything that this module has started. */
export async function endAll(): Promise<void> {
  isEnding = true;
  await Promise.all([...running].map(end));
}

/** Runs a script of `package.json` to its end, and returns its exit code. It prints only what is wrong. */
export async function runScript(name: string): Promise<number> {
  if (isEnding) return 1;
  const script = spawned("npm", ["run", "--silent", name], "ignore");
  const [code] = await once(script, "exit");
  running.delete(script);
  return code ?? 1;
}

/**
 * Starts a server in a process of its own, and waits until it listens. Each line that it prints from then on follows its
 * name. When it ends without being told to, `failed` rejects.
 *
 * @param args - The TypeScript file to run, and its flags.
 * @param address - What it says that it listens on.
 */
export async function startServer(
  name: string,
  args: readonly string[],
  address: string,
): Promise<{ end(): Promise<void> }> {
  const child = spawned(process.execPath, ["--import", "tsx", ...args], "pipe");
  child.once("exit", () => {
    if (running.delete(child)) fail(new CommandError(`The ${name} stopped unexpectedly. Read what it printed above.`));
  });
  await new Promise<void>((listening) => {
    let isListening = false;
    createInterface({ input: child.stdout ?? process.stdin }).on("line", (line) => {
      if (isListening) process.stdout.write(`${name.padEnd(7)}  ${line}\n`);
      isListening ||= line.includes(`is listening on ${address}`);
      if (isListening) listening();
    });
  });
  return { end: () => end(child) };
}
