import { accessToken } from "../../generated/contract.js";
import type { Answer } from "./answer.js";
import { hidden } from "./quoted.js";
import type { Walk } from "./walk.js";

/** A line for a shell that repeats a request. What it is about may be gone by then. */
export function curlOf({ options, secrets }: Walk, { operation, request }: Answer): string {
  const { method, url, body, token } = request;
  const words = ["curl -i"];
  if (method !== "GET") words.push(`-X ${method}`);
  words.push(inQuotes(hidden(url, secrets)));
  if (token !== null) words.push(`-H "${accessToken.header}: ${token ?? "$SERVICE_ACCESS_TOKEN"}"`);
  words.push("-H 'Content-Type: application/json'");
  // The payload of the exchange may be a secret: its file is not.
  const data = operation === "exchangeAccessToken" ? `@${options.exchangeFile}` : JSON.stringify(body);
  if (body !== undefined) words.push(`-d ${inQuotes(hidden(data, secrets))}`);
  return words.join(" ");
}

/** A text as one word of a shell. */
function inQuotes(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
