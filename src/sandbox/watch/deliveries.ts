import { secretFields } from "../../../generated/contract.js";
import type { Operation } from "../../contract-types.js";
import { deliveryLine } from "./log-lines.js";
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
  if (log)
    void answer.then((outcome) =>
      log(deliveryLine(made.method, made.address, outcomeOf(outcome), performance.now() - start)),
    );
}

/** The deliveries with their outcomes, once all of them are known. */
export function withAnswers(deliveries: readonly Delivery[]): Promise<unknown> {
  return Promise.all(deliveries.map(async (delivery) => ({ ...delivery, answer: await delivery.answer })));
}

/** The deliveries that a request body triggers. One whose address is not in it is left out. */
export function deliveriesOf({ callbacks = [], body: declared }: Operation, body: unknown): DeliveryMessage[] {
  return callbacks.flatMap(({ address: pointer, method, mediaTypes, example }) => {
    const [, ...steps] = pointer.split("/");
    const last = steps.pop() ?? "";
    const sent = Object(steps.reduce((value, step) => Object(value)[step], body));
    const address: unknown = sent[last];
    if (typeof address !== "string") return [];
    const known = Object.entries(declared?.fields ?? {}).filter(([name]) => !secretFields.includes(name));
    const all = known.map(([name, { schema }]) => [name, sent[name] ?? schema.default] as const);
    const fields = all.filter(([, value]) => value !== undefined);
    // The first text names the event.
    const event = fields.filter(([, value]) => typeof value === "string" && value !== address).slice(0, 1);
    const shown = { ...Object.fromEntries(event), note: NOTE };
    const isNamed = (type: string) => fields.some(([, value]) => type.endsWith(`/${value}`));
    const mediaType = mediaTypes.find(isNamed) ?? mediaTypes[0] ?? "application/json";
    const payload = mediaType.endsWith("/xml") ? xmlOf(shown) : JSON.stringify(example ?? shown);
    const headers = { "Content-Type": mediaType };
    return [{ ...Object.fromEntries(fields), address, method, headers, body: payload }];
  });
}

/** What the contract does not specify: without an example, a delivery has what was triggered, and this note. */
const NOTE = "Sent by the sandbox. The payload of a delivery is not specified.";

function xmlOf(fields: object): string {
  const elements = Object.entries(fields).map(([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`);
  return `<delivery>${elements.join("")}</delivery>`;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function outcomeOf(answer: DeliveryAnswer): string {
  if ("status" in answer) return String(answer.status);
  return "error" in answer ? `failed: ${answer.error}` : `not sent: ${answer.notSent}`;
}
