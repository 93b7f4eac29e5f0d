import { CONTROL_HEADER } from "./reply.js";
import { timeFrom } from "./rules.js";
import type { Delivery, DeliveryAnswer, Sandbox } from "./types.js";

/** A promise of what the same member of an in-process sandbox is or returns. */
type Remote<Member> = Member extends (...given: infer Given) => infer Result
  ? (...given: Given) => Promise<Result extends () => void ? () => Promise<void> : Awaited<Result>>
  : Promise<Member>;

/** A sandbox that runs as a server. It has the members of an in-process sandbox except `fetch`, and each returns a promise. */
export type ConnectedSandbox = { readonly [Name in Exclude<keyof Sandbox, "fetch">]: Remote<Sandbox[Name]> };

/** A delivery as the server sends it: without its promise. */
type ListedDelivery = Omit<Delivery, "answer">;

/**
 * Connects to a sandbox that runs as a server in another process. The returned object has the members of an in-process
 * sandbox, except `fetch`, and each of them returns a promise. The promise rejects with an error that says why if the
 * sandbox cannot be reached or refuses the request.
 *
 * @param url - Base URL of the sandbox.
 * @param options - `token` is the control token of the sandbox, if it has one.
 * @example
 * const sandbox = connectSandbox("http://127.0.0.1:4010");
 * await sandbox.simulate({ operation: "listWebhooks", status: 500 });
 * expect(await sandbox.requests).toHaveLength(1);
 */
export function connectSandbox(url: string, { token }: { token?: string | undefined } = {}): ConnectedSandbox {
  const control = `${url.replace(/\/+$/, "")}/__sandbox`;
  const headers = token === undefined ? {} : { [CONTROL_HEADER]: token };

  const call = async (method: string, action: string, sent?: object) => {
    const body = sent === undefined ? null : JSON.stringify(sent);
    // Made before it is sent, since an invalid URL or token has an error of its own.
    const request = new Request(`${control}/${action}`, { method, headers, body });
    const answer = await fetch(request).catch((cause) => {
      throw new Error(`No sandbox responds at ${control}. Start it, or check its URL`, { cause });
    });
    const said = await answer.json().catch((cause) => {
      throw new Error(`What responds at ${control} is not a sandbox. Check its URL`, { cause });
    });
    if (!answer.ok) throw new Error(`${method} ${control}/${action}: ${answer.status} ${said.detail}`);
    return said;
  };

  /** A delivery with a promise of its outcome, as an in-process sandbox has it. */
  const withAnswer = (delivery: ListedDelivery): Delivery => ({
    ...delivery,
    answer: outcomeOf(delivery).catch((error) => ({ error: String(error) })),
  });
  const outcomeOf = async ({ id, state }: ListedDelivery): Promise<DeliveryAnswer> =>
    "pending" in state ? (await call("GET", `deliveries/${id}`)).state : state;

  return {
    get webhooks() {
      return call("GET", "state").then(({ webhooks }) => webhooks);
    },
    get requests() {
      return call("GET", "requests").then(({ requests }) => requests);
    },
    get deliveries() {
      return call("GET", "deliveries").then(({ deliveries }) => deliveries.map(withAnswer));
    },
    async simulate(simulation) {
      const { id } = await call("POST", "simulate", simulation);
      return async () => void (await call("DELETE", `simulate/${id}`));
    },
    async emit(event) {
      const { deliveries } = await call("POST", "emit", event);
      return deliveries.map(withAnswer);
    },
    async setClock(time) {
      // JSON would write an invalid date as null, which lets the clock run.
      await call("POST", "clock", { time: time && timeFrom("setClock: the time", time) });
    },
    async reset(seed) {
      await call("POST", "reset", { seed });
    },
  };
}
