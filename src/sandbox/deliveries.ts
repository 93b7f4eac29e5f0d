import type { Schemas } from "../../generated/contract.js";
import { deliveryLine } from "./log.js";
import { isFields } from "./option-rules.js";
import { Problem, replaced } from "./reply.js";
import { headersOfHttp } from "./simulations.js";
import { xmlOf } from "./xml.js";

type Format = NonNullable<Schemas["Webhook"]["format"]>;

/** What is sent. */
export interface DeliveryMessage {
  /** URL of the receiver. */
  readonly address: string;
  readonly topic: string;
  readonly format: Format;
  /** HTTP method, in capitals. */
  readonly method: "POST";
  /** Request headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** Payload. The contract does not specify it: this is the sandbox's own choice. */
  readonly body: string;
}

/** What a trigger, or an event and a subscription, say about a delivery. */
export interface Occasion extends Pick<DeliveryMessage, "address" | "topic"> {
  /** @default "json" */
  readonly format?: Format | undefined;
  /** Payload. A string is sent as it is, any other value in the format. Without a payload, a note is sent. */
  readonly payload?: unknown;
  /** Request headers. They replace the sandbox's own. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Why the delivery is only recorded, and not sent. */
  readonly notSent?: string | undefined;
}

/** A delivery that the sandbox has started. */
export interface Delivery extends DeliveryMessage {
  /** Number of the delivery. No other delivery of this process has it. */
  readonly id: number;
  /** Its outcome, or that the outcome is not known yet. */
  readonly state: DeliveryState;
  /** A promise of the outcome. It never rejects. */
  readonly answer: Promise<DeliveryAnswer>;
}

/** The outcome of a delivery, or that it is not known yet. */
export type DeliveryState = DeliveryAnswer | { readonly pending: true };

/** The outcome of a delivery: the status that the receiver returned, what failed, or why the delivery was not sent. */
export type DeliveryAnswer = { readonly status: number } | { readonly error: string } | { readonly notSent: string };

/** Sends a delivery. */
export type SendDelivery = (message: DeliveryMessage) => Promise<DeliveryAnswer>;

/** Payload and headers of a delivery. */
export interface DeliveryContent {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
}

/** Makes the payload and the headers of a delivery, for example to sign it. What it leaves out does not change. */
export type MakeDelivery = (
  message: DeliveryMessage,
) => DeliveryContent | undefined | Promise<DeliveryContent | undefined>;

/** Records deliveries where nothing can be sent, such as in a browser. */
export const recordOnly: SendDelivery = async () => ({ notSent: "recorded only" });

/** What a sandbox does with its deliveries. */
export interface DeliveryOptions {
  readonly send: SendDelivery;
  readonly payload?: MakeDelivery | undefined;
  readonly log?: ((line: string) => void) | undefined;
}

// Not one number for each sandbox: who asks for a delivery from before a reset must not get another one.
let count = 0;

/** Starts a delivery and returns it without waiting for its outcome. The outcome is logged as soon as it is known. */
export async function startDelivery(occasion: Occasion, { send, payload, log }: DeliveryOptions): Promise<Delivery> {
  const usual = messageOf(occasion);
  const { headers = {}, body = usual.body } = checkedContent(await payload?.(usual));
  const message = { ...usual, headers: replaced(usual.headers, headers), body };
  const { notSent } = occasion;
  const start = performance.now();
  const sent = notSent === undefined ? Promise.resolve(message).then(send) : Promise.resolve({ notSent });
  let state: DeliveryState = { pending: true };
  const answer = sent
    .catch((error): DeliveryAnswer => ({ error: String(error) }))
    .then((returned) => {
      const outcome = outcomeOf(returned);
      state = outcome;
      log?.(deliveryLine(message, outcome, performance.now() - start));
      return outcome;
    });
  return {
    ...message,
    id: ++count,
    answer,
    get state() {
      return state;
    },
  };
}

/** @throws Problem when the option `payload` has returned something else. Who writes JavaScript has no types. */
function checkedContent(content: DeliveryContent | undefined = {}): DeliveryContent {
  if (!isFields(content)) throw wrongContent();
  const { headers = {}, body = "" } = content;
  if (!headersOfHttp.allows(headers) || typeof body !== "string") throw wrongContent();
  return content;
}

function wrongContent(): Problem {
  const words = "undefined, or an object whose headers are HTTP headers and whose body is a string";
  return new Problem(500, `The option payload must return ${words}.`);
}

/** What the option `send` has returned, as an outcome. It may be the response of a `fetch`, of which the status counts. */
function outcomeOf(returned: unknown): DeliveryAnswer {
  const { status, error, notSent } = isFields(returned) ? returned : {};
  if (typeof status === "number") return { status };
  if (typeof error === "string") return { error };
  if (typeof notSent === "string") return { notSent };
  return { error: "the option send must return { status }, { error } or { notSent }" };
}

function messageOf({
  address,
  topic,
  format = "json",
  payload = noteOn(topic),
  headers = {},
}: Occasion): DeliveryMessage {
  // Our reading: the media type follows the format.
  const type = { "Content-Type": `application/${format}` };
  return { address, topic, format, method: "POST", headers: replaced(type, headers), body: bodyOf(payload, format) };
}

function noteOn(topic: string) {
  return { topic, note: "Sent by the sandbox. The payload of a delivery is not specified." };
}

function bodyOf(payload: unknown, format: Format): string {
  if (typeof payload === "string") return payload;
  return format === "xml" ? xmlOf("delivery", payload) : JSON.stringify(payload);
}
