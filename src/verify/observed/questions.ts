import { fields } from "../../../generated/contract.js";
import type { QuestionId } from "../../../generated/questions.js";
import { type Answer, idOf, isDone, type JsonObject, objectIn, rowsOf, webhookOf } from "../answer.js";
import { FIRST_PAGE, LIMIT } from "../list.js";
import { DEFAULT_FORMAT } from "../sections/expect.js";
import { unknownId } from "../sections/probes.js";
import { isLimited, isSameWebhook, type Log, type Seen, sentIn } from "./log.js";
import { ordersOf, ordersOfTies } from "./orders.js";

// What the log of a walk shows of each open question of the contract. The questions are generated: one that is new, gone
// or reworded is an error of the compiler here. What is observed sends nothing, decides nothing, and lists nothing of
// others.

/** What the log shows; or why no request can show it. */
type Look = ((log: Log) => readonly Seen[]) | string;

const NO_RECEIVER = "the walk receives no delivery";

export const LOOKS: Readonly<Record<QuestionId, Look>> = {
  "which-other-capabilities-the-service-has": "the walk sends only what the contract has",
  "which-bounds-lifetime-and-uniqueness-rules-the-fields-of-the-oauth-record-have": "one record shows no rule",
  "which-topics-are-allowed": (log) =>
    log.first("createWebhook", isPlain, (answer) => {
      const topic = log.walk.topic === undefined ? "a topic that was made up" : `the topic ${log.walk.topic}`;
      return `${topic} is ${log.verdict(answer)}`;
    }),
  "which-states-a-resource-has-and-how-it-moves-between-them": (log) => {
    const names = otherFieldsIn(log);
    const what =
      names.length > 0 ? `a subscription also has ${names.join(", ")}` : "no field of a subscription holds one";
    return log.webhooks.length > 0 ? [{ what }] : [];
  },
  "what-the-request-body-of-the-token-exchange-holds": (log) =>
    log.first("exchangeAccessToken", isAny, (answer) => {
      const body = answer.request.body === undefined ? "no body" : "the body of --exchange-body";
      return `${body} is ${log.verdict(answer)}`;
    }),
  "by-which-field-and-in-which-direction-the-list-is-sorted-by-default": (log) => {
    const lists = log.of("listWebhooks", (answer) => !has(answer.request.query, "sort_by") && rowCount(answer) > 2);
    const orders = ordersOf(lists.map((answer) => rowsOf(answer) ?? []));
    return lists.slice(0, 1).map((by) => ({ what: orders.join(", and ") || "by no field of the contract", by }));
  },
  "how-event-app_id-and-secret-relate-to-the-other-fields": (log) =>
    ["event", "app_id", "secret"].flatMap((name) =>
      log.first("createWebhook", sends(name), (answer) => {
        if (!isDone(answer)) return `${name} is ${log.verdict(answer)}`;
        const isShown = log.webhooks.some(
          (each) => isSameWebhook(each.webhook, webhookOf(answer)) && name in each.webhook,
        );
        return `${name} is accepted, and ${isShown ? "shown again" : "not shown again"}`;
      }),
    ),
  "how-the-subscription-to-update-is-identified": (log) =>
    log.first("updateWebhook", isAny, (answer) => {
      if (!isDone(answer)) return `an update by topic and address is ${log.verdict(answer)}`;
      const sent = sentIn(answer.request);
      const meant = log.walk.created.find((each) => isTwin(each.sent, sent));
      const isMeant = meant?.id === idOf(webhookOf(answer));
      return `${isMeant ? "the one with the topic and the address that were sent" : "another one"} is updated`;
    }),
  "what-a-triggered-delivery-sends-and-how-its-outcome-is-reported": (log) =>
    log.first("deliverWebhook", isDone, (answer) => {
      const isListed = log.walk.created.some(({ id }) => id === idOf(webhookOf(answer)));
      return `the answer shows ${isListed ? "the subscription with that topic and address" : "one that is not in the list"}`;
    }),
  "which-scopes-an-access-token-has-and-how-long-it-lives": (log) => [
    ...log.answers
      .filter(({ request }) => typeof request.token === "string")
      .map((by) => ({ what: `a made-up token is ${log.verdict(by)}`, by })),
    ...log.first(
      "listWebhooks",
      (answer) => log.isAfter(answer, isExchange),
      (answer) => `after an exchange, the token is ${log.verdict(answer)}`,
    ),
  ],
  "what-the-payload-of-a-delivered-event-holds": NO_RECEIVER,
  "whether-deliveries-are-signed-or-retried-and-how": NO_RECEIVER,
  "which-statuses-and-bodies-error-responses-have": (log) => {
    // The first request only tells whether the service is there.
    const refusals = log.answers.slice(1).filter((answer) => answer.status >= 400);
    return refusals.map((by) => ({ what: log.words(by), by }));
  },
  "which-rate-limits-apply": (log) => {
    const refused = log.walk.log.find(isLimited);
    // Which request comes when a limit is reached is another one in each run.
    if (refused) return [{ what: log.words(refused) }];
    const names = headersLike(log, /rate-?limit|quota/i);
    return [{ what: `no refusal with 429, and ${names ? `the header ${names}` : "no header of a limit"}` }];
  },
  "how-versions-are-introduced-and-retired": (log) => {
    const names = headersLike(log, /version|deprecat|sunset/i);
    return [{ what: names ? `answers have the header ${names}` : "no answer has a header of a version" }];
  },
  "which-base-url-the-service-has": "the walk is told its server",
  "whether-web-pages-may-call-the-service-cors": "the walk is no web page",
  "whose-subscriptions-an-access-token-sees": "the walk has one access token",
  "which-values-of-limit-and-page-are-too-small": (log) =>
    ["limit", "page"].flatMap((name) =>
      log.first("listWebhooks", asks(name, 0), (answer) => {
        if (!isDone(answer)) return `${name}=0 is ${log.verdict(answer)}`;
        const { current_page, per_page } = objectIn(answer, "pagination") ?? {};
        return `${name}=0 is accepted: per_page is ${per_page}, and current_page is ${current_page}`;
      }),
    ),
  "what-a-page-after-the-last-one-holds": (log) =>
    log.first("listWebhooks", isAfterLastPage(log), (answer) =>
      isDone(answer)
        ? rowCount(answer) === 0
          ? "no subscription"
          : "subscriptions of another page"
        : log.words(answer),
    ),
  "in-which-order-subscriptions-with-equal-values-are-listed": (log) =>
    log
      .of("listWebhooks", (answer) => has(answer.request.query, "sort_by"))
      .flatMap((by) => {
        const order = ordersOfTies(rowsOf(by) ?? [], String(by.request.query?.["sort_by"]));
        return order === undefined ? [] : [{ what: order, by }];
      }),
  "whether-two-subscriptions-may-share-a-topic-and-an-address": (log) =>
    log.first("createWebhook", isSecond(log), (answer) => {
      if (!isDone(answer)) return `a second one is ${log.verdict(answer)}`;
      const isFirst = log.walk.created.filter(({ id }) => id === idOf(webhookOf(answer))).length > 1;
      return isFirst ? "the first one is returned again" : "a second one is created, with an id of its own";
    }),
  "which-status-the-service-returns-for-a-subscription-that-does-not-exist": (log) =>
    log.first("getWebhook", isOfNone(log), ({ status }) => `${status}`),
  "where-the-parameters-of-create-update-and-trigger-are-sent": (log) =>
    (["createWebhook", "updateWebhook", "deliverWebhook"] as const).flatMap((operation) =>
      log.first(operation, isAny, (answer) => `in the body, under webhook, they are ${log.verdict(answer)}`),
    ),
  "whether-an-update-without-format-sets-the-default": (log) =>
    log.first("updateWebhook", isWithoutFormat(log), (answer) => {
      const format = webhookOf(answer)?.["format"];
      return format === DEFAULT_FORMAT ? "yes" : `no: the format stays ${format}`;
    }),
  "whether-every-listed-field-is-always-present": (log) => {
    const lacking = fields.Webhook.filter((name) =>
      log.webhooks.some(({ webhook }) => (webhook[name] ?? null) === null),
    );
    return log.webhooks.length > 0 ? [{ what: lacking.length > 0 ? `not always ${lacking.join(", ")}` : "yes" }] : [];
  },
  "how-a-timestamp-is-written": (log) =>
    log.webhooks.flatMap(({ webhook, by }) =>
      [webhook["created_at"], webhook["updated_at"]].map((time) => ({ what: formOf(String(time)), by })),
    ),
  "what-a-url-in-address-is": (log) =>
    log.first(
      "createWebhook",
      (answer) => isPlain(answer) && isDone(answer),
      (answer) => {
        const address = webhookOf(answer)?.["address"];
        return address === sentIn(answer.request)["address"] ? "it is kept as it was sent" : `it becomes ${address}`;
      },
    ),
  "what-the-four-fields-of-pagination-mean": (log) =>
    log.first("listWebhooks", (answer) => rowCount(answer) > 0 && has(answer.request.query, "page"), paginationIn),
  "in-which-media-type-a-delivery-arrives": NO_RECEIVER,
  "what-a-receiver-answers-and-how-soon": NO_RECEIVER,
};

const isAny = () => true;
const isExchange = ({ operation, request }: Answer) =>
  operation === "exchangeAccessToken" && request.token === undefined;
const isPlain = ({ request }: Answer) => Object.keys(sentIn(request)).join() === "topic,address";
const sends = (name: string) => (answer: Answer) => name in sentIn(answer.request);
const asks = (name: string, value: unknown) => (answer: Answer) => answer.request.query?.[name] === value;
const has = (query: object | undefined, name: string) => query !== undefined && name in query;
const rowCount = (answer: Answer) => rowsOf(answer)?.length ?? 0;
const isTwin = (one: JsonObject, other: JsonObject) =>
  one["topic"] === other["topic"] && one["address"] === other["address"];

/** Whether a creation sends the topic and the address of an earlier one. */
function isSecond(log: Log): (answer: Answer) => boolean {
  return (answer) => {
    const sent = sentIn(answer.request);
    const earlier = log.answers.slice(0, log.answers.indexOf(answer));
    return (
      "topic" in sent &&
      "address" in sent &&
      earlier.some(({ operation, request }) => {
        return operation === "createWebhook" && isTwin(sentIn(request), sent);
      })
    );
  };
}

/** Whether an answer is about an id that no subscription has. */
function isOfNone({ walk }: Log): (answer: Answer) => boolean {
  return ({ request }) => request.id === unknownId(walk);
}

/** Whether an update leaves out the format of a subscription that last had another one than the default. */
function isWithoutFormat(log: Log): (answer: Answer) => boolean {
  return (answer) => {
    if (!isDone(answer) || "format" in sentIn(answer.request)) return false;
    const earlier = log.answers.slice(0, log.answers.indexOf(answer));
    const last = earlier.findLast((each) => isDone(each) && isSameWebhook(webhookOf(each), webhookOf(answer)));
    return last !== undefined && webhookOf(last)?.["format"] !== DEFAULT_FORMAT;
  };
}

/** Whether a page begins after the last row of the list. */
function isAfterLastPage({ walk }: Log): (answer: Answer) => boolean {
  return ({ request: { query = {} } }) => {
    const { limit = LIMIT.usual, page = FIRST_PAGE } = query;
    return walk.all.length > 0 && Number(limit) > 0 && (Number(page) - FIRST_PAGE) * Number(limit) >= walk.all.length;
  };
}

/** Names of the fields of subscriptions that the contract does not have. */
function otherFieldsIn({ webhooks }: Log): string[] {
  const known: readonly string[] = fields.Webhook;
  const names = webhooks.flatMap(({ webhook }) => Object.keys(webhook));
  return [...new Set(names)].filter((name) => !known.includes(name)).sort();
}

/** The names of headers that match, each once. */
function headersLike({ answers }: Log, pattern: RegExp): string {
  const names = answers.flatMap(({ headers }) => [...headers.keys()]);
  return [...new Set(names)]
    .filter((name) => pattern.test(name))
    .sort()
    .join(", ");
}

/** How a timestamp is written, without the time that it names. */
function formOf(time: string): string {
  const seconds = /T\d\d:\d\d:\d\d/.test(time) ? "with seconds" : "without seconds";
  const digits = /\.(\d+)/.exec(time)?.[1]?.length ?? "no";
  const offset = /(Z|[+-][\d:]+)$/.exec(time)?.[0] ?? "none";
  return `${seconds}, ${digits} digits after a dot, and the offset ${offset}`;
}

/** What the position of a page says, in words that do not depend on how many subscriptions there are. */
function paginationIn(answer: Answer): string {
  const { current_page, per_page, total, total_pages } = objectIn(answer, "pagination") ?? {};
  const { query = {} } = answer.request;
  const limit = Number(query["limit"] ?? LIMIT.usual);
  const count = rowCount(answer);
  const other = "another number";
  return [
    `current_page is ${current_page === query["page"] ? "the page" : other}`,
    `per_page is ${per_page === limit ? "the limit" : per_page === count ? "how many come" : other}`,
    `total is ${count < limit && total !== count ? other : "how many there are"}`,
    `total_pages is ${total_pages === Math.ceil(Number(total) / limit) ? "total divided by the limit" : other}`,
  ].join(", ");
}
