import { deliveryLine } from "./log.js";
import { payload } from "./payload.js";

/** One delivery, as it was sent. */
export interface Delivery {
  /** Topic that was triggered. */
  readonly topic: string;
  /** Where it was sent. */
  readonly address: string;
  /** HTTP method that it was sent with. */
  readonly method: string;
  /** Headers that it was sent with. */
  readonly headers: Readonly<Record<string, string>>;
  /** Payload that it was sent with. What a delivery holds is not specified: this one is the sandbox's own. */
  readonly body: string;
  /** How it was answered. It is there once the answer is; it never rejects. */
  readonly answer: Promise<DeliveryAnswer>;
}

/** How a delivery was answered: with a status, or not at all, and why not. */
export type DeliveryAnswer = { readonly status: number } | { readonly error: string };

/** Where the contract sends a delivery, and in which media type. */
export interface Destination {
  readonly address: string;
  readonly method: string;
  readonly mediaType: string;
  /** Topic that is delivered. */
  readonly topic: string;
}

/** The deliveries of one sandbox. */
export interface Deliveries {
  /** The latest ones, oldest first. */
  readonly sent: readonly Delivery[];
  /** Sends a delivery, without waiting for its answer. */
  send(destination: Destination): void;
  /** Forgets what was sent. */
  reset(): void;
  /** Gives up on what is under way. */
  close(): void;
}

/** How long an address has to answer, in ms. */
const TIMEOUT = 10_000;
/** How many deliveries are remembered. */
const MOST_SENT = 1000;

/** Makes deliveries over HTTP. Each is logged when it is answered, or has failed. */
export function createDeliveries(log: (line: string) => void): Deliveries {
  const sent: Delivery[] = [];
  const closing = new AbortController();

  return {
    sent,
    send({ topic, address, method, mediaType }) {
      const headers = { "Content-Type": mediaType };
      const body = payload(topic, mediaType);
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(TIMEOUT)]);
      const start = performance.now();
      const answer = post(address, { method, headers, body, signal });
      sent.push({ topic, address, method, headers, body, answer });
      if (sent.length > MOST_SENT) sent.shift();
      void answer.then((outcome) => log(deliveryLine(method, address, outcome, performance.now() - start)));
    },
    reset: () => {
      sent.length = 0;
    },
    close: () => closing.abort(),
  };
}

async function post(address: string, request: RequestInit): Promise<DeliveryAnswer> {
  try {
    const response = await fetch(address, { ...request, redirect: "manual" });
    await response.body?.cancel();
    return { status: response.status };
  } catch (error) {
    return { error: reasonOf(error) };
  }
}

/** Why nothing came back. `fetch` names the reason in the cause; its own message may quote the address. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "failed";
  if (error.name === "AbortError") return "the sandbox was closed";
  if (error.name === "TimeoutError") return `no answer within ${TIMEOUT} ms`;
  const { cause = error } = error;
  if (cause instanceof Error && "code" in cause && typeof cause.code === "string") return cause.code;
  return "the address cannot be sent to";
}
