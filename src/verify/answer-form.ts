import { details, secretFields } from "../../generated/contract.js";
import { responses } from "../../generated/validators.js";
import type { Finding as Violation } from "../contract-types.js";
import { urlOf } from "../url.js";
import { breach, type Choice, departure, type Finding } from "./findings.js";
import { type JsonObject, objectOf, valueIn } from "./json.js";
import { shown, type Words, words } from "./quoted-text.js";
import { isDocumented, sectionOf, sectionOfResource } from "./sections.js";
import type { Answer } from "./service.js";

/** How many breaches of the schema are reported for one answer. */
const MAX_REPORTED = 3;

/** Checks the form of a success: its status, content type and schema. The first that is wrong hides the others. */
export function formOf(answer: Answer): Finding[] {
  const { operation, status, failure, headers, body, text } = answer;
  const expected = operation.answer;
  if (failure)
    return [breach(answer, "answer", words`no answer${failure.isLate ? "" : ":"} ${{ quoted: failure.reason }}`)];
  if (status !== expected.status) {
    const message = words`${status}, expected ${expected.status}${excerptOf(answer)}`;
    return [breach(answer, "status", message, sectionOf(operation, "status"))];
  }
  if (expected.keys === undefined) return [];
  const source = sectionOf(operation, "mediaType");
  const contentType = headers.get("content-type") ?? "none";
  if (contentType.split(";")[0]?.trim().toLowerCase() !== "application/json")
    return [breach(answer, "content type", words`${{ quoted: contentType }}, expected application/json`, source)];
  if (body !== undefined) return schemaFindings(answer, JSON.parse(text));
  return [breach(answer, "answer", words`the body is ${text === "" ? "empty" : "not JSON"}`, source)];
}

/** Whether an answer is a success of its operation. */
export function isSuccess(answer: Answer): boolean {
  return formOf(answer).every(({ kind }) => kind === "departure");
}

/** The item in an answer; `undefined` if there is none. */
export function itemIn({ operation, body }: Answer): JsonObject | undefined {
  return objectOf(valueIn(body, operation.answer.keys));
}

function schemaFindings(answer: Answer, body: unknown): Finding[] {
  const check = responses[answer.operation.id];
  if (!check || check(body)) return [];
  const chosen: unknown = structuredClone(body);
  const isRead = isDocumented(details[answer.operation.id]?.resource);
  const departures = isRead ? (check.errors ?? []).flatMap((violation) => departuresOf(answer, violation, chosen)) : [];
  const broken = check(chosen) ? [] : (check.errors ?? []).map((violation) => breachOf(answer, violation, body));
  return [...once(broken).slice(0, MAX_REPORTED), ...once(departures)];
}

/** A finding, and what it is about: what is wrong with one item of a list is often wrong with all. */
type About = readonly [field: string, finding: Finding];

/** The first finding about each field. */
function once(found: readonly About[]): Finding[] {
  return [...new Map(found.toReversed()).values()].toReversed();
}

function breachOf(answer: Answer, { instancePath, keyword, message }: Violation, body: unknown): About {
  const { holder, name } = placeOf(body, instancePath);
  const value = instancePath === "" ? body : holder[name];
  const quoted = typeof value === "object" || secretFields.includes(name) ? "" : words`, is ${shown(value)}`;
  const told = words`${instancePath || "the body"} ${message}${quoted}`;
  return [
    `${fieldAt(instancePath)} ${keyword} ${message}`,
    breach(answer, "schema", told, sourceOf(answer, instancePath)),
  ];
}

/** How a text that breaks a keyword is written by a choice of the contract; a text that does not depart from it stays. */
const CHOSEN: readonly { choice: Choice; keywords: string; write: (text: string) => string }[] = [
  { choice: "seconds", keywords: "format pattern", write: (text) => text.replace(/(T\d\d:\d\d)(?=[Z+-])/, "$1:00") },
  { choice: "url", keywords: "format", write: (text) => urlOf(text)?.href ?? text },
  { choice: "topic", keywords: "pattern", write: (text) => text.replaceAll(/(?<=.\/.*)\//g, "-") },
];

/** What departs from the choices of the contract. Changes the text in the body to match them. */
function departuresOf(answer: Answer, { instancePath, keyword }: Violation, body: unknown): About[] {
  const { holder, name } = placeOf(body, instancePath);
  const text = holder[name];
  return CHOSEN.flatMap(({ choice, keywords, write }): About[] => {
    if (typeof text !== "string" || !keywords.includes(keyword) || write(text) === text) return [];
    holder[name] = write(text);
    const found = departure(answer, "schema", words`${instancePath} is ${shown(text)}`, choice);
    return [[`${fieldAt(instancePath)} ${choice}`, found]];
  });
}

/** The field at a JSON pointer: what is wrong with one item of a list is often wrong with all. */
function fieldAt(pointer: string): string {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, "/*");
}

/** The section of the document that lists the field at a JSON pointer of an answer. */
function sourceOf({ operation }: Answer, pointer: string): string {
  const { keys: [key] = [], pagination } = operation.answer;
  const resource = details[operation.id]?.resource;
  const [, top] = pointer.split("/");
  if (top === (pagination ?? "") && isDocumented(resource)) return sectionOfResource("Pagination");
  const isWithin = key === undefined || top === key;
  return isWithin && resource !== undefined ? sectionOfResource(resource) : sectionOf(operation);
}

/** The object or array that holds what is at a JSON pointer, and its name there. */
function placeOf(body: unknown, pointer: string): { holder: Record<string, unknown>; name: string } {
  const steps = pointer.split("/").slice(1);
  const names = steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const holder = names.slice(0, -1).reduce((node, name) => Object(node)[name], body);
  return { holder: Object(holder), name: names.at(-1) ?? "" };
}

/** The beginning of an answer, in brackets. */
export function excerptOf({ text }: Answer): Words {
  return text.trim() === "" ? [] : words` (${{ quoted: text }})`;
}
