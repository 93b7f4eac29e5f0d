import type { Schemas } from "../../generated/contract.js";
import { deliveryLine } from "./log.js";

type Format = NonNullable<Schemas["Webhook"]["format"]>;

/** What is sent. */
export interface DeliveryMessage {
  /** Where it goes. */
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

/** What a trigger says of a delivery. */
export interface Trigger extends Pick<DeliveryMessage, "address" | "topic"> {
  /** @default "json" */
  readonly format?: Format | undefined;
}

/** A delivery that was triggered. */
export interface Delivery extends DeliveryMessage {
  /** Resolves with the outcome when it is known; never rejects. */
  readonly answer: Promise<DeliveryAnswer>;
}

/** Outcome of a delivery: the status of the answer, an error on the way, or the reason why it was not sent. */
export type DeliveryAnswer = { readonly status: number } | { readonly error: string } | { readonly notSent: string };

/** Sends a delivery. */
export type SendDelivery = (message: DeliveryMessage) => Promise<DeliveryAnswer>;

/** Payload and headers of a delivery. */
export interface DeliveryContent {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
}

/** Makes the payload and the headers of a delivery, for example to sign it. What it leaves out stays as it was. */
export type MakeDelivery = (
  message: DeliveryMessage,
) => DeliveryContent | undefined | Promise<DeliveryContent | undefined>;

/** Records deliveries where nothing can be sent, such as in a browser. */
export const recordOnly: SendDelivery = async () => ({ notSent: "recorded only" });

/** What a sandbox does with its deliveries. */
interface DeliveryOptions {
  readonly send: SendDelivery;
  readonly payload?: MakeDelivery | undefined;
  readonly log?: ((line: string) => void) | undefined;
}

/** Begins to send a delivery, and returns it without waiting for its outcome, which is logged when it is known. */
export async function startDelivery(
  { address, topic, format = "json" }: Trigger,
  { send, payload, log }: DeliveryOptions,
): Promise<Delivery> {
  const payloadFields = { topic, note: "Sent by the sandbox. The payload of a delivery is not specified." };
  const body = format === "xml" ? xmlOf(payloadFields) : JSON.stringify(payloadFields);
  // Our reading: the media type follows the format.
  const headers = { "Content-Type": `application/${format}` };
  const message: DeliveryMessage = { address, topic, format, method: "POST", headers, body };
  const own = await payload?.(message);
  const delivery = { ...message, headers: { ...headers, ...own?.headers }, body: own?.body ?? body };
  const start = performance.now();
  const answer = Promise.resolve(delivery)
    .then(send)
    .catch((error) => ({ error: String(error) }));
  if (log) void answer.then((outcome) => log(deliveryLine(delivery, outcome, performance.now() - start)));
  return { ...delivery, answer };
}

function xmlOf(fields: object): string {
  const escaped = (text: string) => text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  const elements = Object.entries(fields).map(([name, value]) => `<${name}>${escaped(value)}</${name}>`);
  return `<delivery>${elements.join("")}</delivery>`;
}
