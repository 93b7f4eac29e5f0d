import { accessToken } from "../../generated/contract.js";
import type { Delivery, DeliveryAnswer } from "./deliveries.js";
import { checkedEvent } from "./emit.js";
import { timeFrom } from "./option-rules.js";
import { CONTROL_HEADER } from "./request.js";
import type { SandboxState } from "./state.js";

/** A promise of what the same member of a sandbox in process is or returns. */
type Remote<Member> = Member extends (...given: infer Given) => infer Result
  ? (...given: Given) => Promise<Result extends () => void ? () => Promise<void> : Awaited<Result>>
  : Promise<Member>;

/** The state of a sandbox that runs as a server. It has the members of a sandbox in process, and each returns a promise. */
export type ConnectedState = { readonly [Name in keyof SandboxState]: Remote<SandboxState[Name]> };

/** A sandbox that runs as a server. */
export interface ConnectedSandbox extends ConnectedState {
  /** The state for an access token, if the sandbox keeps a separate state for each token. */
  forToken(token: string): ConnectedState;
}

/**
 * Connects to a sandbox that runs as a server in another process. The returned object has the members of a sandbox in
 * process, except `fetch`, and each of them returns a promise. The promise rejects if the sandbox refuses what you ask for,
 * and the error says why. That of `nextRequest` also rejects if no request comes within 30 s.
 *
 * @param url - Base URL of the sandbox.
 * @param options - `token` is the control token of the sandbox, if it has one.
 * @example
 * const sandbox = connectSandbox("http://127.0.0.1:4010");
 * await sandbox.simulate({ operation: "listWebhooks", status: 500 });
 * expect(await sandbox.requests).toHaveLength(1);
 */
export function connectSandbox(url: string, { token }: { token?: string | undefined } = {}): ConnectedSandbox {
  const own = token === undefined ? {} : { [CONTROL_HEADER]: token };
  const state = (headers: Record<string, string>) => stateBy(`${url.replace(/\/+$/, "")}/__sandbox`, headers);
  return Object.assign(state(own), { forToken: (key: string) => state({ ...own, [accessToken.header]: key }) });
}

function stateBy(control: string, headers: Record<string, string>): ConnectedState {
  const call = async (method: string, action: string, sent?: object, signal: AbortSignal | null = null) => {
    const body = sent === undefined ? null : JSON.stringify(sent);
    // Made before it is sent: an error of the URL or of a token says so itself.
    const request = new Request(`${control}/${action}`, { method, headers, body, signal });
    const answer = await fetch(request).catch((cause) => {
      if (signal?.aborted) throw cause;
      throw new Error(`No sandbox responds at ${control}. Start it, or check its URL`, { cause });
    });
    const said = await answer.json().catch((cause) => {
      throw new Error(`What responds at ${control} is not a sandbox. Check its URL`, { cause });
    });
    if (!answer.ok) throw new Error(`${method} ${control}/${action}: ${answer.status} ${said.detail}`);
    return said;
  };
  /** A delivery with a promise of its outcome, as in process. */
  const withAnswer = (delivery: Omit<Delivery, "answer">): Delivery => ({
    ...delivery,
    answer: outcomeOf(delivery).catch((error) => ({ error: String(error) })),
  });
  const outcomeOf = async ({ id, state }: Omit<Delivery, "answer">): Promise<DeliveryAnswer> =>
    "pending" in state ? (await call("GET", `deliveries/${id}`)).state : state;
  const listed = async (action: string, name = action) => (await call("GET", action))[name];
  return {
    get webhooks() {
      return listed("state", "webhooks");
    },
    get requests() {
      return listed("requests");
    },
    get deliveries() {
      return listed("deliveries").then((deliveries) => deliveries.map(withAnswer));
    },
    async simulate(simulation) {
      const { id } = await call("POST", "simulate", simulation);
      return async () => void (await call("DELETE", `simulate/${id}`));
    },
    async emit(event) {
      const { deliveries } = await call("POST", "emit", checkedEvent(event));
      return deliveries.map(withAnswer);
    },
    nextRequest: ({ signal, ...awaited } = {}) => call("POST", "next", awaited, signal),
    async setClock(time) {
      // JSON writes a date that is no time as null, which would be the clock of the options.
      await call("POST", "clock", { time: (time ?? null) === null ? null : timeFrom("setClock: the time", time) });
    },
    reset: async (seed) => void (await call("POST", "reset", { seed })),
  };
}
