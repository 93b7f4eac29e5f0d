import { isFields } from "../json.js";

/**
 * Returns what is wrong with each field of a refused request, such as `{ address: "is required" }`, for a form to show next
 * to its inputs. The name of a nested field has dots.
 *
 * It reads the error bodies of the sandbox and of the mock. For any other body, such as one of the service, it returns an
 * empty object.
 *
 * @param body - Body of the response, such as the `body` of a `ServiceStatusError`.
 * @example
 * const problems = refusedFields(error.body); // { address: "is required" }
 */
export function refusedFields(body: unknown): Record<string, string> {
  const findings = isFields(body) && Array.isArray(body["validation"]) ? body["validation"] : [];
  return Object.fromEntries(findings.filter(isFields).map(fieldOf));
}

/** The name of a field, and what is wrong with it. */
function fieldOf({ location, message }: Readonly<Record<string, unknown>>): [name: string, words: string] {
  const [place = "body", ...keys] = Array.isArray(location) ? location.map(String) : [];
  // For a missing field, Prism names the object that lacks it.
  const [, missing] = /must have required property '(.+)'$/.exec(String(message)) ?? [];
  const path = missing === undefined ? keys : [...keys, missing];
  // The envelope of a body is not a field of a form.
  const name = path.slice(place === "body" && path.length > 1 ? 1 : 0).join(".") || place;
  return [name, missing === undefined ? wordsAfter(path.join("."), String(message)) : "is required"];
}

/** What a message says after the name of the field. Prism's begins with the place: "Request body property". */
function wordsAfter(name: string, message: string): string {
  const start = ` ${message}`.indexOf(` ${name} `);
  return start < 0 ? message : message.slice(start + name.length + 1);
}
