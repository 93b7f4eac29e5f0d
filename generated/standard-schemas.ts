// Generated from openapi.yaml by `npm run generate`. Do not edit: change the contract.
import { type StandardSchema, standardSchema } from "../src/standard-schema.js";
import type { WebhookCreateInput, WebhookUpdateInput, WebhookDeliverInput } from "./client.js";
import { bodies } from "./validators.js";

// The compiler needs them to name the schemas in the declarations of a library.
export type { WebhookCreateInput, WebhookUpdateInput, WebhookDeliverInput } from "./client.js";

/** What `webhooks.create` takes. */
export const webhookCreateInput: StandardSchema<WebhookCreateInput> = /* @__PURE__ */ standardSchema(
  bodies["createWebhook"],
  "webhook",
);

/** What `webhooks.update` takes. */
export const webhookUpdateInput: StandardSchema<WebhookUpdateInput> = /* @__PURE__ */ standardSchema(
  bodies["updateWebhook"],
  "webhook",
);

/** What `webhooks.deliver` takes. */
export const webhookDeliverInput: StandardSchema<WebhookDeliverInput> = /* @__PURE__ */ standardSchema(
  bodies["deliverWebhook"],
  "webhook",
);
