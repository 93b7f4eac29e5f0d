import { once } from "node:events";
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { request as httpsRequest } from "node:https";
import { buffer } from "node:stream/consumers";
import { type Exchange, type Violation, violationsOf } from "./exchange.js";
import type { PrismContract } from "./prism-contract.js";

/** What a proxy works with. */
interface ProxySettings {
  /** Base URL of the service. */
  readonly service: URL;
  /** The operations of the contract, as it is now. */
  operations(): PrismContract["operations"];
  log(line: string): void;
}

/** An answer of the service, read to its end. */
interface Answer {
  readonly head: IncomingMessage;
  readonly body: Buffer;
}

/**
 * Creates a server that forwards each request to a service, and answers what the service answers: status, headers and body
 * are the same. What the contract does not allow is in the log, and in the header `sl-violations`.
 */
export function createProxy(settings: ProxySettings): Server {
  return createServer((request, response) => {
    if (isPreflight(request)) return answerPreflight(request, response);
    // A request that fails must not stop the proxy.
    passOn(request, response, settings).catch((error: unknown) => {
      settings.log(`failed: ${reasonOf(error)}`);
      response.destroy();
    });
  });
}

/** Forwards a request, checks what was sent and answered, and answers. */
async function passOn(request: IncomingMessage, response: ServerResponse, settings: ProxySettings): Promise<void> {
  const { service, operations, log } = settings;
  const start = performance.now();
  const logged = (outcome: number | string) => {
    const [path] = targetOf(request).split("?");
    log(`${request.method} ${path} ${outcome} ${(performance.now() - start).toFixed(1)} ms`);
  };
  const sent = await buffer(request).catch(() => undefined);
  if (!sent) return logged("broke off");
  const answer = await forward(request, sent, response, service).catch((error: unknown) => reasonOf(error));
  if (typeof answer === "string") {
    logged(`502, ${service.origin} does not answer: ${answer}`);
    return refuse(request, response, `${service.origin} does not answer: ${answer}.`);
  }
  const violations = await violationsOf(exchangeOf(request, sent, answer), operations());
  logged(answer.head.statusCode ?? 0);
  for (const { location, severity, message } of violations) log(`  ${severity}: ${location.join(".")} ${message}`);
  send(request, response, answer, violations);
}

/** Path and query of a request. */
function targetOf(request: IncomingMessage): string {
  return request.url ?? "/";
}

/** What concerns one connection, and not what is sent over it. Node writes its own. */
const OF_CONNECTION: readonly string[] = [
  ...["connection", "expect", "keep-alive", "proxy-authenticate", "proxy-authorization", "proxy-connection"],
  ...["te", "trailer", "transfer-encoding", "upgrade"],
];

/** Sends a request to the service, and reads the answer. It follows no redirect. @throws the error of the connection. */
async function forward(
  request: IncomingMessage,
  sent: Buffer,
  response: ServerResponse,
  service: URL,
): Promise<Answer> {
  const passed = Object.entries(request.headersDistinct).filter(([name]) => ![...OF_CONNECTION, "host"].includes(name));
  const headers = {
    ...Object.fromEntries(passed),
    // A compressed answer could not be checked.
    "accept-encoding": "identity",
    ...(sent.length > 0 && { "content-length": sent.length }),
  };
  const path = service.pathname.replace(/\/$/, "") + targetOf(request);
  const begin = service.protocol === "https:" ? httpsRequest : httpRequest;
  const outgoing = begin(service.origin, { method: request.method ?? "GET", path, headers, agent: false });
  // Nobody waits for the answer any more.
  response.once("close", () => outgoing.destroy());
  // Whoever reads the answer learns of an error in the middle of it.
  outgoing.on("error", () => undefined);
  outgoing.end(sent);
  const [head]: IncomingMessage[] = await once(outgoing, "response");
  if (!head) throw new Error("there is no answer");
  return { head, body: await buffer(head) };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error ? String(error.code) : error.message;
}

function exchangeOf(request: IncomingMessage, sent: Buffer, { head, body }: Answer): Exchange {
  return {
    method: request.method ?? "GET",
    target: targetOf(request),
    requestHeaders: headersOf(request),
    requestBody: sent.toString(),
    status: head.statusCode ?? 0,
    responseHeaders: headersOf(head),
    responseBody: body.toString(),
  };
}

/** The headers of a message, each as one text. */
function headersOf({ headersDistinct }: IncomingMessage): Headers {
  return new Headers(
    Object.entries(headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    ),
  );
}

/** Answers as the service does. */
function send(request: IncomingMessage, response: ServerResponse, { head, body }: Answer, found: readonly Violation[]) {
  const own = { ...forPages(request, head), ...(found.length > 0 && { "sl-violations": inHeader(found) }) };
  const replaced = [...OF_CONNECTION, ...Object.keys(own).map((name) => name.toLowerCase())];
  const headers = Object.entries(head.headersDistinct).filter(([name]) => !replaced.includes(name));
  for (const [name, values = []] of headers) response.setHeader(name, values);
  for (const [name, value] of Object.entries(own)) response.setHeader(name, value);
  response.writeHead(head.statusCode ?? 0, head.statusMessage);
  response.end(body);
}

/** The longest header, in characters: clients refuse all headers of an answer when they have more than 16 kB. */
const LONGEST = 8000;

/** Violations as a header of ASCII characters: as many as find room. The log has all of them. */
function inHeader(found: readonly Violation[]): string {
  const texts = found.map((violation) => JSON.stringify(violation).replace(/[^ -~]/g, escaped));
  while (texts.length > 1 && texts.join(",").length > LONGEST) texts.pop();
  return `[${texts.join(",")}]`;
}

/** A character as JSON may write it. */
function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Whether a browser asks if a page of another origin may send a request. */
function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === "OPTIONS" && headers.origin !== undefined && "access-control-request-method" in headers;
}

/** Lets a page of any origin send any request, as mock and sandbox do. */
function answerPreflight(request: IncomingMessage, response: ServerResponse): void {
  const { headers } = request;
  response.writeHead(204, {
    ...forPages(request),
    "Access-Control-Allow-Methods": headers["access-control-request-method"],
    "Access-Control-Allow-Headers": headers["access-control-request-headers"] ?? "*",
  });
  response.end();
}

/** Headers that let a page of any origin read an answer, all its headers, and what is wrong with it. */
function forPages(request: IncomingMessage, head?: IncomingMessage): Record<string, string> {
  return {
    "Access-Control-Allow-Origin": request.headers.origin ?? "*",
    "Access-Control-Allow-Credentials": "true",
    "Access-Control-Expose-Headers": [...Object.keys(head?.headers ?? {}), "sl-violations"].join(", "),
    Vary: ["Origin", ...(head?.headersDistinct["vary"] ?? [])].join(", "),
  };
}

/** Answers in place of a service that does not. */
function refuse(request: IncomingMessage, response: ServerResponse, detail: string): void {
  response.writeHead(502, { ...forPages(request), "Content-Type": "application/problem+json" });
  response.end(JSON.stringify({ status: 502, detail: `The proxy has no answer: ${detail}` }));
}
