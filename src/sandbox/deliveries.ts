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

/** How many deliveries, and requests, are remembered. */
export const MOST_REMEMBERED = 1000;

/** Makes the record of deliveries. Each is logged when it is known what became of it. */
export function createDeliveries(send: SendDelivery, log: ((line: string) => void) | undefined): Deliveries {
  const all: Delivery[] = [];
  return {
    all,
    trigger(message) {
      const start = performance.now();
      const answer = send(message);
      all.push({ ...message, answer });
      if (all.length > MOST_REMEMBERED) all.shift();
      if (log) void answer.then((outcome) => log(deliveryLine(message, outcome, performance.now() - start)));
    },
    reset: () => {
      all.length = 0;
    },
  };
}
