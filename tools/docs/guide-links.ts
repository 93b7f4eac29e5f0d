import { CHAPTERS } from "../contract/chapters.js";

/**
 * The guides that go on where a chapter of the reference ends, as links in Markdown: by the id of an operation, or by
 * the title of a chapter. The contract has no such links, since other tools could not follow them.
 */
export const GUIDES: Readonly<Record<string, string>> = {
  "Service API": "[Quickstart](guides/quickstart.md) [Receive deliveries](guides/receiving.md)",
  [CHAPTERS.authentication]: "[Tokens](guides/integration.md#tokens)",
  exchangeAccessToken: "[Tokens](guides/integration.md#tokens)",
  listWebhooks: "[Pages](guides/client.md#pages)",
  createWebhook: "[Subscribe once](guides/integration.md#subscribe-once)",
  updateWebhook:
    "[Change the address of a subscription](guides/integration.md#change-the-address-of-a-subscription), " +
    "[Update in production](guides/integration.md#update-in-production)",
  getWebhook: "[Methods of the client](guides/client.md#methods)",
  deleteWebhook: "[What may be repeated](guides/integration.md#what-may-be-repeated)",
  deliverWebhook: "[Send a delivery to the receiver](guides/receiving.md#send-a-delivery-to-the-receiver)",
  receiveDelivery:
    "[What is specified](guides/receiving.md#what-is-specified), [A receiver](guides/receiving.md#a-receiver)",
  [CHAPTERS.errors]:
    "[Catch errors](guides/client.md#catch-errors), [What may be repeated](guides/integration.md#what-may-be-repeated)",
  [CHAPTERS.paging]: "[Pages](guides/client.md#pages)",
  [CHAPTERS.versioning]:
    "[When a new version of the contract is released](guides/integration.md#when-a-new-version-of-the-contract-is-released)",
  [CHAPTERS.questions]:
    "[What a service does where the document is silent](guides/verify.md#what-the-document-leaves-open), " +
    "[Our own choices](guides/sandbox.md#our-own-choices)",
};
