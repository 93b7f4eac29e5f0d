import type { OperationFacts } from "../../generated/old-contract.js";

/** A delivery that was triggered. */
export interface Delivery {
  /** Topic of the delivery. */
  readonly topic: string;
  /** Where it goes. */
  readonly address: string;
  /** HTTP method, in capitals. */
  readonly method: string;
  /** Request headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** Payload. The contract does not specify it: this one is the sandbox's own choice. */
  readonly body: string;
  /** Resolves with the outcome when it is known; never rejects. */
  readonly answer: Promise<DeliveryAnswer>;
}

/** Outcome of a delivery: the status of the answer, an error on the way, or the reason why it was not sent. */
export type DeliveryAnswer = { readonly status: number } | { readonly error: string } | { readonly notSent: string };

/** What is sent. */
export type DeliveryMessage = Omit<Delivery, "answer">;

/** Sends a delivery. It never rejects. */
export type SendDelivery = (message: DeliveryMessage) => Promise<DeliveryAnswer>;

/** Records deliveries where nothing can be sent, such as in a browser. */
export const recordOnly: SendDelivery = async () => ({ notSent: "recorded only" });

/** The deliveries that a request body triggers. */
export function deliveriesOf({ callbacks }: OperationFacts, body: unknown): DeliveryMessage[] {
  return callbacks.map(({ address: pointer, method, mediaTypes }) => {
    const envelope = pointer.slice(0, pointer.lastIndexOf("/"));
    const topic = String(valueAt(body, `${envelope}/topic`));
    const format = String(valueAt(body, `${envelope}/format`));
    const mediaType = mediaTypes.find((type) => type.endsWith(`/${format}`)) ?? mediaTypes[0] ?? "application/json";
    return {
      topic,
      address: String(valueAt(body, pointer)),
      method,
      headers: { "Content-Type": mediaType },
      body: payload(topic, mediaType),
    };
  });
}

const NOTE = "Sent by the sandbox. The payload of a delivery is not specified.";

/** The payload of a delivery: the topic, and a note that the rest is not specified. */
function payload(topic: string, mediaType: string): string {
  if (!mediaType.endsWith("/xml")) return JSON.stringify({ topic, note: NOTE });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<delivery><topic>${escapeXml(topic)}</topic><note>${NOTE}</note></delivery>\n`;
}

/** Text escaped for XML 1.0; characters that it does not allow become U+FFFD. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "\u{FFFD}")
    .replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The value at a JSON pointer, such as `/webhook/address`; `undefined` if there is none. */
function valueAt(document: unknown, pointer: string): unknown {
  let value = document;
  for (const step of pointer.split("/").slice(1)) {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}
