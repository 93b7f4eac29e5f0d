// Generated from openapi.yaml by `npm run generate`. Do not edit: change the contract.

/**
 * The open questions of the contract, in its order and words: `open` if the interface document says that it leaves the
 * point open, and `choice` if it does not settle the point, so that this project had to choose.
 */
export const questions = {
  "which-other-capabilities-the-service-has": { kind: "open", text: "Which other capabilities the service has" },
  "which-bounds-lifetime-and-uniqueness-rules-the-fields-of-the-oauth-record-have": { kind: "open", text: "Which bounds, lifetime and uniqueness rules the fields of the OAuth record have" },
  "which-topics-are-allowed": { kind: "open", text: "Which topics are allowed" },
  "which-states-a-resource-has-and-how-it-moves-between-them": { kind: "open", text: "Which states a resource has, and how it moves between them" },
  "what-the-request-body-of-the-token-exchange-holds": { kind: "open", text: "What the request body of the token exchange holds" },
  "by-which-field-and-in-which-direction-the-list-is-sorted-by-default": { kind: "open", text: "By which field and in which direction the list is sorted by default" },
  "how-event-app_id-and-secret-relate-to-the-other-fields": { kind: "open", text: "How `event`, `app_id` and `secret` relate to the other fields" },
  "how-the-subscription-to-update-is-identified": { kind: "open", text: "How the subscription to update is identified" },
  "what-a-triggered-delivery-sends-and-how-its-outcome-is-reported": { kind: "open", text: "What a triggered delivery sends, and how its outcome is reported" },
  "which-scopes-an-access-token-has-and-how-long-it-lives": { kind: "open", text: "Which scopes an access token has, and how long it lives" },
  "what-the-payload-of-a-delivered-event-holds": { kind: "open", text: "What the payload of a delivered event holds" },
  "whether-deliveries-are-signed-or-retried-and-how": { kind: "open", text: "Whether deliveries are signed or retried, and how" },
  "which-statuses-and-bodies-error-responses-have": { kind: "open", text: "Which statuses and bodies error responses have" },
  "which-rate-limits-apply": { kind: "open", text: "Which rate limits apply" },
  "how-versions-are-introduced-and-retired": { kind: "open", text: "How versions are introduced and retired" },
  "which-base-url-the-service-has": { kind: "choice", text: "Which base URL the service has" },
  "whether-web-pages-may-call-the-service-cors": { kind: "choice", text: "Whether web pages may call the service (CORS)" },
  "whose-subscriptions-an-access-token-sees": { kind: "choice", text: "Whose subscriptions an access token sees" },
  "which-values-of-limit-and-page-are-too-small": { kind: "choice", text: "Which values of `limit` and `page` are too small" },
  "what-a-page-after-the-last-one-holds": { kind: "choice", text: "What a page after the last one holds" },
  "in-which-order-subscriptions-with-equal-values-are-listed": { kind: "choice", text: "In which order subscriptions with equal values are listed" },
  "whether-two-subscriptions-may-share-a-topic-and-an-address": { kind: "choice", text: "Whether two subscriptions may share a topic and an address" },
  "which-status-the-service-returns-for-a-subscription-that-does-not-exist": { kind: "choice", text: "Which status the service returns for a subscription that does not exist" },
  "where-the-parameters-of-create-update-and-trigger-are-sent": { kind: "choice", text: "Where the parameters of create, update and trigger are sent" },
  "whether-an-update-without-format-sets-the-default": { kind: "choice", text: "Whether an update without `format` sets the default" },
  "whether-every-listed-field-is-always-present": { kind: "choice", text: "Whether every listed field is always present" },
  "how-a-timestamp-is-written": { kind: "choice", text: "How a timestamp is written" },
  "what-a-url-in-address-is": { kind: "choice", text: "What a URL in `address` is" },
  "what-the-four-fields-of-pagination-mean": { kind: "choice", text: "What the four fields of `pagination` mean" },
  "in-which-media-type-a-delivery-arrives": { kind: "choice", text: "In which media type a delivery arrives" },
  "what-a-receiver-answers-and-how-soon": { kind: "choice", text: "What a receiver answers, and how soon" },
} as const;

/** The id of an open question, which also ends the anchor of its row in the docs. */
export type QuestionId = keyof typeof questions;
