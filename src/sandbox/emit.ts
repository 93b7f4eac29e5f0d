import { responseExamples } from "../../generated/contract.js";
import { bodies } from "../../generated/validators.js";
import { type Delivery, type DeliveryOptions, type Occasion, startDelivery } from "./deliveries.js";
import { anything, checkFields, isFields, whole } from "./option-rules.js";
import { MOST_RECORDS } from "./records.js";
import { firstFault } from "./seed.js";
import { headersOfHttp } from "./simulations.js";
import type { Webhook } from "./webhook-fields.js";

/** An event to emit. */
export interface EmittedEvent {
  /** Topic, such as `orders/create`. Every subscription with this topic gets a delivery. */
  topic: string;
  /**
   * Payload of the deliveries. A string is sent as it is. Any other value is sent as JSON, or as XML to a subscription whose
   * format is `xml`: each field becomes an element, and each entry of a list an `item`.
   *
   * @default a note that the payload of a delivery is not specified
   */
  payload?: unknown;
  /** Headers to add to the deliveries. A `Content-Type` among them replaces the sandbox's own. */
  headers?: Readonly<Record<string, string>> | undefined;
  /**
   * How many deliveries each subscription gets, from 1 to 100. Use more than one to test duplicates.
   *
   * @default 1
   */
  times?: number | undefined;
}

/** The subscriptions of a sandbox. */
interface Subscriptions {
  readonly webhooks: ReadonlyMap<string, Webhook>;
  /** Those to which nothing is sent, since a web page of another machine has set their address. */
  readonly foreign: WeakSet<Webhook>;
}

const RULES = { topic: anything, payload: anything, headers: headersOfHttp, times: whole(1, 100) };

/**
 * Starts a delivery for every subscription with the topic of an event.
 *
 * @param subscriptions - All subscriptions, and those of them to which nothing may be sent.
 * @param keep - Records a delivery that has started.
 * @returns The deliveries, without waiting for their outcomes; none if no subscription has the topic.
 * @throws RangeError which names what cannot be used.
 */
export async function emit(
  event: EmittedEvent,
  { webhooks, foreign }: Subscriptions,
  options: DeliveryOptions,
  keep: (delivery: Delivery) => void,
): Promise<readonly Delivery[]> {
  const { topic, payload, headers, times = 1 } = checkedEvent(event);
  checkTopic(topic);
  const content = { headers, payload };
  const subscribed = [...webhooks.values()].filter(hasAddress).filter((webhook) => webhook.topic === topic);
  checkCount(subscribed.length, times);
  const deliveries: Delivery[] = [];
  for (let turn = 0; turn < times; turn++) {
    for (const webhook of subscribed) {
      const { address, format } = webhook;
      const notSent = foreign.has(webhook) ? "a web page from another machine set its address" : undefined;
      const delivery = await startDelivery({ address, topic, format, ...content, notSent }, options);
      keep(delivery);
      deliveries.push(delivery);
    }
  }
  return deliveries;
}

/** Checks all of an event but its topic. Its payload becomes what JSON makes of it. @throws RangeError */
export function checkedEvent(event: EmittedEvent): EmittedEvent {
  checkFields("emit: ", event, RULES);
  const framing = Object.keys(event.headers ?? {}).find((name) => FRAMING.includes(name.toLowerCase()));
  if (framing) throw new RangeError(`emit: headers must not contain ${framing}, which follows from the payload`);
  return { ...event, payload: asJson(event.payload) };
}

/** Headers that say where a body ends. With another value, the receiver would wait for more, or see less. */
const FRAMING = ["content-length", "transfer-encoding"];

/** Whether there is an address to deliver to. A contract may let a subscription leave it out. */
function hasAddress(webhook: Webhook): webhook is Webhook & Pick<Occasion, "address"> {
  return webhook.address !== undefined;
}

/** @throws RangeError when no subscription can have a topic. */
function checkTopic(topic: unknown): void {
  const { address } = responseExamples.createWebhook.webhook;
  const fault = firstFault(bodies["createWebhook"], { webhook: { topic, address } });
  if (fault !== undefined) throw new RangeError(fault.replace(/^webhook\./, "emit: "));
}

/** @throws RangeError when there would be more deliveries than the sandbox records. */
function checkCount(subscribed: number, times: number): void {
  if (subscribed * times <= MOST_RECORDS) return;
  throw new RangeError(
    `emit: times ${times} would create ${subscribed * times} deliveries, and the sandbox keeps only ${MOST_RECORDS}`,
  );
}

/**
 * The payload of an event as it is after JSON, so that both formats say the same.
 *
 * @throws RangeError when JSON cannot represent it.
 */
function asJson(payload: unknown): unknown {
  if (payload === undefined || typeof payload === "string") return payload;
  // JSON would write a view of bytes as an object of numbers.
  if (ArrayBuffer.isView(payload)) throw notJson(payload.constructor.name);
  const lost: string[] = [];
  const withoutLoss = (_: string, value: unknown) => {
    if (isEmptyInJson(value)) lost.push(value.constructor.name);
    return value;
  };
  let copy: unknown;
  try {
    copy = JSON.parse(JSON.stringify(payload, withoutLoss));
  } catch {
    throw notJson();
  }
  if (lost.length > 0) throw notJson(lost[0]);
  return copy;
}

/** Whether an object is a map, a set, an error or the like: JSON would write `{}` for it, as for an empty object. */
function isEmptyInJson(value: unknown): value is object {
  if (!isFields(value) || Object.keys(value).length > 0) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // A plain object may come from another realm, such as that of a page in a test.
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
  return !isPlain;
}

/** @param got - The class of the value that JSON cannot represent, if that is what is wrong. */
function notJson(got = ""): RangeError {
  const words = "emit: payload must be a string, or a value that JSON can represent";
  return new RangeError(got === "" ? words : `${words}, and ${got} is none`);
}
