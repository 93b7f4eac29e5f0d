import { type ChildProcess, spawn } from "node:child_process";
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
  /** What it has printed so far. */
  output(): string;
  /** Resolves when it has printed the text; rejects when it ends before. */
  printed(text: string): Promise<void>;
  /** Ends the command and all that it started, with a signal: SIGTERM if no other is named. */
  close(signal?: NodeJS.Signals): Promise<void>;
}

/** Runs a shell command to its end. */
export async function run(command: string, cwd = projectFolder): Promise<EndedCommand> {
  const child = spawn(command, { cwd, env, shell: true, stdio: ["ignore", "pipe", "pipe"] });
  let stdout = "";
  let output = "";
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
    output += chunk;
  });
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  await once(child, "close");
  return { code: child.exitCode, stdout, output };
}

/** Starts a shell command that runs until it is closed. */
export function start(command: string, cwd = projectFolder): RunningCommand {
  // A separate process group, so that npm, its shell and the command itself end together.
  const child = spawn(command, { cwd, env, shell: true, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const listeners = new Set<() => void>();
  const take = (chunk: Buffer) => {
    output += chunk;
    for (const listener of listeners) listener();
  };
  child.stdout.on("data", take);
  child.stderr.on("data", take);
  return {
    output: () => output,
    printed: (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!output.includes(text)) return;
          listeners.delete(look);
          resolve();
        };
        listeners.add(look);
        child.once("close", () => reject(new Error(`"${command}" ended before it printed "${text}":\n${output}`)));
        look();
      }),
    close: (signal = "SIGTERM") => end(child, signal),
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const closed = once(child, "close");
  process.kill(-child.pid, signal);
  await closed;
}
