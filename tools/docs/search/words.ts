import { stemmer } from "stemmer";

/** The words of a text. */
export function wordsIn(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The forms of the words that were met. The same words come again and again. */
const known = new Map<string, string[]>();

/** The forms in which the index has a word: as it is, and its stem, such as `retries` and `retri`. */
export function formsOf(word: string): string[] {
  const own = word.toLowerCase();
  const forms = known.get(own) ?? [...new Set([own, stemmer(own)])];
  known.set(own, forms);
  return forms;
}

/** Words of a question that say nothing about its answer. */
const SKIPPED = new Set(
  wordsIn(`a about already an and any anything api are as at be by can come comes could do does for from has have how i if in is
    it its like look looks me must my need of on or s should t than that the their them then there they this to too what when
    where which who whom why will with would you your
    api service system`),
);

/** What was asked for with a word. */
export interface Asked {
  /** Its forms; none if these docs do not say it so. */
  forms: readonly string[];
  /** What these docs say for it. */
  said: readonly string[];
}

/** The words of a query that say something, or all if none does. */
export function wordsAsked(query: string): Asked[] {
  const all = wordsIn(query.toLowerCase());
  const telling = all.filter((word, index) => !SKIPPED.has(word) || SAID_AS.has(pair(word, all[index + 1])));
  const words = telling.length > 0 ? telling : all;
  return words.flatMap((word, index) => {
    const [before, after] = [SAID_AS.get(pair(words[index - 1], word)), SAID_AS.get(pair(word, words[index + 1]))];
    if (before) return [];
    return after ? [{ forms: [], said: after }] : [{ forms: formsOf(word), said: SAID_AS.get(stemmer(word)) ?? [] }];
  });
}

/** Two words as the table below has them. */
function pair(first = "", second = ""): string {
  return `${stemmer(first)}-${stemmer(second)}`;
}

/** What readers say, in one word or two, and after the colon what these docs say for it. */
const WORDS = `
api-key token: authentication token
auth authorization authorize bearer login credential apikey oauth2 jwt key: authentication token
permission role access scope: scopes authentication
tenant account other-account event-other: whose sees
unauthenticated unauthorized: 401 authentication
forbidden denied 400 403 409 422 validation problem exception fault bad invalid: errors failure
code: status
code-expired expired-code: record lifetime
expire expiry expiration ttl lifetime valid validity: lives long
valid available possible supported: allowed
client-timeout request-timeout set-timeout: trytimeout timeout
fast quick quickly slow timeout: soon
response-time: answers soon
refresh revoke rotate renew: replace renew rotation
order ordering sequence: sort order
cursor offset pagination paginate next iterate: paging page
everything: all
get-all fetch-all: list read all
many throttle throttling concurrency concurrent parallel: rate limits
quota max-webhook max-subscription webhook-limit subscription-limit: many subscriptions
429: rate
maximum max longest: most bounds long
length: long
size: bounds page large
max-size body-size body-limit payload-limit size-limit: large payload
largest biggest big int64 bigint: large
id: identifiers
event-id delivery-id message-id unique-id webhook-id: arrive identifier
id-type type-id: identifiers large
format shape structure: body bodies
example sample schema body data content: payload holds
payload-example payload-schema payload-format xml-example xml-payload xml-root xml-namespace root-element json-example json-payload: payload holds
payload: delivery
raw: bytes
deprecate sunset removed breaking migration upgrade obsolete: deprecated versioning
localhost host domain endpoint server production hostname: base url
sandbox: environment
staging uat qa: test environment
endpoint: receiver
locally offline test testing fake stub dummy: sandbox mock
test: trigger
test-event: trigger delivery
ci: tests
ping challenge-response url-verification verify-url validate-url verify-address: challenge
zone timezone tz: utc offset
pino winston logger logging trace debug: log logs
verify-webhook webhook-verification: signing signature signed
verify verification: verify signing signature signed
hmac signed sign signature: signing signature signed
whitelist: allowlist
public reachable: tunnel
deliver-localhost receive-localhost webhook-localhost localhost-webhook localhost-delivery: tunnel localhost
ip: sender
secret: secrets signatures
change-secret new-secret reset-secret: signing secret changed
edit modify replace move: update change
change patch put: update
webhook-url webhook-endpoint: address
remove unsubscribe cancel destroy: delete
pause disable deactivate suspend: pause disable state
subscribe register add new: create subscription
webhook: subscription delivery
find search: list filter
event notification push hook: delivery
event-types list-topics list-events topic-list: topics allowed
callback url uri: address
type kind category: topic
resend resent redeliver redelivery dead letter dlq: delivery retried sent again
again retry-schedule retry-policy retry-attempts: delivery retried
replay: past deliveries replay
delivery-log webhook-log event-log: past deliveries history
multiple several all-events every-event any-event: several topics
auto-disable automatically-disabled disabled-after webhook-disabled failure-threshold: stops sending fails
self-signed ssl-certificate tls-certificate: certificates accept
content-type: content-type media
user-agent header-names: headers delivery
custom-header: custom headers
2xx 200 204: status success
replay-missed missed-event delivery-history event-history: past deliveries history
failed lost missed: retried
invalid-webhook invalid-create invalid-request: errors statuses bodies
unique-subscription unique-webhook: two share
second-creation second-create: two share create
query-string url-query: uri query host
duplicate-delivery duplicate-event same-event delivery-twice delivered-twice event-twice: delivery arrive twice
backoff exponential interval: retry delay
idempotent idempotency dedupe twice: repeated once two duplicate
same second duplicate identical exists conflict: two share create
timestamp date time datetime: iso 8601 timestamp
cors origin frontend: browser
charset encoding utf-8: charset utf8 encoding
scheme secure: url uri
ssl tls certificate: certificates url uri
contact support help email maintainer slack: ask team report
bug issue ask: report
sdk library package npm: package install client
golang: go languages
java php ruby csharp rust kotlin swift: languages
swagger spec specification postman insomnia: openapi
nest nestjs nextjs express fastify lambda: receiver express
uptime health incident: errors status
monitor monitoring alert: log errors
outage downtime: down arrive
status-page sla request-id correlation-id trace-id: contact
tls-1 tls-version: certificates
latency delay: soon arrive
event-order order-event out-order: order deliveries arrive
sort-order default-sort default-order: sorted default
gdpr privacy pii retention: personal data
gzip compression compressed deflate: compresses
unknown-field extra-field additional-field: unknown fields
nullable: null
if-match race lock concurrent-update lost-update: etag
label custom-field: tags metadata
restore undelete undo recover: restores
batch: bulk
acknowledge ack respond return: answer receiver
spoof spoofing replay-attack attack security: signing signature secrets
`;

/** The words of these docs, by the stems of what readers say. */
const SAID_AS: ReadonlyMap<string, readonly string[]> = readWords();

function readWords(): Map<string, string[]> {
  const said = new Map<string, string[]>();
  for (const line of WORDS.trim().split("\n")) {
    const [asked = "", inTheseDocs = ""] = line.split(":");
    for (const each of asked.split(" ")) {
      const stems = wordsIn(each).map(stemmer).join("-");
      said.set(stems, [...(said.get(stems) ?? []), ...wordsIn(inTheseDocs).map(stemmer)]);
    }
  }
  return said;
}
