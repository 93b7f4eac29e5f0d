import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { setTimeout } from "node:timers/promises";
import { CommandError } from "../../src/cli/command-error.js";

/** How much later than a command this process may get the signal that ended both, in ms. */
const SIGNAL_DELAY = 50;

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** A signal ended the command early. The exit code is the one that a shell uses for this signal. */
export class Interruption extends CommandError {
  override readonly exitCode: number;

  constructor(signal: NodeJS.Signals) {
    super("interrupted. Nothing was released, and nothing has changed.");
    this.exitCode = 128 + constants.signals[signal];
  }
}

/** How a step is run. */
export interface StepOptions {
  cwd: string;
  /** Where its output goes. */
  stdio: "inherit" | "ignore" | "pipe";
  /** Whether it may ask for a passphrase, and so has to stay in the process group of the terminal. */
  mayAsk?: boolean;
}

/** Runs commands one after another. A signal ends the running command, and keeps the next from starting. */
export class Steps implements Disposable {
  #received: NodeJS.Signals | undefined;
  #running: ((signal: NodeJS.Signals) => void) | undefined;
  readonly #take = (signal: NodeJS.Signals) => {
    // Whoever sends a second signal does not want to wait.
    this.#running?.(this.#received ? "SIGKILL" : signal);
    this.#received ??= signal;
  };

  constructor() {
    for (const signal of SIGNALS) process.on(signal, this.#take);
  }

  /**
   * Runs a command.
   *
   * @returns Its output, with `pipe`.
   * @throws CommandError when it fails, Interruption when a signal came.
   */
  async run(options: StepOptions, command: string, ...args: string[]): Promise<string> {
    this.check();
    const child = start(options, command, args);
    this.#running = (signal) => send(child, signal, !options.mayAsk);
    const printed = await ended(child, command, args).finally(() => {
      this.#running = undefined;
      this.check();
    });
    return printed;
  }

  /** Runs a command that no signal ends, since it would leave half of its work. */
  async runToEnd(options: StepOptions, command: string, ...args: string[]): Promise<void> {
    await ended(start(options, command, args), command, args);
  }

  /** @throws Interruption when a signal has come. */
  check(): void {
    if (this.#received) throw new Interruption(this.#received);
  }

  [Symbol.dispose](): void {
    for (const signal of SIGNALS) process.off(signal, this.#take);
  }
}

/** In its own process group: Ctrl+C reaches only the group of the terminal, and `Steps` decides what it ends. */
function start({ cwd, stdio, mayAsk }: StepOptions, command: string, args: string[]): ChildProcess {
  const out = stdio === "pipe" ? (["ignore", "pipe", "inherit"] as const) : (["ignore", stdio, stdio] as const);
  return spawn(command, args, { cwd, env: environment(), stdio: [...out], detached: !mayAsk });
}

/** The environment without npm's variables for the folder that the release was started in. */
function environment(): NodeJS.ProcessEnv {
  const own = /^(npm_package_|npm_lifecycle_|npm_config_local_prefix$|INIT_CWD$)/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
}

async function ended(child: ChildProcess, command: string, args: string[]): Promise<string> {
  let printed = "";
  child.stdout?.on("data", (chunk) => {
    printed += chunk;
  });
  // The command does not exist.
  const missing = once(child, "error").then(() => undefined);
  const closed = once(child, "close").then(([code, signal]) => ({ code, signal }));
  const end = await Promise.race([closed, missing]);
  if (end?.code === 0) return printed;
  // A terminal sends its signal to the command and to this process, which may see the end of the command first.
  const signal = SIGNALS.find((name) => name === end?.signal);
  if (signal) throw new Interruption(signal);
  await setTimeout(SIGNAL_DELAY);
  throw new CommandError(`"${[command, ...args.slice(0, 2)].join(" ")}" failed. Nothing was released.`);
}

function send({ pid }: ChildProcess, signal: NodeJS.Signals, isGroup: boolean): void {
  if (pid === undefined) return;
  try {
    process.kill(isGroup ? -pid : pid, signal);
  } catch {
    // It has just ended.
  }
}
