import type { OperationFacts } from "../../generated/contract.js";

/** One delivery, as it was triggered. */
export interface Delivery {
  /** Topic that was triggered. */
  readonly topic: string;
  /** Where it goes. */
  readonly address: string;
  /** HTTP method that it is sent with. */
  readonly method: string;
  /** Headers that it is sent with. */
  readonly headers: Readonly<Record<string, string>>;
  /** Payload that it is sent with. What a delivery holds is not specified: this one is the sandbox's own. */
  readonly body: string;
  /** What became of it. It is there once that is known; it never rejects. */
  readonly answer: Promise<DeliveryAnswer>;
}

/** What became of a delivery: it was answered with a status, it failed on its way, or it was not sent at all. */
export type DeliveryAnswer = { readonly status: number } | { readonly error: string } | { readonly notSent: string };

/** What is sent. */
export type DeliveryMessage = Omit<Delivery, "answer">;

/** Sends a delivery. It never rejects. */
export type SendDelivery = (message: DeliveryMessage) => Promise<DeliveryAnswer>;

/** What becomes of a delivery where nothing can be sent, as in a browser. */
export const recordOnly: SendDelivery = async () => ({ notSent: "recorded only" });

/** The deliveries that an operation causes, for the body of one request. */
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

const NOTE = "Sent by the sandbox. What a delivery holds is not specified.";

/** The payload of a delivery: what was triggered, and a note that the rest is not specified. */
function payload(topic: string, mediaType: string): string {
  if (!mediaType.endsWith("/xml")) return JSON.stringify({ topic, note: NOTE });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<delivery><topic>${escapeXml(topic)}</topic><note>${NOTE}</note></delivery>\n`;
}

/** Text as XML 1.0 can hold it; a character that it cannot hold becomes U+FFFD. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "\u{FFFD}")
    .replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The value at a JSON pointer, such as `/webhook/address`; `undefined` where there is none. */
function valueAt(document: unknown, pointer: string): unknown {
  let value = document;
  for (const step of pointer.split("/").slice(1)) {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}
