import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll } from "vitest";
import { accessToken, operations, requestChoices } from "../../generated/contract.js";
import { byStatus } from "../../src/by-status.js";
import { jsonIn } from "../../src/json.js";
import { createSandbox } from "../../src/sandbox/index.js";
import { projectFolder } from "../servers/command.js";
import { bodyOf, startWebServer } from "../servers/web.js";

/** The access token that the services accept. */
export const TOKEN = "correct-horse/battery staple";

/** Whether the contract lists all topics. Where it does, all subscriptions of a walk have the same one. */
export const isTopicListed = requestChoices.createWebhook?.["topic"] !== undefined;

// biome-ignore lint/suspicious/noExplicitAny: a fault breaks whatever it likes in an answer.
export type Json = any;

/** A request, as a service reads it. */
export interface Call {
  operation: string;
  id: string;
  query: URLSearchParams;
  body: Json;
  /** The subscription in the body. */
  sent: Json;
  token: string | null;
}

/** What a service answers. The body is sent as JSON, or unchanged if it is a string; a refusal may leave it out. */
export interface Reply {
  status: number;
  headers?: Record<string, string>;
  body?: Json;
}

/** One fault: answers a request, or lets the service answer it. One that throws closes the connection. */
export type Fault = (call: Call, next: (call: Call) => Promise<Reply>, service: Service) => Promise<Reply> | Reply;

/** A service of the tests: the sandbox, which requires the token, with faults around it; the first is the outermost. */
export class Service {
  readonly calls: Call[] = [];
  readonly #sandbox: ReturnType<typeof createSandbox>;
  readonly #faults: readonly Fault[];

  constructor(faults: readonly Fault[], seed: number) {
    this.#sandbox = createSandbox({ seed });
    this.#faults = faults;
  }

  /** All subscriptions that there are. */
  get rows(): Json[] {
    return [...this.#sandbox.webhooks];
  }

  /** Changes some of them, or deletes them, as somebody else does. */
  change(change: (row: Json) => Json | undefined): void {
    this.#sandbox.reset(this.rows.flatMap((row) => change(row) ?? []));
  }

  answer(call: Call): Promise<Reply> {
    this.calls.push(call);
    let answer = (inner: Call): Promise<Reply> => this.ask(inner);
    for (const fault of this.#faults.toReversed()) {
      const next = answer;
      answer = async (outer) => fault(outer, next, this);
    }
    return answer(call);
  }

  async ask({ operation, id, query, sent, token }: Call): Promise<Reply> {
    const { method = "", path = "" } = Object.values(operations).find((one) => one.id === operation) ?? {};
    const response = await this.#sandbox.fetch(`http://sandbox.test${path.replace("{id}", id)}?${query}`, {
      method,
      // The sandbox accepts any token: it refuses a wrong one as it refuses none.
      headers: { "Content-Type": "application/json", ...(token === TOKEN && { [accessToken.header]: token }) },
      ...(sent && { body: JSON.stringify({ webhook: sent }) }),
    });
    // The contract may declare an answer without a body.
    const body = jsonIn(await response.text()) ?? "";
    return { status: response.status, headers: Object.fromEntries(response.headers), body };
  }
}

/** The success of an operation, with the status that the contract has for it. */
export function success({ operation }: Pick<Call, "operation">, body: Json): Reply {
  const { status = 0 } = Object.values(operations).find(({ id }) => id === operation) ?? {};
  return { status, body };
}

export function refusal(status: number, body?: Json): Reply {
  // No test waits a second before the request is sent again.
  return { status, headers: { "Retry-After": "0" }, body };
}

/** What a request asks for. @throws Error when the contract has no such operation. */
function callOf(method: string, target: string, headers: Json, text: string): Call {
  const { pathname, searchParams: query } = new URL(target, "http://service.test");
  for (const { id: operation, method: own, path } of Object.values(operations)) {
    const match = own === method ? new RegExp(`^${path.replace("{id}", "([^/]+)")}$`).exec(pathname) : null;
    const token = headers[accessToken.header.toLowerCase()] ?? null;
    const body = text === "" ? undefined : JSON.parse(text);
    if (match) return { operation, id: decodeURIComponent(match[1] ?? ""), query, body, sent: body?.webhook, token };
  }
  throw new Error(`No operation is at ${method} ${pathname}`);
}

/** What a walk has found and left. */
export type Walked = Awaited<ReturnType<ReturnType<typeof walker>["walk"]>>;

/** How a walk is called, and what else is there. */
export interface Circumstances {
  flags?: readonly string[];
  /** The access token of the command. */
  token?: string;
  /** How many subscriptions others have. */
  seed?: number;
  /** Sends signals to the command as soon as this many requests have come. */
  signals?: readonly (readonly [requests: number, signal: NodeJS.Signals])[];
}

/** Builds the command of a project, or of a copy of it, into a folder, so that it starts quickly. */
export async function buildCommand(project: string, outdir: string): Promise<void> {
  const entryPoints = ["command", "main", "report/index"].map((name) => join(project, `src/verify/${name}.ts`));
  await build({ entryPoints, bundle: true, splitting: true, format: "esm", platform: "node", outdir });
  await writeFile(join(outdir, "package.json"), '{"type":"module"}');
}

/** Builds the command once for the tests of a file, and runs it. */
export function walker() {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "verify-"));
    await buildCommand(projectFolder, folder);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const command = async (
    flags: readonly string[],
    { token = TOKEN, onStart = (_: ChildProcessWithoutNullStreams) => {} } = {},
  ) => {
    const { FORCE_COLOR: _, ...environment } = process.env;
    const env = { ...environment, NO_COLOR: "1", SERVICE_ACCESS_TOKEN: token };
    const child = spawn(process.execPath, [join(folder, "command.js"), ...flags], { env, cwd: folder });
    onStart(child);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
    await once(child, "close");
    return { code: child.exitCode, output };
  };

  /** Walks through a service with faults. The tests may keep it so busy that it answers late. */
  const walk = async (faults: Fault | readonly Fault[], circumstances: Circumstances = {}) => {
    const { flags = ["--deliver"], token = TOKEN, seed = 24, signals = [] } = circumstances;
    const service = new Service([faults].flat(), seed);
    let child: ChildProcessWithoutNullStreams | undefined;
    await using server = await startWebServer(async (request, response) => {
      try {
        const call = callOf(request.method ?? "", request.url ?? "", request.headers, await bodyOf(request));
        for (const [requests, signal] of signals) if (service.calls.length === requests) child?.kill(signal);
        const reply = await service.answer(call);
        const { responses = {} } = Object.values(operations).find(({ id }) => id === call.operation) ?? {};
        // What a fault leaves open is as the contract declares it.
        const { type = "application/json", headers, failure } = byStatus(responses, reply.status) ?? {};
        const { body = failure?.example ?? { title: "Refused" } } = reply;
        const all = new Headers({ "Content-Type": type, ...headers });
        for (const [name, value] of Object.entries(reply.headers ?? {})) all.set(name, value);
        const text = typeof body === "string" ? body : JSON.stringify(body);
        response.setHeaders(all).writeHead(reply.status).end(text);
      } catch {
        response.destroy();
      }
    });
    const before = service.rows;
    const onStart = (started: ChildProcessWithoutNullStreams) => {
      child = started;
    };
    const ended = await command(["--server", server.url, "--timeout", "60000", ...flags], { token, onStart });
    const titles = [...(ended.output.split("failing tests:")[0] ?? "").matchAll(/^ +✖ (.+) \([\d.]+ms\)$/gm)];
    const ids = new Set(before.map(({ id }) => String(id)));
    const isOther = ({ id }: Json) => ids.has(String(id));
    return {
      ...ended,
      /** Titles of the tests that fail. */
      failed: titles.map(([, title = ""]) => title),
      /** The requests of an operation that were sent, with the user's own token. */
      sent: (operation: string) => service.calls.filter((call) => call.operation === operation && call.token === TOKEN),
      service,
      /** Subscriptions of others before and after, and those that were not there before. */
      before,
      others: service.rows.filter(isOther),
      left: service.rows.filter((row) => !isOther(row)),
      deletedOfOthers: service.calls.filter((call) => call.operation === "deleteWebhook" && isOther(call)),
    };
  };
  return {
    walk,
    command,
    get folder() {
      return folder;
    },
  };
}
