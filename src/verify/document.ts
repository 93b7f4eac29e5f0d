import { accessToken, fields, operations } from "../../generated/contract.js";
import type { Question } from "../../generated/questions.js";
import { type Check, failures, headers as headerChecks, placeOf, responses } from "../../generated/validators.js";
import { byStatus } from "../by-status.js";
import { Failure, isNews, Skip, warn } from "./run.js";
import { type Answer, type JsonObject, objectOf, quoted, shown } from "./service.js";

// What the document says about an answer: whether it is a success, a refusal or a breach, and whether two values agree.

/** A breach: the service contradicts the document. */
export function breach(message: string): Failure {
  return new Failure("Breach", message);
}

/** What would make every test fail with the same obscure sentence. */
export function obstacleIn({ status, lost, text }: Answer): string | undefined {
  if (lost !== undefined) return `cannot be reached: ${lost}.`;
  if (status === 401 || status === 403)
    return `refuses the access token in ${accessToken.header} (status ${status}). Is SERVICE_ACCESS_TOKEN correct?`;
  if (status >= 300 && status < 400)
    return `redirects (status ${status}). The redirect was not followed, since it would receive the access token.`;
  return /^\s*<(!doctype|html)/i.test(text)
    ? `answers HTML (status ${status}), not JSON. Is it the base URL of the service?`
    : undefined;
}

/**
 * Checks that an answer is a success as the document describes it, and returns its body. What is wrong is told once, by
 * the first test that sees it; the walk goes on with whatever can still be read.
 *
 * @throws Skip when the service refuses the request, with its words.
 * @throws Failure when the answer contradicts the document.
 */
export function success(answer: Answer): JsonObject {
  const { operation, status, lost, body } = answer;
  if (lost !== undefined) throw breach(`${operation} was not answered: ${lost}`);
  expectDeclaredForm(answer);
  if (isRefused(answer)) throw new Skip(refusalOf(answer));
  const found = status >= 200 && status < 300 ? objectOf(body) : undefined;
  const wrong: Wrong[] = [];
  const { status: expected } = operations[operation];
  if (status !== expected) {
    const text = `${operation} answers with status ${status}, and the document with ${expected}`;
    wrong.push([text, found ? "" : wordsOf(answer)]);
  }
  if (status === expected || found) wrong.push(...wrongForm(answer, "application/json", responses[operation]));
  tell(wrong);
  if (!found) throw new Skip(`the answer of ${operation} cannot be read, as said above`);
  return found;
}

/** Checks the headers of an answer, and the body of a failure, where the document declares them. @throws Failure */
export function expectDeclaredForm(answer: Answer): void {
  const { operation, status, headers } = answer;
  const declared = byStatus(operations[operation].responses, status);
  const check = byStatus(headerChecks[operation] ?? {}, status);
  const wrong: Wrong[] = [];
  if (declared?.failure && declared.type)
    wrong.push(...wrongForm(answer, declared.type, failures[declared.failure.schema]));
  if (check && !check(Object.fromEntries(headers)))
    for (const finding of check.errors ?? [])
      wrong.push([`the header ${placeOf(finding).join()} ${finding.message}`, ` (${operation}, status ${status})`]);
  tell(wrong);
}

/** @throws Failure with what is wrong, once. */
function tell(wrong: readonly Wrong[]): void {
  const news = wrong.filter(([text]) => isNews(text)).map((each) => each.join(""));
  if (news.length > 0) throw breach(news.slice(0, 3).join("; "));
}

/** What is wrong, the same wherever it is wrong in the same way; and details. */
type Wrong = [text: string, details: string];

function wrongForm({ operation, headers, text, body }: Answer, expected: string, check: Check | undefined): Wrong[] {
  if (body === undefined) return [[`the body of ${operation} is no JSON`, ""]];
  const wrong = wrongFields(operation, JSON.parse(text), check);
  const type = headers.get("content-type") ?? "none";
  if (type.split(";")[0]?.trim().toLowerCase() !== expected)
    wrong.unshift([`the content type is ${quoted(type)}, not ${expected}`, ` (${operation})`]);
  return wrong;
}

/** Texts that depart only from how this project reads the document, by field, and how it reads them. */
const READINGS: Readonly<Record<string, readonly [reading: Question, write: (text: string) => string]>> = {
  created_at: ["Must a timestamp have seconds?", withSeconds],
  updated_at: ["Must a timestamp have seconds?", withSeconds],
  address: ["What is a URL in `address`?", normalUrl],
  topic: ["What is a topic made of?", (text) => text.replaceAll(/(?<=.\/.*)\//g, "-")],
};

function withSeconds(time: string): string {
  return time.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?=(Z|[+-]\d\d:\d\d)$)/, "$1:00");
}

/** The fields of a body that are not as the document lists them. Those that only we read otherwise are warnings. */
function wrongFields(operation: Answer["operation"], body: unknown, validate: Check | undefined): Wrong[] {
  if (!validate || validate(body)) return [];
  for (const finding of validate.errors ?? []) {
    const { holder, name, value } = foundAt(body, placeOf(finding));
    const [reading, write] = READINGS[name] ?? [];
    if (!reading || !write || typeof value !== "string" || write(value) === value) continue;
    warn(reading, `${name} is ${shown(value)}`);
    holder[name] = write(value);
  }
  if (validate(body)) return [];
  return (validate.errors ?? []).map((finding) => {
    const place = placeOf(finding);
    const { value } = foundAt(body, place);
    // The record of the exchange is full of secrets.
    const isShown = typeof value !== "object" && value !== undefined && operation !== "exchangeAccessToken";
    // What is wrong with a subscription is often wrong with every one, wherever it is shown.
    const field = place.join("/").replace(/^webhooks\/\d+/, "webhook");
    return [`/${field} ${finding.message}`, `${isShown ? `, is ${shown(value)}` : ""} (${operation})`];
  });
}

/** What some keys lead to in a body, and the object that holds it. */
function foundAt(body: unknown, keys: readonly string[]) {
  const holder: Record<string, unknown> = Object(keys.slice(0, -1).reduce((node, key) => Object(node)[key], body));
  const name = keys.at(-1) ?? "";
  return { holder, name, value: keys.length === 0 ? body : holder[name] };
}

/** The statuses of a service that serves this caller not at all, or not now; and of one that has no such thing. */
const NOT_SERVED = [401, 403, 429, 503];
const NOT_THERE = [404, 405];

/**
 * Whether a service refuses a request: it may, since the document shows no errors. It may not lack what the document
 * promises, nor fail at it, and in a read there is nothing to refuse.
 */
function isRefused(answer: Answer): boolean {
  return NOT_SERVED.includes(answer.status) || isAboutInput(answer);
}

/** Whether a service refuses what a write says. */
export function isAboutInput({ operation, status }: Answer): boolean {
  const isWrite = operations[operation].method !== "GET";
  return isWrite && status >= 400 && status < 500 && ![...NOT_SERVED, ...NOT_THERE].includes(status);
}

/** A refusal in the words of the service, and what its reader can do. */
function refusalOf(answer: Answer): string {
  const { operation, status } = answer;
  let advice = "choose other values with --topic or --address";
  if (operation === "deleteWebhook") advice = "what is left is named at the end";
  if (operation === "exchangeAccessToken") advice = "give a payload with --exchange-body";
  if (status === 429 || status === 503) advice = "the walk waits no longer than 60 seconds in all";
  if (status === 401 || status === 403) advice = "does the access token have the scope for it?";
  return `${operation} is refused with status ${status}${wordsOf(answer)}: ${advice}`;
}

function wordsOf({ operation, text, body }: Answer): string {
  // What the exchange returns may be a secret, in whatever form it comes.
  return text.trim() === "" || operation === "exchangeAccessToken"
    ? ""
    : ` (${body === undefined ? quoted(text) : shown(body)})`;
}

/** The fields of a subscription that only its owner changes: a service may set `updated_at` by itself. */
export const LASTING = fields.Webhook.filter((name) => name !== "updated_at");

/** What in a subscription is not as expected, as far as it shows it. */
export function differences(webhook: JsonObject, expected: JsonObject): string[] {
  return LASTING.flatMap((name) => {
    if (!(name in webhook) || !(name in expected) || agree(webhook[name], expected[name])) return [];
    return [`${name} is ${shown(webhook[name])}, expected ${shown(expected[name])}`];
  });
}

/** Whether two values say the same: a URL in whatever form, and a time in whatever zone, rounded to a second. */
export function agree(one: unknown, other: unknown): boolean {
  if (String(one) === String(other)) return true;
  if (typeof one !== "string" || typeof other !== "string") return false;
  return normalUrl(one) === normalUrl(other) || Math.abs(momentOf(one) - momentOf(other)) <= 1000;
}

/** A URL in its normal form; any other text unchanged. */
function normalUrl(text: string): string {
  return URL.canParse(text) ? new URL(text).href : text;
}

const ISO_8601 = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** The time of an ISO 8601 text, in ms since 1970; `NaN` for other values. */
export function momentOf(value: unknown): number {
  return ISO_8601.test(String(value)) ? Date.parse(String(value)) : Number.NaN;
}
