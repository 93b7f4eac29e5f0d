import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { listensOn } from "../../generated/contract.js";
import { CommandError, runCommand, UsageError } from "../../src/cli/command.js";
import { listen, onEnd } from "../../src/cli/server.js";
import { serveFolder } from "../docs/static-server.js";

const CONTRACT = "openapi.yaml";
const { host: HOST } = listensOn;
/** The sandbox listens where the guides call it. */
const PORTS = { docs: 4000, sandbox: listensOn.port, mock: listensOn.port + 1 };

const HELP = `
Usage: npm start -- [options]
       npm run dev -- [options]

Both commands build the docs, and serve them, the sandbox and the mock until you press Ctrl+C. npm run dev also rebuilds
whenever you save openapi.yaml, redocly.yaml, a guide or the changelog. If a build fails, it says why, and keeps serving the
last good build. When openapi.yaml changes, the sandbox restarts and forgets what you created.

  --docs-port <port>     port of the docs; 0 for any free one (default: ${PORTS.docs})
  --sandbox-port <port>  port of the sandbox (default: ${PORTS.sandbox})
  --mock-port <port>     port of the mock (default: ${PORTS.mock})
  --watch                rebuild after each change, as npm run dev does
  --help                 print this help
`;
const port = (standard: number) => ({ type: "string", default: String(standard) }) as const;
const options = {
  "docs-port": port(PORTS.docs),
  "sandbox-port": port(PORTS.sandbox),
  "mock-port": port(PORTS.mock),
  watch: { type: "boolean", default: false },
} as const;

/** The child processes, which end with this one. */
const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) child.kill();
});

await runCommand({ name: "npm start", help: HELP, options }, async ({ values }) => {
  const ports = {
    docs: await portFor("--docs-port", values["docs-port"]),
    sandbox: await portFor("--sandbox-port", values["sandbox-port"]),
    mock: await portFor("--mock-port", values["mock-port"]),
  };
  if (new Set(Object.values(ports)).size < 3)
    throw new UsageError("The docs, the sandbox and the mock must have three different ports.");
  onEnd(() => process.exit());

  process.stdout.write("Building, which takes a few seconds…\n");
  // Read before the build, so that a save during the build counts as a change afterwards.
  let saved = savedAt(sources());
  let contract = savedAt([CONTRACT]);
  while (!(await build())) {
    if (!values.watch) return 1;
    process.stdout.write("Waiting for a change that fixes it…\n");
    saved = await nextSave(saved);
    contract = savedAt([CONTRACT]);
  }

  const startSandbox = () => startServer("sandbox", "src/sandbox/server/command.ts", ports.sandbox);
  const [docs, mock] = await Promise.all([
    serveFolder("site", ports.docs),
    startServer("mock", "tools/mock/command.ts", ports.mock),
  ]);
  let sandbox = await startSandbox();
  process.stdout.write(`
  docs     ${docs.url}  read the contract and the guides, and try every operation
  sandbox  ${sandbox.url}  remembers what you create, update and delete, until you stop it
  mock     ${mock.url}  Prism: returns the contract's examples, and remembers nothing

The sandbox and the mock accept any access token. Press Ctrl+C to stop all three.
`);
  while (values.watch) {
    saved = await nextSave(saved);
    const newest = savedAt([CONTRACT]);
    process.stdout.write("Rebuilding…\n");
    if (!(await build())) continue;
    if (newest === contract) {
      process.stdout.write("Rebuilt.\n");
      continue;
    }
    // The mock reloads the contract by itself.
    await sandbox.end();
    sandbox = await startSandbox();
    contract = newest;
    process.stdout.write("Rebuilt, and restarted the sandbox.\n");
  }
  return 0;
});

/** Returns the port of a flag, or a free one for 0. @throws CommandError when it is taken, before anything is built. */
async function portFor(flag: string, given: string): Promise<number> {
  if (!/^\d{1,5}$/.test(given) || Number(given) > 65_535)
    throw new UsageError(`${flag} requires a number from 0 to 65535.`);
  const server = createServer();
  const port = await listen(server, Number(given), HOST).catch(({ message }: Error) => {
    throw new CommandError(`${flag}: ${message}`);
  });
  server.close();
  await once(server, "close");
  return port;
}

/** The files that the build reads. */
function sources(): string[] {
  return [CONTRACT, "redocly.yaml", "CHANGELOG.md", ...readdirSync("guides").map((name) => `guides/${name}`)];
}

/** When files were saved. One may be missing while an editor replaces it. */
function savedAt(files: readonly string[]): string {
  return files.map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs).join();
}

/** Waits until a source is saved; returns when each source was saved. */
async function nextSave(before: string): Promise<string> {
  while (savedAt(sources()) === before) await setTimeout(200);
  return savedAt(sources());
}

/** Builds what is served. Prints only errors, and returns whether it succeeded. If it fails, the last good build stays. */
async function build(): Promise<boolean> {
  for (const tool of ["tools/generate/command.ts", "tools/docs/command.ts"]) {
    const [code] = await once(runModule([tool], "ignore"), "exit");
    if (code !== 0) return false;
  }
  return true;
}

/** Runs a module of the project in its own process and process group, so that Ctrl+C reaches only this process. */
function runModule(args: readonly string[], stdout: "ignore" | "pipe"): ChildProcess {
  const child = spawn(process.execPath, ["--import", "tsx", ...args], {
    stdio: ["ignore", stdout, "inherit"],
    detached: true,
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

/** Starts a server and waits until it listens. Each line that it prints from then on begins with its name. */
async function startServer(name: string, module: string, port: number) {
  const url = `http://${HOST}:${port}`;
  const child = runModule([module, `--port=${port}`], "pipe");
  const fail = () => {
    process.stderr.write(`npm start: The ${name} has stopped. See the reason above.\n`);
    process.exit(1);
  };
  child.once("exit", fail);
  await new Promise<void>((listening) => {
    let isListening = false;
    createInterface({ input: child.stdout ?? process.stdin }).on("line", (line) => {
      if (isListening) process.stdout.write(`${name.padEnd(7)}  ${line}\n`);
      isListening ||= line.includes(`is listening on ${url}`);
      if (isListening) listening();
    });
  });
  return {
    url,
    async end() {
      child.off("exit", fail).kill();
      await once(child, "exit");
    },
  };
}
