import { operation as operationOf, secretFields } from "../../generated/contract.js";
import { responses } from "../../generated/validators.js";
import type { Finding as Violation } from "../contract.js";
import type { ServiceResponse } from "./connection.js";
import { choices, isDocumented, sectionOf, sectionOfResource } from "./document.js";
import { breach, departure, type Finding } from "./findings.js";
import { fieldOf } from "./json.js";
import { Quoted, shown, type Words, words } from "./message.js";
import { excerptOf } from "./refusals.js";
import { chosenForm } from "./timestamps.js";

/** How many breaches of the schema are reported for one answer. */
const MAX_REPORTED = 3;

/** Checks the form of a success: its status, content type and schema. The first that is wrong hides the others. */
export function formOf(response: ServiceResponse): Finding[] {
  const { operation, status, failure, headers, plain, text } = response;
  const { answer } = operationOf(operation);
  if (failure) {
    const message = words`no answer${failure.isLate ? "" : ":"} ${new Quoted(failure.reason)}`;
    return [breach({ check: "answer", source: sectionOf(operation), at: response }, message)];
  }
  if (status !== answer.status) {
    const place = { check: "status", source: sectionOf(operation, "status"), at: response } as const;
    return [breach(place, words`${status}, expected ${answer.status}${excerptOf(response)}`)];
  }
  if (answer.mediaType === undefined) return [];
  const place = { source: sectionOf(operation, "mediaType"), at: response };
  const contentType = headers.get("content-type") ?? "none";
  if (essenceOf(contentType) !== essenceOf(answer.mediaType)) {
    const message = words`${new Quoted(contentType)}, expected ${answer.mediaType}`;
    return [breach({ ...place, check: "content type" }, message)];
  }
  if (plain !== undefined) return schemaFindings(response, plain);
  return [breach({ ...place, check: "answer" }, words`the body is ${text === "" ? "empty" : "not JSON"}`)];
}

/** Whether an answer is a success of its operation. */
export function isSuccess(response: ServiceResponse): boolean {
  return formOf(response).every(({ kind }) => kind === "departure");
}

/** A media type without its parameters. */
function essenceOf(contentType: string): string | undefined {
  return contentType.split(";")[0]?.trim().toLowerCase();
}

function schemaFindings(response: ServiceResponse, plain: unknown): Finding[] {
  const check = responses[response.operation];
  if (!check || check(plain)) return [];
  const read = asChosen(response, plain, check.errors ?? []);
  const departures = read.departs.map(({ source, pointer, text }) =>
    departure({ check: "schema", source, at: response }, words`${pointer} is ${shown(text)}`),
  );
  if (check(read.value)) return departures;
  const broken = (check.errors ?? []).map((violation) =>
    breach(
      { check: "schema", source: sourceOf(response.operation, violation.instancePath), at: response },
      describe(violation, plain),
    ),
  );
  const distinct = [...new Map(broken.map((finding) => [JSON.stringify(finding.message), finding])).values()];
  return [...distinct.slice(0, MAX_REPORTED), ...departures];
}

interface Departure {
  source: string;
  pointer: string;
  text: string;
}

/** A copy of a body in which texts that only depart from a choice of the contract are changed to match it. */
function asChosen({ operation }: ServiceResponse, plain: unknown, violations: readonly Violation[]) {
  const value: unknown = structuredClone(plain);
  const departs = new Map<string, Departure>();
  for (const { instancePath: pointer, keyword } of violations) {
    const text = at(value, pointer);
    if (typeof text !== "string" || !["pattern", "format"].includes(keyword)) continue;
    if (!isDocumented(operationOf(operation).answer.resource)) continue;
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
  const { key, pagination, resource } = operationOf(operation).answer;
  const [, top] = pointer.split("/");
  if (top === (pagination ?? "") && isDocumented(resource)) return sectionOfResource("Pagination");
  const within = key === undefined || top === key;
  return within && resource !== undefined ? sectionOfResource(resource) : sectionOf(operation);
}

function describe({ instancePath, keyword, message }: Violation, plain: unknown): Words {
  const name = instancePath.split("/").at(-1) ?? "";
  const value = at(plain, instancePath);
  const quoted = typeof value === "object" || secretFields.includes(name) ? "" : words`, is ${shown(value)}`;
  const pattern = keyword === "pattern" ? "must have the form in the document" : undefined;
  return words`${instancePath || "the body"} ${pattern ?? message ?? ""}${quoted}`;
}

/** The value at a JSON pointer. */
function at(value: unknown, pointer: string): unknown {
  return stepsOf(pointer).reduce(
    (node, step) => (Array.isArray(node) ? node[Number(step)] : fieldOf(node, step)),
    value,
  );
}

function put(value: unknown, pointer: string, text: string): void {
  const steps = stepsOf(pointer);
  let node = value;
  for (const step of steps.slice(0, -1)) node = typeof node === "object" && node ? Reflect.get(node, step) : undefined;
  if (typeof node === "object" && node) Reflect.set(node, steps.at(-1) ?? "", text);
}

function stepsOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}
