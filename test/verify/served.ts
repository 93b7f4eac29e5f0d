import type { Socket } from "node:net";
import { bodyOf, startWebServer, type WebServer } from "../servers/web.js";
import { createService, type Fault, type Service } from "./service.js";

/** A service behind a port. */
export interface ServedService extends WebServer, Service {}

/**
 * Starts a service with faults. One that throws closes the connection.
 *
 * @param isImpatient - Whether a connection that had a request before is closed at a write.
 */
export async function startService(
  faults: readonly Fault[] = [],
  seed = 24,
  { isImpatient = false } = {},
): Promise<ServedService> {
  const service = createService(faults, seed);
  const used = new WeakSet<Socket>();
  const server = await startWebServer(async (request, response) => {
    const isUsed = used.has(request.socket);
    used.add(request.socket);
    const body = await bodyOf(request);
    if (isImpatient && isUsed && request.method !== "GET") return void response.destroy();
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
    const { method = "GET", url = "/" } = request;
    const init = { method, headers, ...(body !== "" && { body }) };
    try {
      const answer = await service.fetch(`http://service.test${url}`, init);
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
    } catch {
      response.destroy();
    }
  });
  return { ...service, ...server };
}
