import { basePath, type OperationId, operations } from "../../../generated/contract.js";
import { type Answer, fieldOf, idOf, isDone, isJsonObject, type JsonObject, rowsOf, webhookOf } from "../answer.js";
import { wordsOf } from "../document.js";
import { escaped, hidden, onOneLine } from "../quoted.js";
import type { Walk } from "../walk.js";

/** Something that was observed, and an answer that shows it; without one, all answers do. */
export interface Seen {
  readonly what: string;
  readonly by?: Answer | undefined;
}

/** How much of an answer is looked at: it is cut only once it is plain, since the mark of a run may be at the cut. */
const MOST_WORDS = 2000;

type Matches = (answer: Answer) => boolean;

/** What the walk has sent and received, to be asked what it shows. It is read when the walk is over. */
export class Log {
  readonly walk: Walk;
  readonly answers: readonly Answer[];
  /** Each subscription that a success shows, with the answer. */
  readonly webhooks: readonly { readonly webhook: JsonObject; readonly by: Answer }[];

  constructor(walk: Walk) {
    this.walk = walk;
    this.answers = walk.log.filter((answer) => answer.lost === undefined && !isLimited(answer));
    this.webhooks = this.answers.filter(isDone).flatMap((by) => {
      const one = webhookOf(by);
      return [...(one ? [one] : []), ...(rowsOf(by) ?? [])].map((webhook) => ({ webhook, by }));
    });
  }

  /** The answers to an operation, with the user's own token. */
  of(operation: OperationId, matches: Matches = () => true): Answer[] {
    const isOne = (answer: Answer) => answer.operation === operation && answer.request.token === undefined;
    return this.answers.filter((answer) => isOne(answer) && matches(answer));
  }

  /** What the first such answer shows. */
  first(operation: OperationId, matches: Matches, tell: (answer: Answer) => string): Seen[] {
    const [by] = this.of(operation, matches);
    return by ? [{ what: tell(by), by }] : [];
  }

  /** Whether an answer comes after the first one that matches. */
  isAfter(answer: Answer, matches: Matches): boolean {
    const start = this.answers.findIndex(matches);
    return start >= 0 && this.answers.indexOf(answer) > start;
  }

  /** Whether a request was accepted, or with what it was refused. */
  verdict(answer: Answer): string {
    return isDone(answer) ? "accepted" : `refused with ${this.words(answer)}`;
  }

  /** The status, the media type and the body of an answer. */
  words(answer: Answer): string {
    const type = answer.headers.get("content-type")?.split(";")[0] ?? "no content type";
    return `${answer.status}, ${type}${wordsOf(this.walk, answer, (words) => hidden(words, this.walk.secrets).slice(0, MOST_WORDS))}`;
  }

  /** A request, on one line: its path, the names of what it sent, and which token. */
  line({ operation, request }: Answer): string {
    const { url, token } = request;
    const names = Object.entries(sentIn(request)).map(([name, value]) =>
      name === "format" ? `${name}: ${value}` : name,
    );
    const path = url.slice(url.indexOf(basePath) + basePath.length);
    const body = names.length > 0 ? ` {${names.join(", ")}}` : "";
    const tokens = token === null ? ", without a token" : ", with a made-up token";
    return `${operations[operation].method} ${path}${body}${token === undefined ? "" : tokens}`;
  }

  /**
   * A text as it may be published, and as it is in each run: without secrets, without what belongs to others, and without
   * the mark of the run, its ids and times.
   */
  plain(text: string): string {
    const { walk } = this;
    let plain = hidden(text, walk.secrets);
    for (const foreign of walk.foreign.values())
      for (const value of [foreign["topic"], foreign["address"]])
        if (typeof value === "string" && value !== "" && plain.includes(value))
          plain = plain.replaceAll(value, "<foreign>");
    const ids = [...walk.created.map((each) => each.id), ...walk.foreign.keys()];
    for (const id of ids.flatMap((each) => [...new Set([each, encodeURIComponent(each)])]))
      if (plain.includes(id)) plain = plain.replaceAll(idPattern(id), "<id>");
    plain = plain
      .replaceAll(new RegExp(`${walk.mark}(-[a-z]\\d+)?`, "gi"), "<run>")
      .replaceAll(TIME, "<time>")
      .replaceAll(UUID, "<uuid>")
      .replaceAll(NAMED_ID, "$1<id>");
    return onOneLine(plain);
  }
}

const TIME = /\b\d{4}-\d\d-\d\d[T ][\d:.]+(Z|[+-]\d\d:\d\d)?|\b\w{3}, \d\d \w{3} \d{4} [\d:]+ GMT/g;
const UUID = /\b[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\b/gi;
/** What a service gives to each request, such as `"request_id": "…"`. */
const NAMED_ID = /("(?:[\w-]*id|trace)"\s*:\s*)("[^"]*"|\d+)/gi;

/** Whether a request has come when a limit was reached. It is sent again, and when that happens is chance. */
export function isLimited({ status }: Answer): boolean {
  return status === 429;
}

/** An id in a path; a long one also elsewhere, but as a part of another word. */
function idPattern(id: string): RegExp {
  const before = id.length > 2 ? "(?<![\\w-])" : "(?<=/webhooks/)";
  return new RegExp(`${before}${escaped(id)}(?![\\w-])`, "g");
}

/** The subscription in a request. */
export function sentIn({ body }: Answer["request"]): JsonObject {
  const webhook = fieldOf(body, "webhook");
  return isJsonObject(webhook) ? webhook : {};
}

/** Whether two answers, or requests, are about the same subscription. */
export function isSameWebhook(one: JsonObject | undefined, other: JsonObject | undefined): boolean {
  return idOf(one) !== undefined && idOf(one) === idOf(other);
}
