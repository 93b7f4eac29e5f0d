import { isFields } from "../json.js";

/**
 * What a refusal says about each field, such as `{ address: "is required" }`, for a form to show next to its inputs. A field
 * within another is named with dots.
 *
 * It can read the error bodies of this sandbox and of the mock, but not those of the service. For any other body, it returns
 * an empty object.
 *
 * @param body - Body of the answer, such as the `body` of a `ServiceStatusError`.
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
  // Prism's place of a missing field is the object that it is missing from.
  const [, missing] = /must have required property '(.+)'$/.exec(String(message)) ?? [];
  const path = missing === undefined ? keys : [...keys, missing];
  // The envelope of a body is no field of a form.
  const name = path.slice(place === "body" && path.length > 1 ? 1 : 0).join(".") || place;
  return [name, missing === undefined ? wordsAfter(path.join("."), String(message)) : "is required"];
}

/** What a message says after the name of the field. Prism's begins with the place: "Request body property". */
function wordsAfter(name: string, message: string): string {
  const start = ` ${message}`.indexOf(` ${name} `);
  return start < 0 ? message : message.slice(start + name.length + 1);
}
