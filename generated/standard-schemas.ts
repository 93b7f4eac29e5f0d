// Generated from openapi.yaml by `npm run generate`. Do not edit: change the contract.
import { type StandardSchema, standardSchema } from "../src/standard-schema.js";
import type { WebhookCreateInput, WebhookUpdateInput, WebhookDeliverInput } from "./client.js";
import { bodies } from "./validators.js";

// The compiler needs these names in the declarations of a library that uses the schemas.
export type { WebhookCreateInput, WebhookUpdateInput, WebhookDeliverInput } from "./client.js";

/** Standard Schema for the input of `webhooks.create`. */
export const webhookCreateInput: StandardSchema<WebhookCreateInput> = /* @__PURE__ */ standardSchema(
  bodies["createWebhook"],
  "webhook",
);

/** Standard Schema for the input of `webhooks.update`. */
export const webhookUpdateInput: StandardSchema<WebhookUpdateInput> = /* @__PURE__ */ standardSchema(
  bodies["updateWebhook"],
  "webhook",
);

/** Standard Schema for the input of `webhooks.deliver`. */
export const webhookDeliverInput: StandardSchema<WebhookDeliverInput> = /* @__PURE__ */ standardSchema(
  bodies["deliverWebhook"],
  "webhook",
);
