import { fields, type OperationId, operations } from "../../generated/contract.js";
import type { QuestionId } from "../../generated/questions.js";
import { responses } from "../../generated/validators.js";
import { placeOf } from "../check.js";
import { isObject } from "../json.js";
import { urlOf } from "../url.js";
import { type Answer, fieldOf, type Row, webhookOf } from "./answer.js";
import type { Secrets } from "./secrets.js";

// What the contract says about an answer.

/** The service contradicts the contract. */
export class Breach extends Error {
  override readonly name: string = "Breach";
  /** The answer that shows it. */
  readonly answer: Answer;

  constructor(message: string, answer: Answer) {
    super(message);
    this.answer = answer;
  }
}

/** A check cannot be completed: the service refuses what it needs, or it would not be safe. */
export class Skip extends Error {}

/** What a run has found so far, and how it prints what a service says. */
export interface Findings {
  readonly secrets: Secrets;
  /** What was reported as wrong: it is often wrong in every answer. */
  readonly reported: Set<string>;
  /** Notes what the service does where the document is silent. */
  note(question: QuestionId, text: string): void;
}

/** Statuses of a service that does not serve this caller, or not now. */
const NOT_SERVED = [401, 403, 429, 503];
/** Statuses of a service that does not have what was asked for. */
const NOT_THERE = [404, 405];

/** Whether a service refuses what a write says. */
export function isAboutInput({ status, method }: Answer): boolean {
  const isOther = NOT_SERVED.includes(status) || NOT_THERE.includes(status);
  return method !== "GET" && status >= 400 && status < 500 && !isOther;
}

/** The status of an answer and the words of the service. Those of the exchange may be secrets. */
export function wordsOf({ secrets }: Findings, { operation, status, text, body }: Answer): string {
  const isSilent = operation === "exchangeAccessToken" || text.trim() === "";
  return isSilent ? `${status}` : `${status} ${secrets.shown(body ?? text)}`;
}

/**
 * Checks that an answer is a success in the form of the contract, and returns its body. What is wrong with the form is
 * reported once.
 *
 * @throws Skip when the service refuses the request, or answers nothing that can be read.
 */
export function expectSuccess(findings: Findings, answer: Answer): Row {
  const { operation, status, body } = answer;
  if (status === 0) throw new Breach(`${operation} was not answered: ${findings.secrets.line(answer.text)}`, answer);
  // A service may refuse a request, although the contract declares no failures.
  if (NOT_SERVED.includes(status) || isAboutInput(answer))
    throw new Skip(`${operation} is refused: ${wordsOf(findings, answer)}`);
  const news = wrongIn(findings, answer).filter(({ what }) => isNews(findings, what));
  const texts = news.slice(0, 3).map(({ what, details }) => what + details);
  if (texts.length > 0) throw new Breach(`${operation}: ${texts.join("; ")}`, answer);
  if (status >= 300 || !isObject(body)) throw new Skip(`${operation} cannot be read, as reported above`);
  return body;
}

/** Whether something is reported for the first time. */
export function isNews({ reported }: Findings, what: string): boolean {
  return reported.size < reported.add(what).size;
}

/** What is wrong, in the same words wherever it is wrong in the same way; and details. */
interface Wrong {
  readonly what: string;
  readonly details: string;
}

/** What of an answer is not as the contract says. */
function wrongIn(findings: Findings, answer: Answer): Wrong[] {
  const { operation, status, headers, body } = answer;
  const { status: expected } = operations[operation];
  const wrong: Wrong[] = [];
  const add = (what: string, details = "") => wrong.push({ what, details });
  if (status !== expected) add(`the status is ${status}, not ${expected}`);
  if (status >= 300) return wrong;
  const type = headers.get("content-type") ?? "none";
  if (!/^application\/json *(;|$)/i.test(type))
    add(`the content type is ${findings.secrets.shown(type)}, not application/json`);
  if (body === undefined) add("the body is not JSON");
  else wrong.push(...wrongFieldsIn(findings, answer));
  return wrong;
}

/** How this project reads the document where that is open: a body that departs only from that is no breach. */
interface Reading {
  readonly question: QuestionId;
  /** Writes a text as this project reads the document. */
  write(text: string): string;
}

const TIMESTAMP: Reading = {
  question: "how-a-timestamp-is-written",
  write: (text) => text.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?=(Z|[+-]\d\d:\d\d)$)/, "$1:00"),
};

const READINGS: Readonly<Record<string, Reading>> = {
  created_at: TIMESTAMP,
  updated_at: TIMESTAMP,
  address: { question: "what-a-url-in-address-is", write: normal },
  topic: { question: "which-topics-are-allowed", write: (text) => text.replaceAll(/(?<=.\/.*)\//g, "-") },
};

function wrongFieldsIn(findings: Findings, { operation, text }: Answer): Wrong[] {
  // As it was sent: an id beyond 2^53 is a number there.
  const body: unknown = JSON.parse(text);
  const found = findingsIn(operation, body);
  if (found.length === 0) return [];
  const asWeRead = JSON.parse(text, (name, value: unknown) => {
    const reading = READINGS[name];
    return reading && typeof value === "string" ? reading.write(value) : value;
  });
  const stillWrong = new Set(findingsIn(operation, asWeRead).map(({ place }) => place.join("/")));
  const wrong: Wrong[] = [];
  for (const { place, message } of found) {
    const value = place.reduce(fieldOf, body);
    const name = place.at(-1) ?? "";
    const reading = READINGS[name];
    if (reading && !stillWrong.has(place.join("/"))) {
      // Each subscription has another value.
      const isFirst = isNews(findings, `${reading.question} ${name}`);
      if (isFirst) findings.note(reading.question, `${name} is ${findings.secrets.shown(value)}`);
      continue;
    }
    // What is wrong with one subscription is often wrong with each, wherever it is shown.
    const field = place.join("/").replace(/^webhooks\/\d+/, "webhook");
    // The record of the exchange is full of secrets.
    const isShown = value !== undefined && operation !== "exchangeAccessToken";
    wrong.push({ what: `/${field} ${message}`, details: isShown ? `, and is ${findings.secrets.shown(value)}` : "" });
  }
  return wrong;
}

/** What of a body is not as its schema says, and where. */
function findingsIn(operation: OperationId, body: unknown): { place: string[]; message: string }[] {
  const check = responses[operation];
  if (!check || check(body)) return [];
  return (check.errors ?? []).map((finding) => ({ place: placeOf(finding), message: `${finding.message}` }));
}

/** A subscription that the run has created. */
export interface Own {
  readonly id: string;
  /** What its creation has sent. */
  readonly sent: Row;
  /** What it should be, by the requests of the run and by what was shown since: also how the service keeps an address. */
  expected: Row;
  /** Whether the service says that it is deleted, and no list shows it. */
  isGone: boolean;
}

/**
 * Checks that an answer shows a subscription as expected. What differs is expected from then on, and reported once: a
 * service that keeps addresses in another form does so with each.
 */
export function expectShown(findings: Findings, answer: Answer, own: Own, row = webhookOf(answer)): void {
  if (!row) throw new Breach(`${answer.operation}: no subscription is shown`, answer);
  // A field that is not there was reported with the form.
  const shown = { ...own.expected, ...row };
  const expected = own.expected;
  own.expected = { ...shown, id: own.id };
  const difference = differenceIn(findings.secrets, shown, expected);
  if (difference === undefined) return;
  const name = difference.split(" ")[0] ?? "";
  const kind = name === "format" ? difference : `${name} differs`;
  if (isNews(findings, kind)) throw new Breach(`${answer.operation}: ${difference}`, answer);
}

/** The fields of a subscription that only its owner changes: a service may set `updated_at` by itself. */
const LASTING = fields.Webhook.filter((name) => name !== "updated_at");

/** The first field of a subscription that is not as expected, as far as that is known; `undefined` if all are. */
export function differenceIn(secrets: Secrets, row: Row, expected: Row): string | undefined {
  const name = LASTING.find((each) => each in expected && !agree(row[each], expected[each]));
  return name && `${name} is ${secrets.shown(row[name])}, not ${secrets.shown(expected[name])}`;
}

/** Whether two values say the same: a URL in whatever form, and a time in whatever zone, rounded to a second. */
export function agree(one: unknown, other: unknown): boolean {
  if (String(one) === String(other)) return true;
  return normal(String(one)) === normal(String(other)) || Math.abs(momentOf(one) - momentOf(other)) <= 1000;
}

/** A value as a service sees it that ignores case. */
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
