import { type OperationFacts, operations, secretFields } from "../../generated/old-contract.js";
import { type Check, responses, type Finding as Violation } from "../../generated/old-validators.js";
import { describeFailure, type ServiceResponse } from "./connection.js";
import { choices, sectionOf, sectionOfResource, sections } from "./document.js";
import { breach, departure, type Finding } from "./findings.js";
import { fieldOf, shown } from "./json.js";
import { chosenForm } from "./timestamps.js";

/** How many breaches of the schema are reported for one answer. */
const MAX_REPORTED = 3;

const facts: Readonly<Record<string, OperationFacts>> = operations;
const checks: Readonly<Record<string, Check<unknown>>> = responses;

/** Checks the form of a success: its status, content type and schema. The first that is wrong hides the others. */
export function formOf(response: ServiceResponse): Finding[] {
  const { operation, status, failure, headers, plain, text } = response;
  const contentType = headers.get("content-type");
  const source = sectionOf(operation);
  if (failure) return [breach({ check: "answer", source, at: response }, describeFailure(failure))];
  if (status !== 200) {
    const place = { check: "status", source: `${source}, ${sections.status}`, at: response } as const;
    return [breach(place, `${status}, expected 200${excerpt(text)}`)];
  }
  if (!/^application\/json *(;|$)/i.test(contentType ?? "")) {
    const place = { check: "content type", source: sections.mediaType, at: response } as const;
    return [breach(place, `${contentType ?? "none"}, expected application/json`)];
  }
  if (plain === undefined) {
    const reason = text === "" ? "the body is empty" : "the body is not JSON";
    return [breach({ check: "answer", source: sections.mediaType, at: response }, reason)];
  }
  return schemaFindings(response, plain);
}

function excerpt(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line && ` (${line.length > 120 ? `${line.slice(0, 120)}…` : line})`;
}

function schemaFindings(response: ServiceResponse, plain: unknown): Finding[] {
  const check = checks[response.operation];
  if (!check || check(plain)) return [];
  const read = asChosen(plain, check.errors ?? []);
  const departures = read.departs.map(({ source, pointer, text }) =>
    departure({ check: "schema", source, at: response }, `${pointer} is ${shown(text)}`),
  );
  if (check(read.value)) return departures;
  const broken = (check.errors ?? []).map((violation) =>
    breach(
      { check: "schema", source: sourceOf(response.operation, violation.instancePath), at: response },
      describe(violation, plain),
    ),
  );
  const distinct = [...new Map(broken.map((finding) => [finding.message, finding])).values()];
  return [...distinct.slice(0, MAX_REPORTED), ...departures];
}

interface Departure {
  source: string;
  pointer: string;
  text: string;
}

/** A copy of a body in which texts that only depart from a choice of the contract are changed to match it. */
function asChosen(plain: unknown, violations: readonly Violation[]): { value: unknown; departs: Departure[] } {
  const value: unknown = structuredClone(plain);
  const departs = new Map<string, Departure>();
  for (const { instancePath: pointer, keyword } of violations) {
    const text = at(value, pointer);
    if (typeof text !== "string" || !["pattern", "format"].includes(keyword)) continue;
    for (const form of [chosenForm(text), chosenUrl(text, keyword), chosenTopic(text)]) {
      if (!form || form.departs.length === 0) continue;
      put(value, pointer, form.value);
      for (const source of form.departs) departs.set(source, { source, pointer, text });
      break;
    }
  }
  return { value, departs: [...departs.values()] };
}

/** A URL with non-ASCII letters, as a URI. */
function chosenUrl(text: string, keyword: string) {
  const usable = keyword === "format" && URL.canParse(text);
  return usable ? { value: new URL(text).href, departs: [choices.url] } : undefined;
}

/** A topic of more than two parts, as one of two. */
function chosenTopic(text: string) {
  const [, resource, action] = /^([^/]+)\/(.*\/.*)$/s.exec(text) ?? [];
  return action && { value: `${resource}/${action.replaceAll("/", "-")}`, departs: [choices.topic] };
}

/** The section of the document that lists the field at a JSON pointer of an answer. */
function sourceOf(operation: string, pointer: string): string {
  const { key, pagination, resource } = facts[operation]?.response ?? {};
  const [, top] = pointer.split("/");
  if (top !== undefined && top === pagination) return sectionOfResource("Pagination");
  const within = key === undefined || top === key;
  return within && resource !== undefined ? sectionOfResource(resource) : sectionOf(operation);
}

function describe({ instancePath, params, message }: Violation, plain: unknown): string {
  const name = instancePath.split("/").at(-1) ?? "";
  const value = at(plain, instancePath);
  const secret = secretFields.some((field) => field === name);
  const quoted = typeof value === "object" || secret ? "" : `, is ${shown(value)}`;
  const allowed = Array.isArray(params["allowedValues"]) ? ` (${params["allowedValues"].join(", ")})` : "";
  const pattern = "pattern" in params ? "must have the form in the document" : undefined;
  return `${instancePath || "the body"} ${pattern ?? message}${allowed}${quoted}`;
}

/** The value at a JSON pointer; the contract's field names need no escape. */
function at(value: unknown, pointer: string): unknown {
  return pointer
    .split("/")
    .slice(1)
    .reduce((node, step) => (Array.isArray(node) ? node[Number(step)] : fieldOf(node, step)), value);
}

function put(value: unknown, pointer: string, text: string): void {
  const steps = pointer.split("/").slice(1);
  let node = value;
  for (const step of steps.slice(0, -1)) node = typeof node === "object" && node ? Reflect.get(node, step) : undefined;
  if (typeof node === "object" && node) Reflect.set(node, steps.at(-1) ?? "", text);
}
