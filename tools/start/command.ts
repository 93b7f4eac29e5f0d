import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { CommandError, runCommand, UsageError } from "../../src/cli/command.js";
import { listenFailure } from "../../src/sandbox/server/listen-failure.js";
import { listeningAddress } from "../../src/sandbox/server/listening-address.js";

const HELP = `
Usage: npm start -- [options]
       npm run dev -- [options]

Both build the docs, and serve them, the sandbox and the mock until you press Ctrl+C. npm run dev starts again
whenever you change openapi.yaml, a guide or the code of the sandbox, which then forgets what you created.

  --docs-port <port>     port of the docs; 0 for any free one (default: 4000)
  --sandbox-port <port>  port of the sandbox (default: 4010)
  --mock-port <port>     port of the mock (default: 4011)
  --help                 print this help
`;
const HOST = "127.0.0.1";
const port = (standard: string) => ({ type: "string", default: standard }) as const;

await runCommand(
  {
    name: "npm start",
    help: HELP,
    options: { "docs-port": port("4000"), "sandbox-port": port("4010"), "mock-port": port("4011") },
  },
  async ({ values }) => {
    const ports = {
      docs: await portFor("--docs-port", values["docs-port"]),
      sandbox: await portFor("--sandbox-port", values["sandbox-port"]),
      mock: await portFor("--mock-port", values["mock-port"]),
    };
    const stopped = Promise.race(["SIGINT", "SIGTERM", "SIGHUP"].map((signal) => once(process, signal)));

    process.stdout.write("Building, which takes some seconds…\n");
    for (const script of ["generate", "docs"]) {
      const code = await run(script);
      if (code !== 0) return code;
    }

    // Loaded only now: the sandbox contains what was just generated.
    const { serveFolder } = await import("../docs/static-server.js");
    const { startSandbox } = await import("../../src/sandbox/server/index.js");
    await using docs = await serveFolder("site", ports.docs);
    await using sandbox = await startSandbox({ port: ports.sandbox, seed: "examples", log: prefixed("sandbox") });
    await using mock = await startMock(ports.mock);
    process.stdout.write(`
  docs     ${docs.url}  read the contract and the guides, and try every operation
  sandbox  ${sandbox.url}  remembers what you create, update and delete, until you stop it
  mock     ${mock.url}  Prism: returns the contract's examples, and remembers nothing

The sandbox and the mock accept any access token. Press Ctrl+C to stop all three.
`);
    await Promise.race([stopped, mock.failed]);
    return 0;
  },
);

/** A port that nothing listens on. @throws CommandError when it is taken, before anything is built. */
async function portFor(flag: string, given: string): Promise<number> {
  if (!/^\d{1,5}$/.test(given) || Number(given) > 65_535) throw new UsageError(`${flag} requires a port number.`);
  const server = createServer().listen(Number(given), HOST);
  await once(server, "listening").catch((error) => {
    throw new CommandError(`${flag}: ${listenFailure(error, Number(given), HOST)}`);
  });
  const { port } = listeningAddress(server);
  server.close();
  await once(server, "close");
  return port;
}

/** Runs a script of package.json, and returns its exit code. It prints only what is wrong. */
async function run(script: string): Promise<number> {
  const [code] = await once(
    spawn("npm", ["run", "--silent", script], { stdio: ["ignore", "ignore", "inherit"] }),
    "exit",
  );
  return code ?? 1;
}

/** Prints lines after the name of the server that they come from. */
function prefixed(name: string): (line: string) => void {
  return (line) => process.stdout.write(`${name.padEnd(7)}  ${line}\n`);
}

/** Starts the mock, which is Prism, in a process of its own, and waits until it listens. */
async function startMock(port: number) {
  const args = ["--import", "tsx", "tools/mock/command.ts", `--port=${port}`];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(child, "exit");
  const failed = exited.then(() => {
    throw new CommandError("The mock has stopped. Read above why.");
  });
  failed.catch(() => undefined);
  const lines = createInterface({ input: child.stdout });
  const isListening = new Promise<void>((resolve) => {
    lines.on("line", (line) => line.includes("Prism is listening on") && resolve());
  });
  await Promise.race([isListening, failed]);
  lines.on("line", prefixed("mock"));
  return {
    url: `http://${HOST}:${port}`,
    failed,
    async [Symbol.asyncDispose]() {
      child.kill();
      await exited;
    },
  };
}
