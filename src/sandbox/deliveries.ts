import type { Delivery, DeliveryMessage, SendDelivery } from "./delivery.js";
import { deliveryLine } from "./log.js";

/** The deliveries of one sandbox. */
export interface Deliveries {
  /** The latest ones, oldest first. */
  readonly all: readonly Delivery[];
  /** Sends and records a delivery, without waiting for its answer. */
  trigger(message: DeliveryMessage): void;
  /** Forgets all of them. */
  reset(): void;
}

/** How many deliveries and how many requests are recorded. */
export const MAX_RECORDED = 1000;

/** Creates the record of deliveries. Each is logged when its outcome is known. */
export function createDeliveries(send: SendDelivery, log: ((line: string) => void) | undefined): Deliveries {
  const all: Delivery[] = [];
  return {
    all,
    trigger(message) {
      const start = performance.now();
      const answer = send(message);
      all.push({ ...message, answer });
      if (all.length > MAX_RECORDED) all.shift();
      if (log) void answer.then((outcome) => log(deliveryLine(message, outcome, performance.now() - start)));
    },
    reset: () => {
      all.length = 0;
    },
  };
}
