import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { CommandError } from "../../src/cli/command.js";

const running = new Set<ChildProcess>();
/** Whether all are to end: nothing is started any more, though a source has just changed. */
let isEnding = false;

/** Starts a process in a group of its own, so that it and all that it started can be ended together. */
function started(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(command, args, { ...options, detached: true });
  running.add(child);
  child.once("close", () => running.delete(child));
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
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
  const child = started("npm", ["run", "--silent", name], { stdio: ["ignore", "ignore", "inherit"] });
  const [code] = await once(child, "exit");
  return code ?? 1;
}

/** A server in a process of its own. Once it listens, each line that it prints follows its name. */
export class ServerProcess {
  /** Resolves to its name when it has ended without being told to. */
  readonly ended: Promise<string>;
  readonly #name: string;
  readonly #args: readonly string[];
  #child: ChildProcess;
  #reportEnd: (name: string) => void = () => {};

  /** @param args - The TypeScript file to run, and its flags. */
  constructor(name: string, args: readonly string[]) {
    this.#name = name;
    this.#args = args;
    this.ended = new Promise((resolve) => {
      this.#reportEnd = resolve;
    });
    this.#child = this.#start();
  }

  /** Resolves when it has printed that it listens on this address. @throws CommandError when it ends before. */
  async listening(address: string): Promise<void> {
    const child = this.#child;
    const { stdout } = child;
    if (!stdout) return;
    const lines = createInterface({ input: stdout });
    await new Promise<void>((resolve, reject) => {
      let isListening = false;
      lines.on("line", (line) => {
        if (isListening) process.stdout.write(`${this.#name.padEnd(7)}  ${line}\n`);
        else if (line.includes(`is listening on ${address}`)) {
          isListening = true;
          resolve();
        }
      });
      child.once("exit", () => reject(new CommandError(`The ${this.#name} has not started.`)));
    });
  }

  /** Ends it, and starts it again with what its files are now. */
  async restart(address: string): Promise<void> {
    const before = this.#child;
    before.removeAllListeners("exit");
    await end(before);
    if (isEnding) return;
    this.#child = this.#start();
    await this.listening(address);
  }

  #start(): ChildProcess {
    const args = ["--import", "tsx", ...this.#args];
    const child = started(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    child.once("exit", () => this.#reportEnd(this.#name));
    return child;
  }
}
