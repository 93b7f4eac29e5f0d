import { AsyncLocalStorage } from "node:async_hooks";
import cluster from "node:cluster";
import { Server, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { listensOn } from "../../generated/contract.js";
import { listenFailure } from "../../src/sandbox/server/index.js";

// Some requests make Prism throw where it catches nothing, such as `Accept: *` or a stray `%` in a path: one of them
// would end the mock for everyone. Here, each error ends only the request that it belongs to.
const answering = new AsyncLocalStorage<ServerResponse>();

const { emit } = Server.prototype;
Server.prototype.emit = function (this: Server, event: string, ...details: unknown[]): boolean {
  const pass = (): boolean => Reflect.apply(emit, this, [event, ...details]);
  const [request, response] = details;
  if (event === "error" && !this.listening) {
    const { port, address, hostname } = Object(request);
    end(listenFailure(request, port, address ?? hostname));
  }
  if (event !== "request" || !(response instanceof ServerResponse)) return pass();
  return answering.run(response, pass);
};

for (const event of ["uncaughtException", "unhandledRejection"]) {
  process.on(event, (error: unknown) => {
    const response = answering.getStore();
    if (response) refuse(response, error);
    else end(error instanceof Error ? error.message : String(error));
  });
}

/** Ends the mock, for a reason in one line. */
function end(reason: string): never {
  process.stderr.write(`npm run ${process.argv[2]}: ${reason.replaceAll(/\s+/g, " ")}\n`);
  process.exit(1);
}

/** Answers a request that Prism has failed to answer. */
function refuse(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { message } = error instanceof Error ? error : { message: String(error) };
  const detail = `Prism cannot read this request: ${message}.`;
  const problem = { type: "about:blank", title: "Bad Request", status: 400, detail };
  response.writeHead(400, { "Content-Type": "application/problem+json", "Access-Control-Allow-Origin": "*" });
  response.end(JSON.stringify(problem));
}

const load = createRequire(import.meta.url);

// Prism sends callbacks to any address that a request names, even for a page of another origin, and follows redirects.
Object.assign(load("@stoplight/prism-http/dist/mocker/callback/callbacks.js"), {
  runCallback: () => () => async () => undefined,
});

// With `--dynamic`, Prism writes each time in UTC, also where the contract requires the offset of another zone.
const generator = load("@stoplight/prism-http/dist/mocker/generator/JSONSchema.js");
const { generate } = generator;
generator.generate = (...[resource, bundle, source, seed]: unknown[]): unknown =>
  generate(resource, withOffsets(bundle), withOffsets(source), seed);

const OFFSET_TIMES = "^20\\d\\d-0[1-9]-[12]\\dT[01]\\d:[0-5]\\d:[0-5]\\d[+-]0\\d:00$";

/** Schemas in which each time that has no form in UTC has a pattern that only times match. */
function withOffsets(schemas: unknown = {}): unknown {
  return JSON.parse(JSON.stringify(schemas), (_, schema) => {
    const { format, pattern = "" } = Object(schema);
    const isOffset = format === "date-time" && !new RegExp(pattern, "u").test("2026-03-02T08:20:00.0Z");
    return isOffset ? { type: "string", pattern: OFFSET_TIMES } : schema;
  });
}

// When the contract is saved, Prism loads it again, and ends if it cannot: a contract may be saved half-written. Without
// operations, it keeps what it has loaded before.
const operations = load("@stoplight/prism-http/dist/utils/operations.js");
const { getHttpOperationsFromSpec: loadOperations } = operations;
let isLoaded = false;
operations.getHttpOperationsFromSpec = async (document: string): Promise<unknown[]> => {
  try {
    const found = await loadOperations(document);
    if (found.length === 0) throw new Error(`${document}: it has no operations: write at least one.`);
    isLoaded = true;
    return found;
  } catch (error) {
    const reason = await reasonOf(error);
    if (!isLoaded) end(reason);
    process.stderr.write(`${reason}\n`);
    return [];
  }
};

/** Why the contract cannot be loaded, in the words of our own reader, which names the place. */
async function reasonOf(error: unknown): Promise<string> {
  const { readDocument } = await import("../contract/reader.js");
  try {
    readDocument(".");
    return Object(error).message;
  } catch (unread) {
    return Object(unread).message;
  }
}

// What Prism gets before the flags of the user. With `--dynamic`, it makes up no field that the contract does not have.
const own = [
  "openapi.yaml",
  ...(process.argv[2] === "mock" ? ["--json-schema-faker-fillProperties=false"] : []),
  ...(process.argv.some((flag) => /^(-\w*p|--port)/.test(flag)) ? [] : [`--port=${listensOn.port}`]),
];
if (cluster.isPrimary) process.argv.splice(3, 0, ...own);

// With `--multiprocess`, Prism starts this command again with all of its flags, and does not look how it ends.
cluster.on("fork", ({ process: { stderr } }) => stderr?.pipe(process.stderr));
cluster.on("exit", (_, code) => process.exit(code));

// Prism would print all its flags before the reason, and a stack.
const cli = "@stoplight/prism-cli/dist/index.js";
createRequire(load.resolve(cli))("yargs").fail((message: string | null, error: unknown) => {
  const said: string = message ?? Object(error).message;
  const reason = said.replace(
    /^Not enough non-option .*/s,
    "Which service? Add its URL, such as https://service.example",
  );
  end(`${reason.replace(/\.$/, "")}. See npm run ${process.argv[2]} -- --help.`);
});

load(cli);
