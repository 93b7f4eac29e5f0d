import type { IncomingMessage } from "node:http";
import { problem } from "./problem.js";

/** The longest body that is read, in bytes: the same as the mock's. */
const LONGEST = 10 * 1024 * 1024;

/**
 * The body of a request: parsed where it is JSON, else its text; `null` where there is none.
 *
 * @throws Problem when it is too long, or says that it is JSON and is not.
 */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  const { "content-length": length, "transfer-encoding": encoding, "content-type": type = "" } = request.headers;
  if (encoding === undefined && (length === undefined || length === "0")) return null;
  if (Number(length) > LONGEST) throw tooLong();
  const text = await readText(request);
  if (!/^\s*application\/(json|[^\s;]+\+json)\s*(;|$)/i.test(type)) return text;
  try {
    return JSON.parse(text);
  } catch {
    throw problem(400, "Invalid JSON: the body says that it is JSON, by its Content-Type, but cannot be parsed.");
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  return new Promise((resolve, reject) => {
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > LONGEST) reject(tooLong());
      else chunks.push(chunk);
    });
    request.once("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
    request.once("error", reject);
  });
}

function tooLong() {
  return problem(413, `The body is longer than ${LONGEST} bytes.`);
}
