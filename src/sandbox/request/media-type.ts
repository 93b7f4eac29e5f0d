import { LARGEST_BODY } from "../limits.js";
import { Problem } from "./refusals.js";
import { headerOf, type SandboxRequest, type Text } from "./request.js";

/**
 * The body of a request: parsed if it is JSON, else as text; `undefined` if there is none.
 *
 * @throws Problem when it is too long, or when its type is JSON, but it cannot be parsed.
 */
export function parseBody(text: Text, type: string | undefined): unknown {
  if (text === "") return undefined;
  if (text === undefined) throw new Problem(413, `The body is longer than ${LARGEST_BODY} bytes.`);
  if (!isJson(type ?? "")) return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem(400, "Invalid JSON: the body cannot be parsed.");
  }
}

/** Whether a `Content-Type` header names JSON. */
function isJson(type: string): boolean {
  return type === "application/json" || /^\s*application\/(json|[^\s;]+\+json)\s*(;|$)/i.test(type);
}

/** @throws Problem when the operation takes no body, or takes it in another form. */
export function checkMediaType(request: SandboxRequest, takesBody: boolean): void {
  if (!takesBody) throw new Problem(415, "The operation takes no request body.");
  const type = headerOf(request, "content-type");
  if (type !== undefined && !isJson(type)) throw new Problem(415, "Supported content types: application/json");
}
