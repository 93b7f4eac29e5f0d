import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { bodyOf, startWebServer, type WebServer } from "./web.js";

/** What a server does with one request. */
export type Fault = (response: ServerResponse, request: IncomingMessage) => void;

/** A request as it arrived. */
interface Arrival {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A server that fails as networks do. */
export interface FaultServer extends WebServer {
  arrivals: Arrival[];
  /** Number of requests whose client still waits for the answer. */
  openRequests(): number;
}

/** Starts a server that answers its first request with the first fault, and so on; the last fault repeats. */
export async function startFaultServer(...faults: [Fault, ...Fault[]]): Promise<FaultServer> {
  const arrivals: Arrival[] = [];
  let open = 0;
  const server = await startWebServer(async (request, response) => {
    open++;
    response.on("close", () => {
      open--;
    });
    const { method = "", url: path = "", headers } = request;
    const body = await bodyOf(request);
    const fault = faults[Math.min(arrivals.length, faults.length - 1)];
    arrivals.push({ method, path, headers, body });
    fault?.(response, request);
  });
  return { ...server, arrivals, openRequests: () => open };
}

/** Answers with a status, headers and a body. */
export function answer(status: number, body: unknown, headers: Record<string, string> = {}): Fault {
  const content = typeof body === "string" ? body : JSON.stringify(body);
  return (response) => response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(content);
}

/** Breaks the connection before there is an answer. */
export const reset: Fault = (_, request) => request.socket.resetAndDestroy();

/** Keeps the connection open and never answers. */
export const stall: Fault = () => undefined;

/** Sends the start of an answer, then calls `then`. */
export function startOf(body: string, then: (response: ServerResponse) => void): Fault {
  return (response) => {
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": String(body.length * 2) });
    response.write(body, () => then(response));
  };
}
