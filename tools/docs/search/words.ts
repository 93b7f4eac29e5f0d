import { stemmer } from "stemmer";

/** The words of a text. */
export function wordsIn(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Words of a question that say nothing about its answer. */
const SKIPPED = new Set(
  wordsIn(`a about already an and any anything are as at be by can come comes could do does for from has have how i if in is it
    its like look looks me must my need of on or s should t than that the their them then there they this to too what when where
    which who whom why will with would you your`),
);

/** The forms of the words that were met. The same words come again and again. */
const known = new Map<string, string[]>();

/** The forms in which the index has a word: as it is, and its stem, such as `retries` and `retri`. */
export function formsOf(word: string): string[] {
  const own = word.toLowerCase();
  const forms = known.get(own) ?? (SKIPPED.has(own) ? [] : [...new Set([own, stemmer(own)])]);
  known.set(own, forms);
  return forms;
}

/** What readers say, and after the colon what these docs say for it. */
const WORDS = `
auth authorization authorize bearer login credential apikey oauth2 jwt key: authentication token
token: authentication
permission role access scope: scopes authentication
unauthenticated unauthorized: 401 authentication
forbidden denied 403 problem exception fault bad invalid: errors failure
code: status
valid validity lifetime: lives
valid available possible supported: allowed
fast quick quickly slow timeout: soon
refresh revoke rotate renew expire expiry expiration ttl: lifetime rotation token
order ordering sequence: sort order
cursor offset pagination paginate next iterate: paging page
everything: all
many throttle throttling quota concurrency concurrent parallel: rate limits
maximum max longest: most bounds long
length: long
size: bounds page large
largest biggest big int64 bigint: large
id: identifiers
format shape structure: form body bodies
example sample schema body data content: payload holds
raw: bytes
deprecate sunset removed breaking migration upgrade obsolete: deprecated versioning
localhost host domain endpoint server production hostname: base url
staging system uat qa: production environment
endpoint: receiver
locally offline test testing fake stub dummy: sandbox mock
test ping: trigger
tunnel ngrok public reachable: address receiver
zone timezone tz: utc offset
pino winston logger logging trace debug: log logs
verify verification: verify signing signature signed
hmac signed sign signature ip allowlist whitelist: signing signature signed
change edit modify patch replace move: update
remove unsubscribe cancel destroy disable deactivate pause: delete
subscribe register add new: create subscription
find search: list filter
event notification push hook: delivery
callback: delivery address
type kind category: topic
resend resent redeliver redelivery replay again dead letter dlq: delivery retried
failed lost missed: retried
backoff exponential interval: retry delay
idempotent idempotency dedupe twice: repeated once two duplicate
same second duplicate identical exists conflict: two share
timestamp date time datetime: iso 8601 timestamp
cors origin frontend: browser
ssl tls certificate scheme secure: url uri
contact support help ask email bug report issue maintainer slack: team repository
sdk library package npm: client
golang java php ruby csharp rust kotlin swift: languages
swagger spec specification postman insomnia: openapi
nest nestjs nextjs express fastify lambda: receiver express
uptime health incident: errors status
outage downtime down: arrive
acknowledge ack respond return: answer receiver
spoof spoofing replay attack security: signing signature secrets
`;

/** The words of these docs, by a form of what readers say. */
export const SAID_AS: ReadonlyMap<string, readonly string[]> = readWords();

function readWords(): Map<string, string[]> {
  const said = new Map<string, string[]>();
  for (const line of WORDS.trim().split("\n")) {
    const [asked = "", inTheseDocs = ""] = line.split(":");
    for (const word of wordsIn(asked).map(stemmer)) {
      said.set(word, [...(said.get(word) ?? []), ...wordsIn(inTheseDocs).map(stemmer)]);
    }
  }
  return said;
}
