import { secretFields } from "../../../generated/contract.js";
import type { Operation } from "../../contract.js";
import { isFields } from "../../option-checks.js";
import { urlOf } from "../../url.js";
import { record } from "./records.js";

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

/** What a sandbox does with its deliveries. */
export interface DeliveryOptions {
  readonly send: SendDelivery;
  readonly payload: MakeDelivery | undefined;
  readonly log: ((line: string) => void) | undefined;
}

/** Records deliveries where nothing can be sent, such as in a browser. */
export const recordOnly: SendDelivery = async () => ({ notSent: "recorded only" });

/** Sends and records a delivery, without waiting for its answer. It is logged when its outcome is known. */
export async function deliver(
  message: DeliveryMessage,
  latest: Delivery[],
  { send, payload, log }: DeliveryOptions,
): Promise<void> {
  const own = await payload?.(message);
  const headers = { ...message.headers, ...own?.headers };
  const made = { ...message, headers, body: own?.body ?? message.body };
  const start = performance.now();
  const answer = Promise.resolve(made)
    .then(send)
    .catch((error) => ({ error: String(error) }));
  record(latest, { ...made, answer });
  if (log) void answer.then((outcome) => log(deliveryLine(made, outcome, performance.now() - start)));
}

/** The deliveries that a request body triggers. One whose address is not in it is left out. */
export function deliveriesOf({ callbacks = [], body: declared }: Operation, body: unknown): DeliveryMessage[] {
  return callbacks.flatMap(({ address: pointer, method, mediaTypes, example }) => {
    const [, ...steps] = pointer.split("/");
    const last = steps.pop() ?? "";
    const sent = steps.reduce((value, step) => Object(value)[step], body);
    const address = isFields(sent) && sent[last];
    if (typeof address !== "string") return [];
    const fields: Record<string, unknown> = {};
    for (const [name, { schema }] of Object.entries(declared?.fields ?? {})) {
      const value = Object(sent)[name] ?? schema.default;
      if (value !== undefined && !secretFields.includes(name)) fields[name] = value;
    }
    const isNamed = (type: string) => Object.values(fields).some((value) => type.endsWith(`/${value}`));
    const mediaType = mediaTypes.find(isNamed) ?? mediaTypes[0] ?? "application/json";
    // The first text names the event.
    const event = Object.keys(fields).find((name) => typeof fields[name] === "string" && fields[name] !== address);
    const shown = { ...(event && { [event]: fields[event] }), note: NOTE };
    const payload = mediaType.endsWith("/xml") ? xmlOf(shown) : JSON.stringify(example ?? shown);
    return [{ ...fields, address, method, headers: { "Content-Type": mediaType }, body: payload }];
  });
}

/** What the contract does not specify: without an example, a delivery has what was triggered, and this note. */
const NOTE = "Sent by the sandbox. The payload of a delivery is not specified.";

function xmlOf(fields: object): string {
  const elements = Object.entries(fields).map(([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`);
  return `<delivery>${elements.join("")}</delivery>`;
}

/** Text escaped for XML 1.0. Controls, lone surrogates and what is no character, which it does not allow, become U+FFFD. */
function escapeXml(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cs}\p{Cn}]/gu, "\u{FFFD}")
    .replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The log line of a delivery: method, origin of the address, outcome, time. The rest of the address may be secret. */
function deliveryLine({ method, address }: DeliveryMessage, answer: DeliveryAnswer, ms: number): string {
  return `delivery: ${method} ${urlOf(address)?.origin} ${outcomeOf(answer)} ${ms.toFixed(1)} ms`;
}

function outcomeOf(answer: DeliveryAnswer): string {
  if ("status" in answer) return String(answer.status);
  return "error" in answer ? `failed: ${answer.error}` : `not sent: ${answer.notSent}`;
}
