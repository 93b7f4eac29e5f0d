import { fields, type Schemas } from "../../generated/contract.js";
import { WebhookCheck } from "../../generated/validators.js";

/** A webhook subscription, as the contract has it. */
export type Webhook = Schemas["Webhook"];

/** Whether a value has the fields of a subscription, each as the contract says. */
export function isWebhook(value: object): value is Webhook {
  return WebhookCheck(value);
}

/** Whether a subscription has a field of this name. */
export function isWebhookField(name: string): name is keyof Webhook {
  return fields.Webhook.some((known) => known === name);
}

/** A time as the contract writes those of a subscription. */
export function timeOf(time: Date): string {
  return `${time.toISOString().slice(0, 19)}+00:00`;
}
