import { accessToken, fields, operations } from "../../generated/contract.js";
import type { QuestionId } from "../../generated/questions.js";
import { type Check, failures, headers as headerChecks, placeOf, responses } from "../../generated/validators.js";
import { byStatus } from "../by-status.js";
import { urlOf } from "../url.js";
import { type Answer, fieldOf, isJsonObject, type JsonObject } from "./answer.js";
import { breach, Skip } from "./outcome.js";
import type { Walk } from "./walk.js";

// What the document says about an answer: whether it is a success, a refusal or a breach, and whether two values agree.

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
export function success(walk: Walk, answer: Answer): JsonObject {
  const { operation, status, lost, body } = answer;
  if (lost !== undefined) throw breach(`${operation} was not answered: ${lost}`, answer);
  if (isRefused(answer)) throw new Skip(refusalOf(walk, answer));
  const found = status >= 200 && status < 300 && isJsonObject(body) ? body : undefined;
  const { status: expected } = operations[operation];
  const wrong: Wrong[] = [];
  if (status !== expected) {
    const details = found ? "" : wordsOf(walk, answer);
    wrong.push({ what: `${operation} answers with status ${status}, and the document with ${expected}`, details });
  }
  if (status === expected || found) wrong.push(...wrongForm(walk, answer, "application/json", responses[operation]));
  tell(walk, answer, wrong);
  if (!found) throw new Skip(`the answer of ${operation} cannot be read, as said above`);
  return found;
}

/**
 * Checks the headers of an answer, and the body of a failure, where the contract declares them.
 *
 * @throws Failure when the answer contradicts the contract.
 */
export function expectDeclaredForm(walk: Walk, answer: Answer): void {
  const { operation, status, headers, lost } = answer;
  if (lost !== undefined) return;
  const { responses: declared } = operations[operation];
  const response = byStatus(declared, status);
  const wrong: Wrong[] = [];
  if (response?.failure && response.type !== undefined)
    wrong.push(...wrongForm(walk, answer, response.type, failures[response.failure.schema]));
  const check = byStatus(headerChecks[operation] ?? {}, status);
  if (check && !check(Object.fromEntries(headers)))
    for (const finding of check.errors ?? []) {
      const what = `the header ${placeOf(finding).join()} ${finding.message}`;
      wrong.push({ what, details: ` (${operation}, status ${status})` });
    }
  tell(walk, answer, wrong);
  const declaresFailures = Object.keys(declared).some((key) => !key.startsWith("2"));
  if (declaresFailures && response === undefined && status >= 400)
    walk.warn(
      "which-statuses-and-bodies-error-responses-have",
      `${operation} answers with status ${status}, undeclared`,
    );
}

/** @throws Failure with what is wrong, if it is wrong in a new way. */
function tell(walk: Walk, answer: Answer, wrong: readonly Wrong[]): void {
  const news = wrong.filter(({ what }) => walk.isNews(what)).map(({ what, details }) => what + details);
  if (news.length > 0) throw breach(news.slice(0, 3).join("; "), answer);
}

/** What is wrong, the same wherever it is wrong in the same way; and details. */
interface Wrong {
  readonly what: string;
  readonly details: string;
}

function wrongForm(walk: Walk, answer: Answer, expected: string, check: Check | undefined): Wrong[] {
  const { operation, headers, body } = answer;
  if (body === undefined) return [{ what: `the body of ${operation} is no JSON`, details: "" }];
  const wrong = wrongFields(walk, answer, check);
  const type = headers.get("content-type") ?? "none";
  if (type.split(";")[0]?.trim().toLowerCase() === expected) return wrong;
  return [{ what: `the content type is ${walk.quoted(type)}, not ${expected}`, details: ` (${operation})` }, ...wrong];
}

/** How this project reads the document where that is open: a body that departs only from that is no breach. */
interface Reading {
  /** Its line in the register of the contract. */
  readonly question: QuestionId;
  /** Writes a text of the field as we read it. */
  write(text: string): string;
}

const seconds: Reading = { question: "how-a-timestamp-is-written", write: withSeconds };

const READINGS: Readonly<Record<string, Reading>> = {
  created_at: seconds,
  updated_at: seconds,
  address: { question: "what-a-url-in-address-is", write: normalUrl },
  topic: { question: "which-topics-are-allowed", write: (text) => text.replaceAll(/(?<=.\/.*)\//g, "-") },
};

function withSeconds(time: string): string {
  return time.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?=(Z|[+-]\d\d:\d\d)$)/, "$1:00");
}

/** A copy of a body in which every text is written as this project reads the document. */
function asWeRead(text: string): unknown {
  return JSON.parse(text, (name, value: unknown) => {
    const reading = READINGS[name];
    return reading && typeof value === "string" ? reading.write(value) : value;
  });
}

/** The fields of a body that are not as the document lists them. Those that only we read otherwise are warnings. */
function wrongFields(walk: Walk, { operation, text }: Answer, check: Check | undefined): Wrong[] {
  const findingsIn = (value: unknown) => (!check || check(value) ? [] : (check.errors ?? []));
  const body: unknown = JSON.parse(text);
  const findings = findingsIn(body);
  if (findings.length === 0) return [];
  const stillWrong = new Set(findingsIn(asWeRead(text)).map((finding) => placeOf(finding).join("/")));
  const wrong: Wrong[] = [];
  for (const finding of findings) {
    const place = placeOf(finding);
    const value = place.reduce(valueAt, body);
    const name = place.at(-1) ?? "";
    const reading = READINGS[name];
    if (reading && !stillWrong.has(place.join("/"))) {
      // Each subscription has another value.
      if (walk.isNews(`${reading.question}: ${name}`)) walk.warn(reading.question, `${name} is ${walk.shown(value)}`);
      continue;
    }
    // What is wrong with a subscription is often wrong with every one, wherever it is shown.
    const field = place.join("/").replace(/^webhooks\/\d+/, "webhook");
    // The record of the exchange is full of secrets.
    const isShown = value !== undefined && typeof value !== "object" && operation !== "exchangeAccessToken";
    const details = `${isShown ? `, is ${walk.shown(value)}` : ""} (${operation})`;
    wrong.push({ what: `/${field} ${finding.message}`, details });
  }
  return wrong;
}

function valueAt(value: unknown, key: string): unknown {
  return Array.isArray(value) ? value[Number(key)] : fieldOf(value, key);
}

/** The statuses of a service that serves this caller not at all, or not now; and of one that has no such thing. */
const NOT_SERVED = [401, 403, 429, 503];
const NOT_THERE = [404, 405];

/**
 * Whether a service refuses a request: it may, also where the document declares no failures. It may not lack what the
 * document promises, nor fail at it, and in a read there is nothing to refuse.
 */
function isRefused(answer: Answer): boolean {
  return NOT_SERVED.includes(answer.status) || isAboutInput(answer);
}

/** Whether a service refuses what a write says. */
export function isAboutInput({ operation, status }: Answer): boolean {
  const isWrite = operations[operation].method !== "GET";
  return isWrite && status >= 400 && status < 500 && !NOT_SERVED.includes(status) && !NOT_THERE.includes(status);
}

/**
 * Whether an answer shows what the service thinks of a request: whether it accepts or refuses what was sent. One that is
 * busy, fails or redirects shows nothing of that. Nor does a refusal of the user's own token.
 */
export function isVerdict({ operation, status, request }: Answer): boolean {
  if (status === operations[operation].status) return true;
  if (status < 400 || status >= 500) return false;
  const isAboutToken = status === 401 || status === 403;
  return isAboutToken ? request.token !== undefined : !NOT_SERVED.includes(status);
}

/** A refusal in the words of the service, and what its reader can do. */
export function refusalOf(walk: Walk, answer: Answer): string {
  const { operation, status } = answer;
  return `${operation} is refused with status ${status}${wordsOf(walk, answer)}: ${adviceFor(answer)}`;
}

function adviceFor({ operation, status }: Answer): string {
  if (status === 401 || status === 403) return "does the access token have the scope for it?";
  if (status === 429 || status === 503) return "the walk waits no longer than 60 seconds in all";
  if (operation === "exchangeAccessToken") return "give a payload with --exchange-body";
  if (operation === "deleteWebhook") return "what is left is named at the end";
  return "choose other values with --topic or --address";
}

/** The words of a service, in brackets. What the exchange returns may be a secret, in whatever form it comes. */
export function wordsOf(walk: Walk, { operation, text, body }: Answer, write = (words: string) => walk.quoted(words)) {
  if (text.trim() === "" || operation === "exchangeAccessToken") return "";
  return ` (${write(body === undefined ? text : JSON.stringify(body))})`;
}

/** The fields of a subscription that only its owner changes: a service may set `updated_at` by itself. */
export const LASTING = fields.Webhook.filter((name) => name !== "updated_at");

/** A field of a subscription that is not as expected. */
interface Difference {
  text: string;
  /** The same wherever the field is wrong in the same way. */
  kind: string;
}

/** What in a subscription is not as expected, as far as it shows it. */
export function differences(walk: Walk, webhook: JsonObject, expected: JsonObject): Difference[] {
  return LASTING.flatMap((name) => {
    if (!(name in webhook) || !(name in expected) || agree(webhook[name], expected[name])) return [];
    const text = `${name} is ${walk.shown(webhook[name])}, expected ${walk.shown(expected[name])}`;
    // Each subscription has other values, but for the format.
    return [{ text, kind: name === "format" ? text : `${name} is another one` }];
  });
}

/** Whether two values say the same: a URL in whatever form, and a time in whatever zone, rounded to a second. */
export function agree(one: unknown, other: unknown): boolean {
  if (String(one) === String(other)) return true;
  if (typeof one !== "string" || typeof other !== "string") return false;
  return normalUrl(one) === normalUrl(other) || Math.abs(momentOf(one) - momentOf(other)) <= 1000;
}

/** Whether two texts are the same for a service that does not look at the case. */
export function isSame(one: unknown, other: unknown): boolean {
  return agree(String(one).toLowerCase(), String(other).toLowerCase());
}

/** A URL in its normal form; any other text unchanged. */
function normalUrl(text: string): string {
  return urlOf(text)?.href ?? text;
}

const ISO_8601 = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** The time of an ISO 8601 text, in ms since 1970; `NaN` for other values. */
export function momentOf(value: unknown): number {
  return ISO_8601.test(String(value)) ? Date.parse(String(value)) : Number.NaN;
}
