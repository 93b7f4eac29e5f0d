import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { operations, responseExamples } from "../../../generated/contract.js";
import { questions } from "../../../generated/questions.js";
import { byStatus } from "../../../src/by-status.js";
import {
  answering,
  asking,
  cutting,
  isCall,
  madeUp,
  querying,
  refusing,
  replying,
  showing,
  slice,
  storing,
} from "../faults.js";
import { type Fault, type Json, refusal, success, TOKEN, walker } from "../service.js";

const tests = walker();

/** Walks, and returns what was observed as well. */
async function observed(faults: Fault | readonly Fault[]) {
  const file = `${randomUUID()}.md`;
  const walked = await tests.walk(faults, { flags: ["--deliver", "--observed", file] });
  return { ...walked, file, text: await readFile(join(tests.folder, file), "utf8") };
}

/** The rows of the tables in a document: each a question with what was observed, and the request. */
function rowsIn(text: string): { question: string; what: string; request: string }[] {
  let asked = "";
  return [...text.matchAll(/^\| (.*?) ?\| (.+) \| (.*?)\|$/gm)].flatMap(
    ([, question = "", what = "", request = ""]) => {
      if (question !== "") asked = question;
      return ["Question", "---"].includes(question) ? [] : [{ question: asked, what, request: request.trim() }];
    },
  );
}

describe("what a service does where the document is silent", () => {
  test("is a document that says at once what it is not, and answers each question or says why not", async () => {
    const { text, output, file, code } = await observed([]);
    expect(text).toMatch(/^# Observed at a service: neither contract nor breach\n/);
    const asked = [...new Set(rowsIn(text).map(({ question }) => question))];
    expect(asked).toEqual(Object.values(questions).map((each) => each.text));
    for (const { what, request } of rowsIn(text)) expect(request === "").toBe(/^not observed: \w/.test(what));
    const answered = new Set(rowsIn(text).flatMap(({ question, request }) => (request ? [question] : [])));
    expect(output.trimEnd().split("\n").at(-1)).toBe(
      `observed: answers to ${answered.size} of ${asked.length} open questions, in ${file}`,
    );
    expect(answered.size).toBeGreaterThanOrEqual(20);
    expect(code).toBe(0);
  });

  test("is the same in two runs, and lists no id, no mark, no secret, and nothing of others", async () => {
    const secret = "tr0ub4dor-and-3";
    const { topic, address } = responseExamples.getWebhook.webhook;
    const telling: Fault[] = [
      replying((reply, { operation, id }) => {
        if (operation !== "getWebhook" || reply.status !== 404) return undefined;
        return refusal(404, { wrong: id, known: [topic, address], token: TOKEN });
      }),
      showing("exchangeAccessToken", { client_secret: secret }),
      replying((reply, { operation }) => operation === "exchangeAccessToken" && { ...reply, status: 400 }),
    ];
    const runs = [await observed(telling), await observed(telling)];
    const [one, two] = runs.map(({ text }) => text);
    expect(one).toBe(two);
    for (const { text, before, service } of runs) {
      for (const foreign of before)
        expect([text.includes(foreign.topic), text.includes(foreign.address)]).toEqual([false, false]);
      for (const hidden of [TOKEN, secret]) expect(text).not.toContain(hidden);
      const [first] = service.calls.filter(isCall("createWebhook"));
      const [, mark = ""] = /verification=([\da-f]{12})/.exec(first?.sent.address) ?? [];
      expect(mark).not.toBe("");
      expect(text).not.toContain(mark);
    }
  });

  test("is the same in two runs although errors differ in each, and a limit is reached in one", async () => {
    let limited = 0;
    const telling: Fault[] = [
      replying((reply, { sent, operation }) => {
        if (reply.status < 400) return undefined;
        const body = { request_id: randomUUID().slice(0, 9), at: new Date().toUTCString() };
        return refusal(reply.status, { ...body, wrong: `what ${operation} has sent is not allowed here`, sent });
      }),
      (call, next) => (isCall("getWebhook")(call) && limited++ === 0 ? refusal(429) : next(call)),
      refusing((call) => isCall("createWebhook")(call) && "app_id" in call.sent),
    ];
    const [one, two] = [await observed(telling), await observed(telling)];
    const rate = questions["which-rate-limits-apply"].text;
    const besides = ({ text }: typeof one) => rowsIn(text).filter(({ question }) => question !== rate);
    expect(besides(one)).toEqual(besides(two));
    expect(rowsIn(one.text).find(({ question }) => question === rate)?.what).toMatch(/^429, /);
  });

  test("names the default order alike, however fast a service is", async () => {
    const delayed: Fault = async (call, next) => {
      // Longer than a second in all: the times of the subscriptions then differ.
      if (isCall("createWebhook")(call)) await new Promise((resolve) => setTimeout(resolve, 60));
      return next(call);
    };
    const [fast, slow] = [await observed([]), await observed(delayed)];
    const order = questions["by-which-field-and-in-which-direction-the-list-is-sorted-by-default"].text;
    const seen = ({ text }: typeof fast) => rowsIn(text).filter(({ question }) => question === order);
    expect(seen(slow)).toEqual(seen(fast));
  });

  test("asks for nothing without --observed", async () => {
    const { service, output } = await tests.walk([]);
    expect(service.calls.filter(({ query }) => query.get("sort_by") === "title")).toEqual([]);
    expect(output).not.toContain("open questions");
  });
});

/** Has one subscription for a topic and an address. */
const uniting = (isReplaced: boolean): Fault => {
  return async (call, next, service) => {
    const isFirst = ({ topic, address }: Json) => topic === call.sent?.topic && address === call.sent?.address;
    const first = isCall("createWebhook")(call) && service.rows.find(isFirst);
    if (!first) return next(call);
    if (!isReplaced) return success(call, { webhook: first });
    service.change((row) => (row.id === first.id ? undefined : row));
    return next(call);
  };
};

const changingFormat = (isKept: boolean) =>
  asking("updateWebhook", ({ sent }) => ({ sent: isKept ? { format: "xml", ...sent } : sent }));

/** How a conflict is written: as the contract declares it, or else as the test's service does. */
const { type: typeOfConflict = "application/json" } = byStatus(operations.createWebhook.responses, 409) ?? {};

/** Services, and what is observed at each that is not so at the others. */
const services: [name: string, faults: Fault | Fault[], question: keyof typeof questions, what: string | RegExp][] = [
  [
    "returns the first again",
    uniting(false),
    "whether-two-subscriptions-may-share-a-topic-and-an-address",
    "the first one is returned again",
  ],
  [
    "replaces the first",
    uniting(true),
    "whether-two-subscriptions-may-share-a-topic-and-an-address",
    "a second one is created, with an id of its own",
  ],
  [
    "refuses a second one",
    (call, next, service) => {
      const isLike = ({ topic, address }: Json) => topic === call.sent?.topic && address === call.sent?.address;
      return isCall("createWebhook")(call) && service.rows.some(isLike) ? refusal(409) : next(call);
    },
    "whether-two-subscriptions-may-share-a-topic-and-an-address",
    new RegExp(`^a second one is refused with 409, ${typeOfConflict.replace("+", "\\+")}`),
  ],
  [
    "lists the newest first",
    querying((query) => {
      if (query.has("sort_by")) return;
      query.set("sort_by", "created_at");
      query.set("sort_order", "desc");
    }),
    "by-which-field-and-in-which-direction-the-list-is-sorted-by-default",
    /by created_at, descending/,
  ],
  [
    "accepts any token",
    madeUp,
    "which-scopes-an-access-token-has-and-how-long-it-lives",
    "a made-up token is accepted",
  ],
  [
    "refuses made-up tokens",
    [],
    "which-scopes-an-access-token-has-and-how-long-it-lives",
    /^a made-up token is refused with 401/,
  ],
  [
    "has another field",
    ["createWebhook", "listWebhooks"].map((operation) => showing(operation, { is_paused: false })),
    "which-states-a-resource-has-and-how-it-moves-between-them",
    "a subscription also has is_paused",
  ],
  [
    "says how many requests are left",
    replying((reply) => ({ ...reply, headers: { "RateLimit-Remaining": "9" } })),
    "which-rate-limits-apply",
    "no refusal with 429, and the header ratelimit-remaining",
  ],
  [
    "has its own status for what it does not have",
    refusing((call) => isCall("getWebhook")(call) && !/^\d+$/.test(call.id ?? ""), 410),
    "which-status-the-service-returns-for-a-subscription-that-does-not-exist",
    "410",
  ],
  [
    "updates the newest",
    async (call, next, service) => {
      if (!isCall("updateWebhook")(call)) return next(call);
      const newest = service.rows.toSorted((one, other) => other.id - one.id)[0];
      const webhook = { ...newest, format: "json", ...call.sent };
      service.change((row) => (row.id === newest.id ? webhook : row));
      return success(call, { webhook });
    },
    "how-the-subscription-to-update-is-identified",
    "another one is updated",
  ],
  ["sets the default format", changingFormat(false), "whether-an-update-without-format-sets-the-default", "yes"],
  [
    "keeps a format",
    changingFormat(true),
    "whether-an-update-without-format-sets-the-default",
    "no: the format stays xml",
  ],
  [
    "ends the token",
    (() => {
      let isEnded = false;
      const ending: Fault = async (call, next) => {
        if (isEnded) return refusal(401);
        const reply = await next(call);
        isEnded = isCall("exchangeAccessToken")(call);
        return reply;
      };
      return ending;
    })(),
    "which-scopes-an-access-token-has-and-how-long-it-lives",
    /^after an exchange, the token is refused with 401/,
  ],
  [
    "shows the last page again",
    cutting((rows, page, limit) => ((page - 1) * limit >= rows.length ? rows.slice(-limit) : slice(rows, page, limit))),
    "what-a-page-after-the-last-one-holds",
    "subscriptions of another page",
  ],
  [
    "keeps addresses in another form",
    storing("createWebhook", ({ address }) => ({ address: address.replace("https:", "HTTPS:") })),
    "what-a-url-in-address-is",
    /^it becomes HTTPS:/,
  ],
  [
    "refuses the update",
    refusing(isCall("updateWebhook"), 404),
    "how-the-subscription-to-update-is-identified",
    /^an update by topic and address is refused with 404/,
  ],
  [
    "counts what comes as the size of a page",
    answering("listWebhooks", ({ webhooks, pagination }) => Object.assign(pagination, { per_page: webhooks.length })),
    "what-the-four-fields-of-pagination-mean",
    /per_page is how many come/,
  ],
  [
    "writes fractions of a second",
    showing("listWebhooks", ({ created_at }) => ({ created_at: created_at.replace(/(?=[+-]\d\d:\d\d$)/, ".123") })),
    "how-a-timestamp-is-written",
    /^with seconds, 3 digits after a dot/,
  ],
];

describe("is observed, and touches nothing of others, at a service that", () => {
  test.each(services)("%s", async (_, faults, id, expected) => {
    const { text, others, before, left } = await observed(faults);
    const { text: question } = questions[id];
    const seen = rowsIn(text).filter((row) => row.question === question);
    const what = typeof expected === "string" ? expected : expect.stringMatching(expected);
    expect(seen.map((row) => row.what)).toContainEqual(what);
    expect([others, left]).toEqual([before, []]);
  });
});
