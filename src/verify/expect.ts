import { fields, operations } from "../../generated/contract.js";
import type { QuestionId } from "../../generated/questions.js";
import { responses } from "../../generated/validators.js";
import { placeOf } from "../check.js";
import { isObject } from "../json.js";
import { urlOf } from "../url.js";
import { type Answer, fieldOf, type Row, webhookOf } from "./answer.js";
import { Secrets } from "./secrets.js";
import type { Own } from "./subscriptions.js";

// Whether an answer is as the contract says.

/** The service contradicts the contract. */
export class Breach extends Error {
  override readonly name: string = "Breach";
  /** The answer that shows the breach. */
  readonly answer: Answer;

  constructor(message: string, answer: Answer) {
    super(message);
    this.answer = answer;
  }
}

/** A check cannot be completed: it would not be safe, or the service refuses what it needs. */
export class Skip extends Error {}

/** What a run has found. It also knows how to print what the service says. */
export class Findings {
  readonly secrets = new Secrets();
  /** What the service does where the document is silent, by question. */
  readonly notes = new Map<QuestionId, Set<string>>();
  /** Other lines for the end of the output. */
  readonly remarks = new Set<string>();
  readonly #reported = new Set<string>();

  /** Notes an answer to an open question of the contract. */
  note(question: QuestionId, text: string): void {
    const texts = this.notes.get(question) ?? new Set();
    this.notes.set(question, texts.add(text));
  }

  /** Whether this is reported for the first time: the same thing is often wrong in every answer. */
  isNews(what: string): boolean {
    return this.#reported.size < this.#reported.add(what).size;
  }

  /** A value from the service, as it may be printed. */
  shown(value: unknown): string {
    return this.secrets.shown(value);
  }

  /** Names a subscription so that somebody can find it. */
  named({ id, topic, address }: Row): string {
    const webhook = id === undefined ? "a webhook" : `webhook ${this.shown(String(id))}`;
    return `${webhook}, topic ${this.shown(topic)}, address ${this.shown(address)}`;
  }

  /** The status and the body of an answer. The body of an exchange is left out, since it may contain secrets. */
  wordsOf({ operation, status, text, body }: Answer): string {
    const isSilent = operation === "exchangeAccessToken" || text.trim() === "";
    return isSilent ? `${status}` : `${status} ${this.shown(body ?? text)}`;
  }
}

/** Statuses of a service that does not serve this caller, or not at the moment. */
const NOT_SERVED = [401, 403, 429, 503];
/** Statuses of a service that does not have what was asked for. */
const NOT_THERE = [404, 405];

/** Whether a service refuses a write because of what it contains. */
export function isAboutInput({ status, method }: Answer): boolean {
  const isOther = NOT_SERVED.includes(status) || NOT_THERE.includes(status);
  return method !== "GET" && status >= 400 && status < 500 && !isOther;
}

/**
 * Checks that an answer is a success in the form of the contract, and returns its body. The same mistake in the form is
 * reported only once.
 *
 * @throws Skip if the service refuses the request, or if the body cannot be read.
 */
export function expectSuccess(findings: Findings, answer: Answer): Row {
  const { operation, status, body } = answer;
  if (status === 0) throw new Breach(`${operation} was not answered: ${findings.secrets.line(answer.text)}`, answer);
  // A service may refuse a request, although the contract declares no failures.
  if (NOT_SERVED.includes(status) || isAboutInput(answer))
    throw new Skip(`${operation} is refused: ${findings.wordsOf(answer)}`);
  const news = [...wrongIn(findings, answer)].filter(([what]) => findings.isNews(what));
  const texts = news.slice(0, 3).map(([, text]) => text);
  if (texts.length > 0) throw new Breach(`${operation}: ${texts.join("; ")}`, answer);
  if (status >= 300 || !isObject(body)) throw new Skip(`${operation} cannot be read, as reported above`);
  return body;
}

/** The mistakes in an answer: in words that are the same for the same mistake, and in full with the value. */
function wrongIn(findings: Findings, answer: Answer): Map<string, string> {
  const { operation, status, headers, body } = answer;
  const { status: expected } = operations[operation];
  const wrong = new Map<string, string>();
  const add = (what: string, details = "") => wrong.set(what, what + details);
  if (status !== expected) add(`the status is ${status}, not ${expected}`);
  if (status >= 300) return wrong;
  const type = headers.get("content-type") ?? "none";
  if (!/^application\/json *(;|$)/i.test(type))
    add(`the content type is ${findings.shown(type)}, not application/json`);
  if (body === undefined) add("the body is not JSON");
  for (const { place, message, value } of wrongFieldsIn(findings, answer)) {
    // A mistake in one subscription is often in all of them, in every answer.
    const field = place.join("/").replace(/^webhooks\/\d+/, "webhook");
    // The record that the exchange returns contains secrets.
    const isShown = value !== undefined && operation !== "exchangeAccessToken";
    add(`/${field} ${message}`, isShown ? `, and is ${findings.shown(value)}` : "");
  }
  return wrong;
}

/** A field for which the contract is stricter than the document. What the document allows is no breach. */
interface Reading {
  readonly question: QuestionId;
  isLawful(text: string): boolean;
}

const TIMESTAMP: Reading = {
  question: "how-a-timestamp-is-written",
  isLawful: (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d(Z|[+-]\d\d:\d\d)$/.test(text),
};

const READINGS: Readonly<Record<string, Reading>> = {
  created_at: TIMESTAMP,
  updated_at: TIMESTAMP,
  address: { question: "what-a-url-in-address-is", isLawful: (text) => urlOf(text) !== undefined },
  topic: { question: "which-topics-are-allowed", isLawful: (text) => /^[^\s/]+(\/[^\s/]+)+$/.test(text) },
};

interface WrongField {
  readonly place: readonly string[];
  readonly message: string;
  readonly value: unknown;
}

/** The fields of a body that do not match its schema. Those that the document allows nevertheless are noted instead. */
function wrongFieldsIn(findings: Findings, { operation, text, body }: Answer): WrongField[] {
  const check = responses[operation];
  if (!check || body === undefined) return [];
  // In `body`, an id above 2^53 is a text.
  const sent: unknown = JSON.parse(text);
  if (check(sent)) return [];
  const wrong: WrongField[] = [];
  for (const finding of check.errors ?? []) {
    const place = placeOf(finding);
    const value = place.reduce(fieldOf, sent);
    const name = place.at(-1) ?? "";
    const reading = READINGS[name];
    if (!reading || typeof value !== "string" || !reading.isLawful(value))
      wrong.push({ place, message: finding.message, value });
    // One note is enough, although each subscription has another value.
    else if (findings.isNews(`${reading.question} ${name}`))
      findings.note(reading.question, `${name} is ${findings.shown(value)}`);
  }
  return wrong;
}

/**
 * Checks that an answer shows a subscription as expected. A difference is reported once, and expected from then on: a
 * service that changes the form of one address does so with all of them.
 */
export function expectShown(findings: Findings, answer: Answer, own: Own, row = webhookOf(answer)): void {
  if (!row) throw new Breach(`${answer.operation}: no subscription is shown`, answer);
  // A missing field has already been reported by `expectSuccess`.
  const shown = { ...own.expected, ...row };
  const expected = own.expected;
  own.expected = { ...shown, id: own.id };
  const difference = differenceIn(findings, shown, expected);
  if (difference === undefined) return;
  const name = difference.split(" ")[0] ?? "";
  const kind = name === "format" ? difference : `${name} differs`;
  if (findings.isNews(kind)) throw new Breach(`${answer.operation}: ${difference}`, answer);
}

/** The fields of a subscription that only its owner changes. A service may set `updated_at` at any time. */
const LASTING = fields.Webhook.filter((name) => name !== "updated_at");

/** Describes the first field of a subscription that is not as expected; `undefined` if there is none. */
export function differenceIn(findings: Findings, row: Row, expected: Row): string | undefined {
  const name = LASTING.find((each) => each in expected && !agree(row[each], expected[each]));
  return name && `${name} is ${findings.shown(row[name])}, not ${findings.shown(expected[name])}`;
}

/** Whether two values mean the same. URLs may differ in form, and times in their zone and by up to a second. */
function agree(one: unknown, other: unknown): boolean {
  if (String(one) === String(other)) return true;
  return normal(String(one)) === normal(String(other)) || Math.abs(momentOf(one) - momentOf(other)) <= 1000;
}

/** A value in the form in which a service that ignores case compares it. */
export function folded(value: unknown): string {
  return normal(String(value)).toLowerCase();
}

/** A URL in its normal form; any other text unchanged. */
function normal(text: string): string {
  return urlOf(text)?.href ?? text;
}

const ISO_8601 = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** The time of an ISO 8601 text, in ms since 1970; `NaN` for other values. */
export function momentOf(value: unknown): number {
  return ISO_8601.test(String(value)) ? Date.parse(String(value)) : Number.NaN;
}
