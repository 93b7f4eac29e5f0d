/**
 * Words of readers that these docs do not use, or use only in passing. Each line has a place, and the family of words that
 * leads there. A place in a guide is its beginning or one of its chapters.
 */
const FAMILIES = `
index.html#/section/authentication: auth authorize login logon signin sign credential personal api key apikey bearer jwt permission role scope expire expiry expiration lifetime ttl revoke rotate unauthenticated unauthorized 401
index.html#/section/errors: error failure failed fault exception problem code forbidden denied invalid bad request validation format 2xx 400 403 404 409 415 422 500 503 incident
index.html#/section/paging-and-limits: pagination paginate page next cursor offset iterate throttle throttling quota rate limiting burst 429 most maximum size many
index.html#/section/versioning: deprecated deprecate deprecation sunset obsolete removed eol breaking change changes migration migrate upgrade
index.html#/section/base-url: host hostname domain endpoint server url localhost production prod staging uat qa environment system region
index.html#/webhooks: pause disable disabled deactivate suspend enable state status wildcard several multiple
index.html#/webhooks/createwebhook: subscribe register add new topics topic list available event types orders idempotent duplicate twice second already exists
index.html#/webhooks/listwebhooks: find lookup search filter fetch everything ordering sequence tenant account
index.html#/webhooks/updatewebhook: edit modify patch partial replace move rename new endpoint url
index.html#/webhooks/deletewebhook: remove unsubscribe cancel destroy end stop after
index.html#/webhooks/deliverwebhook: send test event ping fire dummy
index.html#/webhooks/receivedelivery: payload body content example sample xml json root header user agent size raw media redirect redirects tls certificate signature retry redelivery resend missed lost latency delay timeout fast ack acknowledge must return order log history id
index.html#/oauth/exchangeaccesstoken: oauth2 authorization code grant
index.html#/resources/webhook: id identifier type int64 bigint uuid integer large timezone zone timestamp date datetime iso 8601 metadata label tag
index.html#/open/which-rate-limits-apply: quota throttle throttling limit
index.html#/open/which-other-capabilities-the-service-has: bulk batch restore undelete undo metadata tag label
index.html#/open/how-the-subscription-to-update-is-identified: etag concurrent concurrency race lock conflict lost
index.html#/open/what-the-payload-of-a-delivered-event-holds: schema privacy personal pii gdpr retention compression gzip
index.html#/open/whether-deliveries-are-signed-or-retried-and-how: signature signing signed hmac secret verify retry redelivery redeliver resend again backoff attempts failed dlq dead letter
index.html#/open/whether-web-pages-may-call-the-service-cors: cors csp origin browser frontend spa
index.html#/open/whose-subscriptions-an-access-token-sees: tenant account organization customer user others permission
index.html#/open/whether-two-subscriptions-may-share-a-topic-and-an-address: duplicate unique same conflict identical twice second creation
index.html#/open/whether-every-listed-field-is-always-present: null nullable optional missing unknown extra additional
index.html#/open/what-a-url-in-address-is: https http scheme ipv4 ipv6 port query string length long
index.html#/open/what-a-receiver-answers-and-how-soon: ack acknowledge respond response answer return timeout fast status time 2xx endpoint
guides/client.html#the-client: sdk library package npm javascript node nodejs typescript frontend install
guides/client.html#retries: retry backoff exponential idempotent idempotency interval
guides/client.html#renew-a-token-after-a-401: refresh renew rotate
guides/languages.html#other-languages: golang go python java php ruby rails csharp dotnet kotlin swift rust
guides/receiving.html#receive-deliveries: endpoint listener consumer callback ngrok tunnel expose public challenge handshake validation ip firewall allowlist whitelist signature hmac secret spoofing attack replay idempotent duplicate ordering sequence downtime outage down charset encoding utf raw express fastify lambda
guides/sandbox.html#the-mock-and-the-sandbox: sandbox mock offline local locally fake stub dummy test testing staging environment qa
guides/verify.html#verify-a-service: conformance compliance check ci
guides/recipes.html#logging: log logger winston observability monitor monitoring alert trace debug telemetry
openapi.yaml: swagger spec specification schema postman insomnia download
redoc.html: redoc redocly
`;

/** The words of each family, by the place that they lead to. */
export const FAMILY_OF: ReadonlyMap<string, string> = new Map(
  FAMILIES.trim()
    .split("\n")
    .map((line): [string, string] => {
      const [place = "", words = ""] = line.split(": ");
      return [place, words];
    }),
);

/** Words of a question that say nothing about its answer. */
export const SKIPPED: ReadonlySet<string> = new Set(
  `a about am an and any are as at be by can come comes could did do does for from had has have how i if in is it its like
  look looks me must my need of on or our s so t than that the their them then there these they this those to too us was we were
  what when where which who why will with would you your api service`.split(/\s+/),
);
