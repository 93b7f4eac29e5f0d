import { responseExamples } from "../../generated/contract.js";
import { bodies } from "../../generated/validators.js";
import { type Delivery, type DeliveryOptions, type Occasion, startDelivery } from "./deliveries.js";
import { anything, checkFields, whole } from "./option-rules.js";
import { MOST_RECORDS } from "./records.js";
import { firstFault } from "./seed.js";
import { headersOfHttp } from "./simulations.js";
import type { Webhook } from "./webhook-fields.js";

/** An event that happens in the sandbox. */
export interface EmittedEvent {
  /** Topic, such as `orders/create`: each subscription with it receives the event. */
  topic: string;
  /**
   * Payload of the deliveries. A text is sent as it is. Any other value is sent as JSON, or as XML where a subscription has
   * that format: one element for each field, and `item` for each entry of a list.
   *
   * @default a note that the payload of a delivery is not specified
   */
  payload?: unknown;
  /** Headers of the deliveries, in addition to their `Content-Type`, or in its place. */
  headers?: Readonly<Record<string, string>> | undefined;
  /**
   * How often each subscription receives the event, from 1 to 100: more than once to test duplicates.
   *
   * @default 1
   */
  times?: number | undefined;
}

const RULES = { topic: anything, payload: anything, headers: headersOfHttp, times: whole(1, 100) };

/**
 * Delivers an event to every subscription with its topic, in its format, at its address.
 *
 * @param webhooks - All subscriptions.
 * @param keep - Records a delivery that has begun.
 * @returns The deliveries, without waiting for their outcomes; none if no subscription has the topic.
 * @throws RangeError which names what cannot be used.
 */
export async function emit(
  event: EmittedEvent,
  webhooks: Iterable<Webhook>,
  options: DeliveryOptions,
  keep: (delivery: Delivery) => void,
): Promise<readonly Delivery[]> {
  checkFields("emit: ", event, RULES);
  const { topic, payload, headers, times = 1 } = event;
  checkTopic(topic);
  const content = { headers, payload: asJson(payload) };
  const subscribed = [...webhooks].filter(hasAddress).filter((webhook) => webhook.topic === topic);
  checkCount(subscribed.length, times);
  const deliveries: Delivery[] = [];
  for (let turn = 0; turn < times; turn++) {
    for (const { address, format } of subscribed) {
      const delivery = await startDelivery({ address, topic, format, ...content }, options);
      keep(delivery);
      deliveries.push(delivery);
    }
  }
  return deliveries;
}

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
    `emit: times ${times} for ${subscribed} subscriptions are more than the ${MOST_RECORDS} deliveries that are recorded`,
  );
}

/** The payload of an event as JSON has it, so that it says the same in both formats. @throws RangeError when JSON cannot write it. */
export function asJson(payload: unknown): unknown {
  if (payload === undefined || typeof payload === "string") return payload;
  try {
    return JSON.parse(JSON.stringify(payload));
  } catch {
    throw new RangeError("emit: payload must be a text, or a value that JSON can write");
  }
}
