import { once } from "node:events";
import { watchFile } from "node:fs";
import { listensOn } from "../../generated/contract.js";
import { CommandError, runCommand, UsageError } from "../../src/cli/command.js";
import { listenFailure } from "../../src/sandbox/server/listen-failure.js";
import { listeningAddress } from "../../src/sandbox/server/listening-address.js";
import { urlOf } from "../../src/url.js";
import { CONTRACT } from "../contract/reader.js";
import { readForPrism } from "./prism-contract.js";
import { createProxy } from "./proxy.js";

/** The mock and the sandbox have the two ports before it. */
const PORT = String(listensOn.port + 2);

const help = `
Usage: npm run proxy -- SERVICE [--port PORT] [--host HOST]

Forwards each request to the service at the URL SERVICE, and returns its response. Prism checks both against openapi.yaml.
The proxy prints each violation of the contract, and adds it to the response header sl-violations.

  --port PORT   listen on this port; 0 for any free one (default: ${PORT})
  --host HOST   listen on this host (default: ${listensOn.host})
  --help        print this help`;

const options = {
  port: { type: "string", default: PORT },
  host: { type: "string", default: listensOn.host },
} as const;

await runCommand({ name: "npm run proxy", help, options, allowPositionals: true }, async ({ values, positionals }) => {
  const service = urlOf(positionals[0] ?? "");
  if (positionals.length !== 1 || !service || !/^https?:$/.test(service.protocol)) {
    throw new UsageError("Say which service, by its base URL: npm run proxy -- https://service.example");
  }
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > 65_535) throw new UsageError("--port requires a number from 0 to 65535.");
  let { operations } = await read();
  watchFile(CONTRACT, { interval: 200 }, async () => {
    await read().then(
      (contract) => {
        operations = contract.operations;
      },
      ({ message }: Error) => print(`${message} The last good contract is kept.`),
    );
  });
  const proxy = createProxy({ service, operations: () => operations, log: print });
  proxy.listen(port, values.host);
  await once(proxy, "listening").catch((error: unknown) => {
    throw new CommandError(listenFailure(error, port, values.host));
  });
  const { port: own } = listeningAddress(proxy);
  print(`The proxy is listening on http://${values.host}:${own}, in front of ${service.href} (Ctrl+C ends it)`);
  return 0;
});

/** Reads the contract. @throws CommandError when nothing can be checked by it. */
async function read() {
  return await readForPrism().catch(({ message }: Error) => {
    throw new CommandError(message);
  });
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
