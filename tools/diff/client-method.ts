import { envelopeOf, jsonTypeOf, pageOf } from "../contract/bodies.js";
import { isSuccess } from "./body-changes.js";
import type { Changes } from "./changes.js";
import { type PathPair, parametersOf } from "./operation-parameters.js";
import { child, childPair, isObject, keysOf, type Pair, type Place, resolve } from "./place.js";
import { formOf } from "./schema-form.js";

type Row = "The client's method takes another value" | "The client's method returns another value";

/** Compares what the client's method for an operation takes and returns, as `tools/generate` writes it. */
export function clientMethod(changes: Changes, operation: Pair, item: PathPair): void {
  const both = (of: (side: keyof Pair) => string): [string, string] => [of("base"), of("revision")];
  const report = (row: Row, [before, after]: [string, string], where: string) => {
    if (before !== after) changes.add(row, "sent", `${row}: ${after}, not ${before}`, where);
  };
  const body = childPair(operation, "requestBody");
  if (body.base.value !== undefined && body.revision.value !== undefined) {
    const taken = both((side) => takenOf(jsonAt(body[side])));
    if (!isRenamed(taken)) report("The client's method takes another value", taken, jsonAt(body.revision).pointer);
  }
  const answers = { base: answerOf(operation.base), revision: answerOf(operation.revision) };
  if (answers.base?.status !== answers.revision?.status) return;
  const returned = both((side) => returnedOf(answers[side]?.json, parametersOf(operation, item, side)));
  // A list of pages has all that the page has.
  if (returned[1] === PAGES || isRenamed(returned) || !answers.revision) return;
  report("The client's method returns another value", returned, answers.revision.json.pointer);
}

const PAGES = "a list of pages";

/** A renamed envelope is a renamed field. */
function isRenamed(keys: readonly string[]): boolean {
  return keys.every((key) => key.startsWith("its "));
}

/** What a method takes as its body. */
function takenOf(json: Place): string {
  const key = envelopeKey(json);
  if (key !== undefined) return `its ${key}`;
  const { value: form } = formOf(json);
  return isObject(form) && isObject(form["properties"]) ? "the complete body" : "any body";
}

/** What a method returns of its answer. */
function returnedOf(json: Place | undefined, parameters: readonly Place[]): string {
  const key = json && envelopeKey(json);
  if (key !== undefined) return `its ${key}`;
  return json && isPage(json) && parameters.some(isPageNumber) ? PAGES : "the complete body";
}

function isPageNumber(parameter: Place): boolean {
  const place = resolve(parameter);
  const [name, where] = ["name", "in"].map((part) => child(place, part).value);
  return name === "page" && where === "query" && child(formOf(child(place, "schema")), "type").value === "integer";
}

/** The key of a body whose only key holds an object: callers of the client never see it. */
function envelopeKey(json: Place): string | undefined {
  return built(() => envelopeOf(Object(json.contract), Object(json.value))?.key);
}

function isPage(json: Place): boolean {
  return built(() => pageOf(Object(json.contract), Object(json.value)) !== undefined) ?? false;
}

/** Older contracts may have forms that nothing can be built from, and so no methods. */
function built<Value>(build: () => Value): Value | undefined {
  try {
    return build();
  } catch {
    return undefined;
  }
}

/** The first success of an operation. */
function answerOf(operation: Place): { status: string; json: Place } | undefined {
  const responses = child(operation, "responses");
  const statuses = keysOf(responses).filter((key) => isSuccess(key) || key === "default");
  const [status] = statuses.sort();
  return status === undefined ? undefined : { status, json: jsonAt(child(responses, status)) };
}

/** The schema of the JSON in a body. */
function jsonAt(body: Place): Place {
  const content = child(resolve(body), "content");
  const json = jsonTypeOf({ content: Object(content.value) });
  return child(child(content, json ?? ""), "schema");
}
