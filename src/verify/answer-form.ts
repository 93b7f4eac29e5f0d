import { accessToken, details, secretFields } from "../../generated/contract.js";
import { responses } from "../../generated/validators.js";
import { CommandError } from "../cli/command-error.js";
import type { Fields, Finding as Violation } from "../contract-types.js";
import { urlOf } from "../url.js";
import {
  breach,
  type Choice,
  departure,
  EXCHANGE,
  type Finding,
  isDocumented,
  sectionOf,
  sectionOfResource,
  shown,
  type Words,
  words,
} from "./findings.js";
import { type JsonObject, objectOf, valueIn } from "./json.js";
import { type Answer, LONGEST_WAIT, NOT_NOW } from "./service.js";

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

/** The statuses of a service that refuses the caller. */
const NO_ACCESS = [401, 403];
/** The statuses of a service that serves this caller not at all, or not now. */
const NOT_SERVED = [...NO_ACCESS, ...NOT_NOW];
/** The statuses of a service that has no such operation, or not this item. */
const NOT_THERE = [404, 405];

/**
 * Whether a service refuses a request. It may, since errors are not specified: to anybody without access (401, 403), for
 * now (429, 503), and any change (the other statuses from 400 to 499). It may not lack what the document promises (404,
 * 405), nor fail at it (the other statuses from 500 on), and in a read of what exists there is nothing to refuse.
 */
export function isRefused(answer: Answer): boolean {
  return NOT_SERVED.includes(answer.status) || isAboutInput(answer);
}

/** Whether a service refuses what a request says, or the state that it finds. */
export function isAboutInput(answer: Answer): boolean {
  return (
    answer.operation.method !== "GET" && isClientError(answer) && ![...NOT_SERVED, ...NOT_THERE].includes(answer.status)
  );
}

/** Whether a service says that the request is at fault: by the rules of HTTP, it then did nothing. */
export function isClientError({ status }: Answer): boolean {
  return status >= 400 && status < 500;
}

/** Why a service refuses something, and what the user can do. */
export function reasonOf(answer: Answer): Words {
  return words`status ${answer.status}${excerptOf(answer)}${adviceAbout(answer)}`;
}

/** The beginning of an answer, in brackets. */
function excerptOf({ text }: Answer): Words {
  return text.trim() === "" ? [] : words` (${{ quoted: text }})`;
}

/** What the user can do. */
function adviceAbout({ status, operation }: Answer): string {
  if (NO_ACCESS.includes(status)) return ": does the access token have the scope for it?";
  if (NOT_NOW.includes(status))
    return `: the service limits requests, and a walk waits for ${LONGEST_WAIT} seconds at most. Try again later`;
  if (operation.id === EXCHANGE) return ": give a payload with --exchange-body";
  return otherThan(operation.body?.fields ?? {});
}

/** What to do about the values of some fields. */
export function otherThan(fields: Fields): string {
  const flags = Object.entries(fields).flatMap(([name, { schema }]) => {
    if (name === "topic") return "--topic";
    return schema.format === "uri" ? "--address" : [];
  });
  return flags.length > 0 ? `: choose another value with ${flags.join(" or ")}` : "";
}

/**
 * Finds problems in the first answer that would make every step fail with the same obscure finding.
 *
 * @throws CommandError when nothing answers, when it is not the service, or when it refuses the token.
 */
export function checkReachable(answer: Answer, server: string, redact: (text: string) => string): void {
  const { status, headers, text, body, failure } = answer;
  const stop = (problem: string) => {
    throw new CommandError(`${server} ${problem}`);
  };
  if (failure) stop(`${failure.isLate ? "did not answer" : "cannot be reached:"} ${redact(failure.reason)}.`);
  if (NO_ACCESS.includes(status))
    stop(`refuses the access token in ${accessToken.header} (status ${status}). Is SERVICE_ACCESS_TOKEN correct?`);
  if (NOT_NOW.includes(status)) stop(`serves no requests now (status ${status}). Try again later.`);
  if (status >= 300 && status < 400) {
    const target = urlOf(headers.get("location") ?? "", server);
    const to = target && target.origin !== urlOf(server)?.origin ? ` to ${target.origin}` : "";
    stop(`redirects${to} (status ${status}). The redirect was not followed, since it would receive the access token.`);
  }
  const isHtml = /text\/html/i.test(headers.get("content-type") ?? "") || /^\s*<(!doctype|html)/i.test(text);
  if (isHtml && body === undefined)
    stop(`answers HTML (status ${status}), not JSON. Is it the base URL of the service?`);
}
