import { once } from "node:events";
import { type Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from "node:http";
import { text } from "node:stream/consumers";

/** A request as it is sent. */
export interface RawRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Uint8Array;
}

/** What came back. */
interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends a request unchanged, with any path and header: `fetch` would normalise or refuse some. */
export async function sendRaw(url: string, sent: RawRequest, agent?: Agent): Promise<RawAnswer> {
  const { method = "GET", path, headers = {}, body = "" } = sent;
  const length = Buffer.byteLength(body);
  const own = length > 0 ? { "Content-Length": length } : {};
  const outgoing = request(url, { method, path, headers: { ...headers, ...own }, ...(agent && { agent }) });
  outgoing.end(body);
  const [response] = await once(outgoing, "response");
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}
