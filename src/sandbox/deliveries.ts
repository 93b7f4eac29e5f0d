import { responseExamples } from "../../generated/contract.js";
import { bodies } from "../../generated/validators.js";
import { isFields } from "../json.js";
import { urlOf } from "../url.js";
import { mergedHeaders } from "./reply.js";
import { anything, checkFields, checkValue, whole } from "./rules.js";
import { checkSchema } from "./seed.js";
import { httpHeaders } from "./simulations.js";
import { keepLatest, LONGEST_BODY, MOST_RECORDS, type State, shortened } from "./state.js";
import type {
  Delivery,
  DeliveryAnswer,
  DeliveryContent,
  DeliveryMessage,
  DeliveryState,
  EmittedEvent,
  SandboxOptions,
  SendDelivery,
} from "./types.js";

/** What determines a delivery: a trigger, or an event and a subscription. */
export interface DeliveryRequest extends Pick<DeliveryMessage, "address" | "topic"> {
  /** @default "json" */
  readonly format?: DeliveryMessage["format"] | undefined;
  /** A string is sent as it is, and any other value in the format. Without a payload, the sandbox sends a note. */
  readonly payload?: unknown;
  /** Why the delivery is only recorded; absent if it is sent. */
  readonly notSent?: string | undefined;
}

type DeliveryOptions = Pick<SandboxOptions, "send" | "payload" | "log">;

/** Only records deliveries, where nothing can be sent, such as in a browser. */
const recordOnly: SendDelivery = async () => ({ notSent: "recorded only" });

// Shared by all sandboxes and resets, so that the number of a forgotten delivery never names another one.
let count = 0;

/**
 * Records a delivery and begins to send it. Does not wait for its outcome, which is logged as soon as it is known.
 *
 * @throws RangeError when the option `payload` returns something that cannot be sent.
 */
export async function startDelivery(
  { address, topic, format = "json", payload, notSent }: DeliveryRequest,
  state: State,
  { send = recordOnly, payload: make, log }: DeliveryOptions,
): Promise<Delivery> {
  const usual: DeliveryMessage = {
    address,
    topic,
    format,
    method: "POST",
    headers: { "content-type": `application/${format}` },
    body: bodyOf(payload ?? { topic, note: NOT_SPECIFIED }, format),
  };
  const { headers, body = usual.body } = checkedContent(await make?.(usual));
  const message = { ...usual, headers: Object.freeze(mergedHeaders(usual.headers, headers)), body };
  const start = performance.now();
  const sent = notSent === undefined ? Promise.resolve(message).then(send) : Promise.resolve({ notSent });
  let outcome: DeliveryState = Object.freeze({ pending: true });
  const answer = sent.then(withoutResponse).catch((error): DeliveryAnswer => ({ error: String(error) }));
  void answer.then((known) => {
    outcome = Object.freeze(known);
    log?.(`delivery: POST ${originOf(address)} ${inWords(known)} ${(performance.now() - start).toFixed(1)} ms`);
  });
  const delivery = Object.freeze({
    ...message,
    body: shortened(body, LONGEST_BODY),
    id: ++count,
    answer,
    get state() {
      return outcome;
    },
  });
  keepLatest(state.deliveries, delivery);
  return delivery;
}

/** Checks what the option `payload` returned. @throws RangeError when it cannot be sent. */
function checkedContent(content: DeliveryContent = {}): DeliveryContent {
  if (!isFields(content)) throw new RangeError("payload must return an object with headers and body, or nothing");
  const { headers = {}, body = "" } = content;
  checkValue("payload: headers", headers, httpHeaders);
  if (typeof body !== "string") throw new RangeError("payload: body must be a string");
  return content;
}

/** Keeps only the status of a response: the option `send` may return that of a `fetch`. */
function withoutResponse(answer: DeliveryAnswer): DeliveryAnswer {
  return "status" in answer ? { status: answer.status } : answer;
}

const NOT_SPECIFIED = "Sent by the sandbox. The payload of a delivery is not specified.";

/** The part of an address that the log shows. The rest may be secret. */
function originOf(address: string): string {
  const { origin = "", protocol = "" } = urlOf(address) ?? {};
  // A URL such as mailto:a@b.example has the origin "null".
  return origin === "null" ? protocol : origin;
}

function inWords(outcome: DeliveryAnswer): string {
  if ("status" in outcome) return String(outcome.status);
  return "error" in outcome ? `failed: ${outcome.error}` : `not sent: ${outcome.notSent}`;
}

/** Starts a delivery for every subscription with the topic of an event. @throws RangeError that names what cannot be used. */
export async function emit(event: unknown, state: State, options: DeliveryOptions): Promise<readonly Delivery[]> {
  checkEvent(event);
  const { topic, payload, times = 1 } = event;
  const subscribed = [...state.webhooks.values()].filter((webhook) => webhook.topic === topic);
  const total = subscribed.length * times;
  if (total > MOST_RECORDS)
    throw new RangeError(`emit: this would start ${total} deliveries, but the sandbox keeps only ${MOST_RECORDS}`);
  const deliveries: Delivery[] = [];
  for (let turn = 0; turn < times; turn++) {
    for (const webhook of subscribed) {
      const { address, format } = webhook;
      const notSent = state.foreign.has(webhook) ? "a web page from another machine set its address" : undefined;
      deliveries.push(await startDelivery({ address, topic, format, payload, notSent }, state, options));
    }
  }
  return deliveries;
}

function checkEvent(event: unknown): asserts event is EmittedEvent {
  checkFields<EmittedEvent>("emit: ", event, { topic: anything, payload: anything, times: whole(1, 100) });
  const { topic, payload = "" } = event;
  const { address } = responseExamples.createWebhook.webhook;
  checkSchema("emit: ", bodies["createWebhook"], { webhook: { topic, address } });
  if (!isJsonValue(payload)) throw new RangeError("emit: payload must be a string, or a value that JSON can represent");
}

/** Whether JSON can represent a value. It cannot represent a function, for example, or a value that contains itself. */
function isJsonValue(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}

function bodyOf(payload: unknown, format: DeliveryMessage["format"]): string {
  if (typeof payload === "string") return payload;
  const json = JSON.stringify(payload);
  // From the parsed JSON, so that both formats have the same content.
  return format === "xml" ? xmlOf("delivery", JSON.parse(json)) : json;
}

/** A JSON value as an XML element, with an element for each field and an `item` for each entry of a list. */
function xmlOf(name: string, value: unknown): string {
  const element = name.replaceAll(/[^\w.-]/g, "_").replace(/^(?![a-z_])/i, "_");
  return `<${element}>${innerXmlOf(value)}</${element}>`;
}

function innerXmlOf(value: unknown): string {
  if (value === null) return "";
  if (Array.isArray(value)) return value.map((entry) => xmlOf("item", entry)).join("");
  if (typeof value !== "object") return escaped(String(value));
  return Object.entries(value)
    .map(([field, entry]) => xmlOf(field, entry))
    .join("");
}

/** Escapes a text for XML. A character that XML does not allow becomes the replacement character. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
    .replaceAll(/[&<>\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
