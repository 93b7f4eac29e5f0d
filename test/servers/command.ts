import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

// Tests read what commands print. Some commands print colours in CI unless told not to.
const { FORCE_COLOR: _, ...ENVIRONMENT } = process.env;
const env = { ...ENVIRONMENT, NO_COLOR: "1" };

/** Folder of this project. */
export const projectFolder = fileURLToPath(new URL("../..", import.meta.url));

/** A command that has ended. */
export interface EndedCommand {
  /** Exit code. */
  code: number | null;
  stdout: string;
  /** What it printed, errors included. */
  output: string;
}

/** A command that is still running. */
export interface RunningCommand {
  /** Of the shell, or of the command if that begins with `exec`. */
  readonly pid: number;
  /** What it has printed so far. */
  output(): string;
  /** Resolves when it has printed the text; rejects when it ends before. */
  printed(text: string): Promise<void>;
  /** Ends the command and all that it started, with a signal: SIGTERM if no other is named. */
  close(signal?: NodeJS.Signals): Promise<void>;
}

/** Runs a shell command to its end. */
export async function run(command: string, cwd = projectFolder): Promise<EndedCommand> {
  const { child, printed } = spawned(command, cwd, false);
  await once(child, "close");
  return { code: child.exitCode, ...printed };
}

/** Starts a shell command that runs until it is closed. */
export function start(command: string, cwd = projectFolder): RunningCommand {
  // A separate process group, so that npm, its shell and the command itself end together.
  const { child, printed } = spawned(command, cwd, true);
  return {
    pid: Number(child.pid),
    output: () => printed.output,
    printed: (text) =>
      new Promise((resolve, reject) => {
        const look = () => printed.output.includes(text) && resolve();
        for (const stream of [child.stdout, child.stderr]) stream.on("data", look);
        const ended = () => `"${command}" ended before it printed "${text}":\n${printed.output}`;
        child.once("close", () => reject(new Error(ended())));
        look();
      }),
    async close(signal = "SIGTERM") {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
      const closed = once(child, "close");
      process.kill(-child.pid, signal);
      await closed;
    },
  };
}

/** Starts a shell command, and collects what it prints. */
function spawned(command: string, cwd: string, detached: boolean) {
  const child = spawn(command, { cwd, env, shell: true, detached, stdio: ["ignore", "pipe", "pipe"] });
  const printed = { stdout: "", output: "" };
  child.stdout.on("data", (chunk) => {
    printed.stdout += chunk;
    printed.output += chunk;
  });
  child.stderr.on("data", (chunk) => {
    printed.output += chunk;
  });
  return { child, printed };
}
