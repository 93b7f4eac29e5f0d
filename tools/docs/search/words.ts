import { stemmer } from "stemmer";

/** The words of a text. */
export function wordsIn(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Words of a question that say nothing about its answer. */
const SKIPPED = new Set(
  wordsIn(`a an and any are as at be by can come comes could do does for from get has have how i if in is it its me my
    must need of on or should that the their there this to what when where which who whom why will with you your`),
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
valid validity: lives
fast quick quickly slow: soon
refresh revoke rotate renew expire expiry expiration ttl: lifetime rotation token
order ordering sequence: sort order
cursor offset pagination paginate next iterate: paging page
throttle throttling quota concurrency concurrent parallel: rate limits
maximum max longest: most bounds long
length size: long bounds page
format shape structure: form body bodies
example sample schema: holds
raw: bytes
deprecate sunset removed breaking migration upgrade: deprecated versioning
localhost host domain endpoint server production staging hostname: base url
locally offline test testing fake stub dummy: sandbox mock
tunnel ngrok public reachable: address receiver
zone timezone tz: utc offset
commonjs cjs: commonjs module
pino winston logger logging trace debug: log logs
verify verification: verify signing signature signed
hmac signed sign ip allowlist whitelist: signing signature signed
change edit modify patch replace: update
remove unsubscribe cancel destroy disable deactivate pause: delete
subscribe register add new: create subscription
event notification push hook: delivery
callback: delivery address
type kind category: topic
resend redeliver replay dead letter dlq: delivery retry
backoff exponential interval: retry delay
idempotent idempotency dedupe twice same: repeated once two duplicate
timestamp date time datetime: iso 8601 timestamp
cors origin frontend: browser
ssl tls certificate scheme secure: url uri
contact support help ask email bug report issue maintainer slack: team repository
sdk library package npm: client
golang java php ruby csharp rust kotlin swift: languages
swagger spec specification postman insomnia: openapi contract
nest nestjs next express fastify lambda: receiver express
uptime health incident: errors status
acknowledge ack respond: answer receiver
spoof spoofing replay attack security: signing signature secrets
`;

/** The words of these docs, by a form of what readers say. */
export const SAID_AS: ReadonlyMap<string, readonly string[]> = new Map(
  WORDS.trim()
    .split("\n")
    .flatMap((line) => {
      const [asked = "", said = ""] = line.split(":");
      const stems = wordsIn(said).map((word) => stemmer(word));
      return wordsIn(asked).map((word) => [stemmer(word), stems] as const);
    }),
);
