import { type ArrivedRequest, bodyOf, type OpenResponse, startWebServer, type WebServer } from "./web.js";

/** One exchange as it went over the wire. */
export interface Exchange {
  method: string;
  /** Path with its query. */
  path: string;
  headers: ArrivedRequest["headers"];
  body: string;
  answer: { status: number; headers: Headers };
}

/** A server between the client and another server, which forwards and records everything. */
export interface Recorder extends WebServer {
  exchanges: Exchange[];
  /** The exchange that ended last. */
  last(): Exchange;
}

export async function startRecorder(target: string): Promise<Recorder> {
  const exchanges: Exchange[] = [];
  const server = await startWebServer(async (request: ArrivedRequest, response: OpenResponse) => {
    const { method = "", url: path = "", headers } = request;
    const body = await bodyOf(request);
    const forwarded = new Headers();
    for (const name of ["content-type", "x-service-access-token"]) {
      const value = headers[name];
      if (typeof value === "string") forwarded.set(name, value);
    }
    const answer = await fetch(target + path, { method, headers: forwarded, body: body || null });
    exchanges.push({ method, path, headers, body, answer: { status: answer.status, headers: answer.headers } });
    response.writeHead(answer.status, { "Content-Type": answer.headers.get("content-type") ?? "" });
    response.end(await answer.text());
  });
  return {
    ...server,
    exchanges,
    last() {
      const exchange = exchanges.at(-1);
      if (!exchange) throw new Error("Nothing was sent");
      return exchange;
    },
  };
}
