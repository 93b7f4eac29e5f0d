import { once } from "node:events";
import { createServer } from "node:net";
import { listensOn } from "../../generated/contract.js";
import { CommandError, runCommand, UsageError } from "../../src/cli/command.js";
import { listenFailure } from "../../src/sandbox/server/listen-failure.js";
import { listeningAddress } from "../../src/sandbox/server/listening-address.js";
import { type StaticServer, serveFolder } from "../docs/static-server.js";
import { changeSince, follow, readSources } from "./follow.js";
import { endAll, failed, runScript, startServer } from "./processes.js";

const { host: HOST } = listensOn;
/** The sandbox listens where all guides call it. */
const PORTS = { docs: 4000, sandbox: listensOn.port, mock: listensOn.port + 1 };
/** The server of the docs, once it is being started. */
let docs: Promise<StaticServer> | undefined;

const isDev = process.argv[2] === "dev";
if (isDev) process.argv.splice(2, 1);

const port = (standard: number) => ({ type: "string", default: String(standard) }) as const;

await runCommand(
  {
    name: isDev ? "npm run dev" : "npm run start",
    help: `Usage: npm start -- [options]
       npm run dev -- [options]

Both build everything, and serve the docs, the sandbox and the mock until you press Ctrl+C. npm run dev also watches
openapi.yaml, the guides, the changelog and generated/. After a change, it updates generated/, rebuilds the docs, and restarts
the sandbox, which then forgets what you created. If something cannot be built, it says what, and waits for the next change.

  --docs-port <port>     port of the docs; 0 for any free one (default: ${PORTS.docs})
  --sandbox-port <port>  port of the sandbox (default: ${PORTS.sandbox})
  --mock-port <port>     port of the mock (default: ${PORTS.mock})
  --help                 print this help`,
    options: { "docs-port": port(PORTS.docs), "sandbox-port": port(PORTS.sandbox), "mock-port": port(PORTS.mock) },
  },
  async ({ values }) => {
    const ports = {
      docs: await portFor("--docs-port", values["docs-port"]),
      mock: await portFor("--mock-port", values["mock-port"]),
      sandbox: await portFor("--sandbox-port", values["sandbox-port"]),
    };
    if (new Set(Object.values(ports)).size < 3)
      throw new UsageError("The docs, the sandbox and the mock must have three different ports.");
    let parent: NodeJS.Timeout | undefined;
    const stopped = new Promise<number>((resolve) => {
      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve(0));
      // npm passes SIGTERM only to its shell, which ends without this process.
      const { ppid } = process;
      parent = setInterval(() => process.ppid === ppid || resolve(0), 200);
    });
    try {
      return await Promise.race([stopped, failed, serve(ports)]);
    } finally {
      clearInterval(parent);
      await endAll();
      await (await docs)?.[Symbol.asyncDispose]();
    }
  },
);

/**
 * A port that nothing listens on.
 *
 * @param flag - The option that names it.
 * @param given - Its value: 0 for any.
 * @throws CommandError when it is taken, before anything is built or started.
 */
async function portFor(flag: string, given: string): Promise<number> {
  if (!/^\d{1,5}$/.test(given) || Number(given) > 65_535)
    throw new UsageError(`${flag} requires a number from 0 to 65535.`);
  const server = createServer().listen(Number(given), HOST);
  await once(server, "listening").catch((error) => {
    throw new CommandError(`${flag}: ${listenFailure(error, Number(given), HOST)}`);
  });
  const { port } = listeningAddress(server);
  server.close();
  await once(server, "close");
  return port;
}

/** Serves all three until it is stopped; returns the exit code of what could not be built. */
async function serve(ports: { docs: number; mock: number; sandbox: number }): Promise<number> {
  // What is changed while this builds is followed afterwards.
  let before = readSources();
  process.stdout.write("Building, which takes some seconds…\n");
  for (let code = await build(); code !== 0; code = await build()) {
    if (!isDev) return code;
    process.stdout.write("Waiting for a change that fixes it…\n");
    await changeSince(before);
    before = readSources();
    process.stdout.write("Building again…\n");
  }
  const address = (name: keyof typeof ports) => `http://${HOST}:${ports[name]}`;
  const startSandbox = () =>
    startServer("sandbox", ["src/sandbox/server/command.ts", `--port=${ports.sandbox}`], address("sandbox"));
  const mock = startServer("mock", ["tools/mock/command.ts", `--port=${ports.mock}`], address("mock"));
  let sandbox = await startSandbox();
  await Promise.all([mock, serveDocs(ports.docs)]);
  // Before it says that all is ready: whoever reads that may change a file immediately.
  if (isDev)
    follow(before, async () => {
      await sandbox.end();
      sandbox = await startSandbox();
    });
  process.stdout.write(`
  docs     ${address("docs")}  read the contract and the guides, and try every operation
  sandbox  ${address("sandbox")}  remembers what you create, update and delete, until you stop it
  mock     ${address("mock")}  Prism: returns the contract's examples, and remembers nothing

The sandbox and the mock accept any access token. Press Ctrl+C to stop all three.
`);
  return failed;
}

/** Builds what is served; returns the exit code of what could not be built. */
async function build(): Promise<number> {
  const scripts = isDev ? ["generate", "docs"] : ["build"];
  for (const script of scripts) {
    const code = await runScript(script);
    if (code !== 0) return code;
  }
  return 0;
}

/** Serves the docs as a static host does. */
async function serveDocs(port: number): Promise<void> {
  const own = process.listeners("SIGTERM");
  docs = serveFolder("site", port);
  await docs;
  // Vite would end this process on SIGTERM, before the mock and the sandbox have ended.
  for (const listener of process.listeners("SIGTERM")) if (!own.includes(listener)) process.off("SIGTERM", listener);
}
