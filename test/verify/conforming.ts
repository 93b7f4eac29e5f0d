import type { Webhook } from "../../src/client/index.js";
import type { VerifyOptions } from "../../src/verify/arguments.js";
import type { Fault } from "./service.js";

/** A service that follows the document in a way that looks like a breach. */
export interface ConformingService extends Fault {
  title: string;
  /** Options of the walk. */
  options?: Partial<VerifyOptions>;
}

/** More than a `number` can hold without rounding. */
const FIRST_ID = 9_007_199_254_740_993_000n;

const oldest = { topic: "orders/create", format: "json", created_at: "2026-01-01T00:00:00+00:00" } as const;

/** Before every request, others create a subscription and delete one, at both ends of the list. */
function traffic(): Fault {
  let made = 5_000;
  return {
    between(kept: Webhook[]) {
      const moment = `2026-01-01T00:00:${String(made % 60).padStart(2, "0")}+00:00`;
      const address = `https://others.example/${made}`;
      kept.unshift({ ...oldest, id: made++, address, created_at: moment, updated_at: moment });
      if (made % 2)
        kept.splice(
          kept.findIndex(({ id }) => id > 5_000),
          1,
        );
    },
  };
}

/** Answers the first request of every operation with status 429. */
function busyAtFirst(): Fault {
  const asked = new Set<string>();
  return {
    answer(answer, { operation }) {
      if (asked.has(operation)) return;
      asked.add(operation);
      Object.assign(answer, { status: 429, headers: { "Retry-After": "0" }, body: "Slow down" });
    },
    refuse: ({ operation, token }) => (asked.has(operation) || token === undefined ? undefined : 429),
  };
}

export const conformingServices: ConformingService[] = [
  {
    title: "it adds other fields",
    answer({ body }) {
      const { webhooks = [], pagination, webhook, oauth } = Object(body);
      for (const object of [body, ...webhooks, pagination, webhook, oauth]) {
        if (typeof object === "object" && object) Object.assign(object, { nickname: "Lamp" });
      }
    },
  },
  {
    title: "its content type is in another case",
    answer(answer) {
      answer.headers = { "content-type": "Application/JSON;charset=UTF-8" };
    },
  },
  {
    title: "its ids are greater than 2^53",
    read(call) {
      if (call.id) call.id = String(BigInt(call.id) - FIRST_ID);
    },
    answer(answer) {
      answer.body = JSON.stringify(answer.body).replace(/"id":(\d+)/g, (_, id) => `"id":${FIRST_ID + BigInt(id)}`);
    },
  },
  { title: "others create and delete subscriptions during the walk", ...traffic() },
  { title: "its reads lag behind its writes", lag: 6, options: { settle: 20_000 } },
  {
    title: "its timestamps have fractions and negative offsets",
    create: (webhook) => {
      const moment = `${new Date(Date.now() - 5 * 3_600_000).toISOString().slice(0, 19)}.123456-05:00`;
      Object.assign(webhook, { created_at: moment, updated_at: moment });
    },
  },
  {
    title: "it refuses with other statuses, in plain text",
    answer(answer) {
      if (answer.status >= 400) Object.assign(answer, { status: 400, headers: {}, body: "No." });
    },
  },
  {
    title: "it refuses with status 200 and a body that is no success",
    refuse: ({ token }) => (token === undefined ? 200 : undefined),
  },
  {
    title: "it treats a limit above the maximum as the maximum",
    read: ({ query }) => Number(query.get("limit")) > 10_000 && query.set("limit", "10000"),
  },
  {
    title: "its first answers have status 429",
    ...busyAtFirst(),
  },
  {
    title: "its token exchange requires a payload",
    refuse: ({ operation, body }) => (operation === "exchangeAccessToken" && !body ? 400 : undefined),
  },
  {
    title: "it ignores an unknown format",
    refuse: ({ operation, webhook, token }) =>
      token !== undefined && operation === "createWebhook" && webhook.topic && webhook.address ? 0 : undefined,
  },
  {
    title: "it ignores case when it sorts addresses",
    between: (kept) => {
      for (const webhook of kept) if (webhook.id === 1003) webhook.address = "https://LANTERN-books.example/hooks/14";
    },
  },
];
