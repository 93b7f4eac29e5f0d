import { AsyncLocalStorage } from "node:async_hooks";
import cluster from "node:cluster";
import { subscribe } from "node:diagnostics_channel";
import { mkdirSync, rmSync, watchFile, writeFileSync } from "node:fs";
import { ServerResponse } from "node:http";
import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { listensOn } from "../../generated/contract.js";
import { listenFailure, onEnd } from "../../src/cli/server.js";
import { isObject } from "../../src/json.js";
import { at } from "../contract/pointer.js";
import { CONTRACT, readDocument } from "../contract/read.js";

const flags = process.argv.slice(2);

/** The copy that Prism reads. Each process has its own, so that none reloads what another one has written. */
const COPY = `node_modules/.cache/prism/${process.pid}.json`;

// Some requests, such as one with `Accept: *` or a stray `%` in its path, make Prism throw an error that it does not catch,
// which would end the mock for everyone. Here, the error ends only its own request.
const answering = new AsyncLocalStorage<ServerResponse>();
subscribe("http.server.request.start", (started) => {
  if (isObject(started) && started["response"] instanceof ServerResponse) answering.enterWith(started["response"]);
});
process.on("uncaughtException", (error: unknown) => {
  const response = answering.getStore();
  const reason = error instanceof Error ? error.message : String(error);
  if (!response) end(reason);
  if (response.headersSent) response.destroy();
  else refuse(response, `Prism cannot read this request: ${reason}.`);
});

/** Answers a request that Prism has failed to answer. Prism has already set the CORS headers. */
function refuse(response: ServerResponse, detail: string): void {
  response.writeHead(400, { "Content-Type": "application/problem+json" });
  response.end(JSON.stringify({ type: "about:blank", title: "Bad Request", status: 400, detail }));
}

// By itself, Prism would print all its flags before the reason.
subscribe("tracing:net.server.listen:error", (failed) => {
  if (!isListenError(failed)) return;
  const { error } = failed;
  end(listenFailure(error, error.port, error.address));
});

/** Whether Node.js has published why a server cannot listen, and where. */
function isListenError(
  message: unknown,
): message is { readonly error: { readonly port: number; readonly address: string } } {
  const error = isObject(message) ? message["error"] : undefined;
  return isObject(error) && typeof error["port"] === "number" && typeof error["address"] === "string";
}

/** Ends the command with a reason in one line. */
function end(reason: string): never {
  process.stderr.write(`npm run mock: ${reason.replaceAll(/\s+/g, " ")}\n`);
  process.exit(1);
}

/** Writes the copy of the contract, which Prism reloads when it changes. @throws Error when the contract cannot be read. */
async function writeCopy(): Promise<void> {
  const copy = await readForPrism();
  mkdirSync("node_modules/.cache/prism", { recursive: true });
  writeFileSync(COPY, copy);
}

/**
 * Reads the contract for Prism, as JSON. It removes callbacks: Prism would send them to any address that a request names, even
 * for a page of another origin. It also keeps `--dynamic` from adding fields that the contract does not declare.
 *
 * @throws Error in one line when it cannot be read.
 */
async function readForPrism(): Promise<string> {
  const { webhooks: _, ...contract } = readDocument(".");
  const pathItems = [contract["paths"], at(contract, "/components/pathItems")].flatMap(objectsOf);
  for (const operation of pathItems.flatMap(objectsOf)) Reflect.deleteProperty(operation, "callbacks");
  const copy = JSON.stringify({ ...contract, "x-json-schema-faker": { "fill-properties": false } });
  const operations = await getHttpOperationsFromSpec(JSON.parse(copy)).catch(({ message }: Error) => {
    throw new Error(`${CONTRACT}: ${message.split("\n")[0]}.`);
  });
  if (operations.length === 0) throw new Error(`${CONTRACT}: it has no operations: write at least one.`);
  for (const { method, path, callbacks = [] } of operations) {
    if (callbacks.length === 0) continue;
    throw new Error(`${CONTRACT}: ${method} ${path} has a callback behind a $ref: write its path item there instead.`);
  }
  return copy;
}

/** The objects in an object; none in anything else. */
function objectsOf(value: unknown): object[] {
  return isObject(value) ? Object.values(value).filter(isObject) : [];
}

// Prism's own help shows how to call Prism.
if (flags.includes("--help"))
  process.stdout.write(
    "Usage: npm run mock -- [options]\n\nRuns Prism with openapi.yaml as its document. The help of Prism:\n\n",
  );

// With `--multiprocess`, Prism starts this command again with the same arguments. Only the first process writes the copy.
if (cluster.isPrimary) {
  process.on("exit", () => rmSync(COPY, { force: true }));
  onEnd(() => process.exit());
  await writeCopy().catch((error: Error) => end(error.message));
  watchFile(CONTRACT, { interval: 200 }, () =>
    writeCopy().catch((error: Error) =>
      process.stderr.write(`${error.message} The mock keeps the last valid contract.\n`),
    ),
  );
  const port = flags.some((flag) => /^(-\w*p|--port)/.test(flag)) ? [] : [`--port=${listensOn.port}`];
  process.argv.splice(2, Number.POSITIVE_INFINITY, "mock", COPY, ...port, ...flags);
  // Prism discards what the second process writes when it fails, and outlives it.
  cluster.on("fork", ({ process: { stderr } }) => stderr?.pipe(process.stderr));
  cluster.on("exit", (_, code) => process.exit(code));
}

await import("@stoplight/prism-cli");
