import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { runCommand } from "../../src/cli/run.js";
import { checkContract } from "../generate/generate.js";

/** What runs next to each other. Each of them follows the contract by itself: tools/docs/serve.ts watches its sources. */
const SCRIPTS = [["docs", "--", "--serve"], ["mock"]];

await runCommand(
  {
    name: "npm run dev",
    about: `Serves the docs and the mock. Whenever the contract or a guide changes, it writes generated/ and site/ again, and
the mock reloads.`,
    options: {},
  },
  async () => {
    await checkContract(process.cwd());
    // In a process group of its own, since npm does not pass a signal on to what it runs.
    const options = { stdio: "inherit", detached: true } as const;
    const children = SCRIPTS.map((script) => spawn("npm", ["run", "--silent", ...script], options));
    const stop = () => children.forEach(end);
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
    const codes = children.map(async (child) => {
      const [code] = await once(child, "exit");
      // Where one ends, the other is of no use.
      stop();
      return Number(code ?? 0);
    });
    return Math.max(...(await Promise.all(codes)));
  },
);

function end({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, "SIGTERM");
}
