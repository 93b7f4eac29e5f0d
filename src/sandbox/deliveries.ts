import { secretFields } from "../../generated/contract.js";
import type { Operation } from "../contract.js";
import { isFields } from "./items.js";
import { createRecords } from "./records.js";

/** What is sent. */
export interface DeliveryMessage {
  /** Where it goes. */
  readonly address: string;
  /** HTTP method, in capitals. */
  readonly method: string;
  /** Request headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** Payload. Where the contract does not specify it, this is the sandbox's own choice. */
  readonly body: string;
  /** The other fields of the request that triggered it, such as `topic`, without secrets. */
  readonly [field: string]: unknown;
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

/** Makes the payload and the headers of a delivery, for example to sign it. What it leaves out stays as it was. */
export type MakeDelivery = (
  message: DeliveryMessage,
) => DeliveryContent | undefined | Promise<DeliveryContent | undefined>;

/** Payload and headers of a delivery. */
export interface DeliveryContent {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
}

/** The deliveries of one sandbox. */
export interface Deliveries {
  /** The latest ones, oldest first. */
  readonly all: readonly Delivery[];
  /** What they hold, in characters. */
  readonly size: number;
  /** Sends and records a delivery, without waiting for its answer. */
  trigger(message: DeliveryMessage): Promise<void>;
  /** Forgets all of them. */
  clear(): void;
}

/** What a sandbox does with its deliveries. */
export interface DeliveryOptions {
  readonly send: SendDelivery;
  readonly payload: MakeDelivery | undefined;
  readonly log: ((line: string) => void) | undefined;
}

/** Records deliveries where nothing can be sent, such as in a browser. */
export const recordOnly: SendDelivery = async () => ({ notSent: "recorded only" });

/** Creates the record of deliveries. Each is logged when its outcome is known. */
export function createDeliveries({ send, payload, log }: DeliveryOptions): Deliveries {
  const records = createRecords<Delivery>();
  const deliver = async (message: DeliveryMessage): Promise<DeliveryAnswer> => {
    try {
      return await send(message);
    } catch (error) {
      return { error: String(error) };
    }
  };
  const record = (message: DeliveryMessage) => {
    const start = performance.now();
    const answer = deliver(message);
    records.add({ ...message, answer }, message.body.length + message.address.length);
    if (log) void answer.then((outcome) => log(deliveryLine(message, outcome, performance.now() - start)));
  };
  return {
    all: records.all,
    get size() {
      return records.size;
    },
    async trigger(message) {
      record(payload ? await made(message, payload) : message);
    },
    clear: records.clear,
  };
}

async function made(message: DeliveryMessage, payload: MakeDelivery): Promise<DeliveryMessage> {
  const { headers, body = message.body } = (await payload(message)) ?? {};
  return { ...message, headers: { ...message.headers, ...headers }, body };
}

/** The deliveries that a request body triggers. One whose address is not in it is left out. */
export function deliveriesOf({ callbacks = [], body: declared }: Operation, body: unknown): DeliveryMessage[] {
  return callbacks.flatMap(({ address: pointer, method, mediaTypes, example }) => {
    const sent = valueAt(body, pointer.slice(0, pointer.lastIndexOf("/")));
    const address = valueAt(body, pointer);
    if (typeof address !== "string" || !isFields(sent)) return [];
    const all = Object.entries(declared?.fields ?? {}).map(([name, { schema }]) => [
      name,
      sent[name] ?? schema.default,
    ]);
    const fields = Object.fromEntries(
      all.filter(([name, value]) => value !== undefined && !secretFields.includes(String(name))),
    );
    const isNamed = (type: string) => Object.values(fields).some((value) => type.endsWith(`/${value}`));
    const mediaType = mediaTypes.find(isNamed) ?? mediaTypes[0] ?? "application/json";
    // The first text names the event.
    const event = Object.entries(fields).find(([, value]) => typeof value === "string" && value !== address) ?? [];
    const shown = [[...event], ["note", NOTE]].filter(({ length }) => length > 0);
    const payload = mediaType.endsWith("/xml") ? xmlOf(shown) : JSON.stringify(example ?? Object.fromEntries(shown));
    return [{ ...fields, address, method, headers: { "Content-Type": mediaType }, body: payload }];
  });
}

/** What the contract does not specify: without an example, a delivery has what was triggered, and this note. */
const NOTE = "Sent by the sandbox. The payload of a delivery is not specified.";

function xmlOf(entries: readonly unknown[][]): string {
  const elements = entries.map(([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<delivery>${elements.join("")}</delivery>\n`;
}

/** Text escaped for XML 1.0. Controls, lone surrogates and what is no character, which it does not allow, become U+FFFD. */
function escapeXml(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cs}\p{Cn}]/gu, "\u{FFFD}")
    .replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The value at a JSON pointer, such as `/webhook/address`; `undefined` if there is none. */
function valueAt(document: unknown, pointer: string): unknown {
  const steps = pointer.split("/").slice(1);
  return steps.reduce((value, step) => (isFields(value) ? value[step] : undefined), document);
}

/** The log line of a delivery: method, origin of the address, outcome, time. The rest of the address may be secret. */
function deliveryLine({ method, address }: DeliveryMessage, answer: DeliveryAnswer, ms: number): string {
  const origin = URL.canParse(address) ? new URL(address).origin : "null";
  return `delivery: ${method} ${origin} ${outcomeOf(answer)} ${ms.toFixed(1)} ms`;
}

function outcomeOf(answer: DeliveryAnswer): string {
  if ("status" in answer) return String(answer.status);
  return "error" in answer ? `failed: ${answer.error}` : `not sent: ${answer.notSent}`;
}
