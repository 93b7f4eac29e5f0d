import { preview } from "vite";
import { CommandError, runCommand, UsageError } from "../../src/cli/command.js";
import { follow } from "./follow.js";
import { ownPort } from "./own-port.js";
import { endAll, runScript, ServerProcess } from "./processes.js";

const isDev = process.argv[2] === "dev";
if (isDev) process.argv.splice(2, 1);

const port = (standard: number) => ({ type: "string", default: String(standard) }) as const;

await runCommand(
  {
    name: isDev ? "npm run dev" : "npm run start",
    help: `npm start, npm run dev -- builds everything, and serves the docs, the mock and the sandbox until Ctrl+C.
npm run dev also follows openapi.yaml, the guides, the changelog and generated/: it generates again, rebuilds the docs, and
restarts the sandbox, which then forgets what it remembered.

  --docs-port <port>     the docs (4000 by default; 0 for any free port)
  --mock-port <port>     the mock (4010)
  --sandbox-port <port>  the sandbox (4011)

Put -- before options: npm start -- --docs-port 0`,
    options: { "docs-port": port(4000), "mock-port": port(4010), "sandbox-port": port(4011) },
  },
  async ({ values }) => {
    const ports = {
      docs: await ownPort("--docs-port", values["docs-port"]),
      mock: await ownPort("--mock-port", values["mock-port"]),
      sandbox: await ownPort("--sandbox-port", values["sandbox-port"]),
    };
    if (new Set(Object.values(ports)).size < 3) throw new UsageError("Each of the three requires a port of its own.");
    const ended = new Promise<number>((resolve) => {
      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve(0));
    });
    try {
      return await Promise.race([ended, serve(ports)]);
    } finally {
      await endAll();
    }
  },
);

/** Serves all three, and returns the exit code when one of them has ended by itself. */
async function serve(ports: { docs: number; mock: number; sandbox: number }): Promise<number> {
  process.stdout.write("Building, which takes some seconds…\n");
  for (const script of isDev ? ["generate", "docs"] : ["build"]) {
    const code = await runScript(script);
    if (code !== 0) return code;
  }
  const mock = new ServerProcess("mock", ["tools/mock/command.ts", "mock", `--port=${ports.mock}`]);
  const sandbox = new ServerProcess("sandbox", ["src/sandbox/server/command.ts", `--port=${ports.sandbox}`]);
  const own = process.listeners("SIGTERM");
  const docs = await preview({
    configFile: false,
    logLevel: "silent",
    appType: "mpa",
    build: { outDir: "site" },
    preview: { host: "127.0.0.1", port: ports.docs, strictPort: true },
  });
  // Vite would end this process at once on SIGTERM, before the mock and the sandbox have ended.
  for (const listener of process.listeners("SIGTERM")) if (!own.includes(listener)) process.off("SIGTERM", listener);
  const address = (name: keyof typeof ports) => `http://127.0.0.1:${ports[name]}`;
  await Promise.all([mock.listening(address("mock")), sandbox.listening(address("sandbox"))]);
  // Before it says that all is ready: whoever reads that may change a file at once.
  if (isDev) follow(() => sandbox.restart(address("sandbox")));
  process.stdout.write(`
  docs     ${address("docs")}  read the contract and the guides, and try every operation
  mock     ${address("mock")}  Prism: answers from the contract's examples, and remembers nothing
  sandbox  ${address("sandbox")}  remembers what you create, update and delete, until it stops

Both take any access token. Ctrl+C ends all three.
`);
  try {
    const name = await Promise.race([mock.ended, sandbox.ended]);
    throw new CommandError(`The ${name} has ended by itself: see what it printed above.`);
  } finally {
    await docs.close();
  }
}
