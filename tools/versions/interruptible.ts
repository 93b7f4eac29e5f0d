import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { setTimeout } from "node:timers/promises";
import { CommandError } from "../../src/cli/command-error.js";

/** How long after the end of a command a signal may still reach us that has ended it, in ms. */
const SIGNAL_DELAY = 50;

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Somebody ended the command before it was done. Its exit code is that of the signal, as a shell counts it. */
export class Interruption extends CommandError {
  override readonly exitCode: number;

  constructor(signal: NodeJS.Signals) {
    super("interrupted, so nothing has been released, and all is as before.");
    this.exitCode = 128 + constants.signals[signal];
  }
}

/** How a step is run. */
export interface StepOptions {
  cwd: string;
  /** Where its output goes. */
  stdio: "inherit" | "ignore" | "pipe";
  /** Whether it may ask for a passphrase, and so stays with the terminal. */
  mayAsk?: boolean;
}

/** Runs one command after the other until a signal comes, which ends the one that runs and keeps the next from it. */
export class Steps implements Disposable {
  #received: NodeJS.Signals | undefined;
  #running: ((signal: NodeJS.Signals) => void) | undefined;
  readonly #take = (signal: NodeJS.Signals) => {
    // Whoever asks twice does not want to wait.
    this.#running?.(this.#received ? "SIGKILL" : signal);
    this.#received ??= signal;
  };

  constructor() {
    for (const signal of SIGNALS) process.on(signal, this.#take);
  }

  /**
   * Runs a command.
   *
   * @returns What it prints, with `pipe`.
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

  /** Runs a command that no signal ends: it would leave things half done. */
  async runWhole(options: StepOptions, command: string, ...args: string[]): Promise<void> {
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

/** In a process group of its own: Ctrl+C reaches the group of the terminal, and what it ends is decided here. */
function start({ cwd, stdio, mayAsk }: StepOptions, command: string, args: string[]): ChildProcess {
  const out = stdio === "pipe" ? (["ignore", "pipe", "inherit"] as const) : (["ignore", stdio, stdio] as const);
  return spawn(command, args, { cwd, env: environment(), stdio: [...out], detached: !mayAsk });
}

/** Without what npm says of the folder that the release was started in. */
function environment(): NodeJS.ProcessEnv {
  const own = /^(npm_package_|npm_lifecycle_|npm_config_local_prefix$|INIT_CWD$)/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
}

async function ended(child: ChildProcess, command: string, args: string[]): Promise<string> {
  let printed = "";
  child.stdout?.on("data", (chunk) => {
    printed += chunk;
  });
  // A command that is not there.
  const missing = once(child, "error").then(() => undefined);
  const closed = once(child, "close").then(([code, signal]) => ({ code, signal }));
  const end = await Promise.race([closed, missing]);
  if (end?.code === 0) return printed;
  // A terminal sends its signal to the command and to us: the command's end may be seen first.
  const signal = SIGNALS.find((name) => name === end?.signal);
  if (signal) throw new Interruption(signal);
  await setTimeout(SIGNAL_DELAY);
  throw new CommandError(`"${[command, ...args.slice(0, 2)].join(" ")}" fails, so nothing has been released.`);
}

function send({ pid }: ChildProcess, signal: NodeJS.Signals, isGroup: boolean): void {
  if (pid === undefined) return;
  try {
    process.kill(isGroup ? -pid : pid, signal);
  } catch {
    // It has just ended.
  }
}
