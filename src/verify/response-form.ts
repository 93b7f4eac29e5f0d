import { details, secretFields } from "../../generated/contract.js";
import { responses } from "../../generated/validators.js";
import type { Operation, Finding as Violation } from "../contract.js";
import { urlOf } from "../url.js";
import type { ServiceResponse } from "./connection.js";
import { isDocumented, sectionOf, sectionOfResource } from "./document.js";
import { breach, type Choice, departure, type Finding } from "./findings.js";
import { shown, type Words, words } from "./message.js";
import { excerptOf } from "./refusals.js";

/** How many breaches of the schema are reported for one answer. */
const MAX_REPORTED = 3;

/** Checks the form of a success: its status, content type and schema. The first that is wrong hides the others. */
export function formOf(response: ServiceResponse): Finding[] {
  const { operation, status, failure, headers, body, text } = response;
  const { answer } = operation;
  if (failure)
    return [breach(response, "answer", words`no answer${failure.isLate ? "" : ":"} ${{ quoted: failure.reason }}`)];
  if (status !== answer.status) {
    const message = words`${status}, expected ${answer.status}${excerptOf(response)}`;
    return [breach(response, "status", message, "status")];
  }
  if (answer.mediaType === undefined) return [];
  const contentType = headers.get("content-type") ?? "none";
  if (essenceOf(contentType) !== essenceOf(answer.mediaType)) {
    return [
      breach(response, "content type", words`${{ quoted: contentType }}, expected ${answer.mediaType}`, "mediaType"),
    ];
  }
  if (body !== undefined) return schemaFindings(response, JSON.parse(text));
  return [breach(response, "answer", words`the body is ${text === "" ? "empty" : "not JSON"}`, "mediaType")];
}

/** Whether an answer is a success of its operation. */
export function isSuccess(response: ServiceResponse): boolean {
  return formOf(response).every(({ kind }) => kind === "departure");
}

/** A media type without its parameters. */
function essenceOf(contentType: string): string | undefined {
  return contentType.split(";")[0]?.trim().toLowerCase();
}

function schemaFindings(response: ServiceResponse, body: unknown): Finding[] {
  const { operation } = response;
  const check = responses[operation.id];
  if (!check || check(body)) return [];
  const chosen: unknown = structuredClone(body);
  const isRead = isDocumented(details[operation.id]?.resource);
  const departures = isRead ? departuresOf(response, chosen, check.errors ?? []) : [];
  if (check(chosen)) return departures;
  const kindOf = ({ instancePath, keyword, message }: Violation) => `${fieldAt(instancePath)} ${keyword} ${message}`;
  const distinct = new Map((check.errors ?? []).toReversed().map((violation) => [kindOf(violation), violation]));
  const broken = [...distinct.values()].slice(0, MAX_REPORTED).map((violation) => ({
    ...breach(response, "schema", describe(violation, body)),
    source: sourceOf(operation, violation.instancePath),
  }));
  return [...broken, ...departures];
}

/** How a text that breaks a keyword is written by a choice of the contract; a text that does not depart from it stays. */
const chosen: readonly { choice: Choice; keyword: string; write: (text: string) => string }[] = [
  { choice: "seconds", keyword: "pattern", write: (text) => text.replace(/(T\d\d:\d\d)(:60)?(?=[.,Z+-])/, "$1:00") },
  { choice: "fractions", keyword: "pattern", write: (text) => text.replace(/(T\d\d:\d\d:\d\d),(?=\d)/, "$1.") },
  { choice: "url", keyword: "format", write: (text) => urlOf(text)?.href ?? text },
  { choice: "topic", keyword: "pattern", write: oneSlash },
];

/** A text with only its first slash. */
function oneSlash(text: string): string {
  const [resource, ...rest] = text.split("/");
  return resource && rest.length > 0 ? `${resource}/${rest.join("-")}` : text;
}

/** What departs from the choices of the contract, once for each field. Changes the texts in the body to match them. */
function departuresOf(response: ServiceResponse, body: unknown, violations: readonly Violation[]): Finding[] {
  const found = new Map<string, Finding>();
  for (const { instancePath, keyword } of violations) {
    const { holder, name } = placeOf(body, instancePath);
    const text = holder[name];
    for (const { choice, write } of chosen.filter((each) => each.keyword === keyword)) {
      const before = String(holder[name]);
      if (typeof text !== "string" || write(before) === before) continue;
      holder[name] = write(before);
      const kind = `${fieldAt(instancePath)} ${choice}`;
      if (!found.has(kind))
        found.set(kind, departure(response, "schema", words`${instancePath} is ${shown(text)}`, choice));
    }
  }
  return [...found.values()];
}

/** The field at a JSON pointer: what is wrong with one item of a list is often wrong with all. */
function fieldAt(pointer: string): string {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, "/*");
}

/** The section of the document that lists the field at a JSON pointer of an answer. */
function sourceOf(operation: Operation, pointer: string): string {
  const { keys: [key] = [], pagination } = operation.answer;
  const resource = details[operation.id]?.resource;
  const [, top] = pointer.split("/");
  if (top === (pagination ?? "") && isDocumented(resource)) return sectionOfResource("Pagination");
  const within = key === undefined || top === key;
  return within && resource !== undefined ? sectionOfResource(resource) : sectionOf(operation);
}

function describe({ instancePath, keyword, message }: Violation, body: unknown): Words {
  const { holder, name } = placeOf(body, instancePath);
  const value = instancePath === "" ? body : holder[name];
  const isHidden = value === undefined || typeof value === "object" || secretFields.includes(name);
  const quoted = isHidden ? "" : words`, is ${shown(value)}`;
  const pattern = keyword === "pattern" ? "must have the form in the document" : undefined;
  return words`${instancePath || "the body"} ${pattern ?? message}${quoted}`;
}

/** The object or array that holds what is at a JSON pointer, and its name there. */
function placeOf(body: unknown, pointer: string): { holder: Record<string, unknown>; name: string } {
  const steps = pointer.split("/").slice(1);
  const names = steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const holder = names.slice(0, -1).reduce((node, name) => Object(node)[name], body);
  return { holder: Object(holder), name: names.at(-1) ?? "" };
}
