// What of a service's answer may be printed: on one line, without secrets.

const HIDDEN = "<HIDDEN>";
/** A secret under its name, such as `"client_secret": "…"`, `secret=…`, or `'secret' => '…'`. */
const NAMED_SECRET = /(secret["'\\]*\s*(?:=>|[:=])\s*["'\\[{]*)[^"'\\<>&,;{}]+/gi;
/** A secret in XML. Tags in capitals are placeholders of the contract, such as `<CLIENT_SECRET>`. */
const SECRET_IN_XML = /(<[\w:]*[sS]ecret>)[^<]+/g;
/** What a terminal would obey, such as control characters, and what XML cannot hold. */
const HARMFUL = /[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069\ufffe\uffff]|(?<=\]\])>/gu;
const LONGEST_QUOTE = 120;
/** Shorter secrets are often a part of other words: only the whole word is hidden. */
const SHORT = 8;

/** A text without secrets. */
export function hidden(text: string, secrets: readonly string[]): string {
  let shown = text;
  for (const secret of secrets) if (secret !== "") shown = shown.replaceAll(formsOf(secret), HIDDEN);
  return shown.replaceAll(NAMED_SECRET, `$1${HIDDEN}`).replaceAll(SECRET_IN_XML, `$1${HIDDEN}`);
}

/** A text on one line, without secrets, and without what a terminal or a pipeline would obey. */
export function quoted(text: string, secrets: readonly string[]): string {
  return onOneLine(hidden(text, secrets));
}

/** The beginning of a text on one line, without what a terminal or a pipeline would obey. */
export function onOneLine(text: string): string {
  let line = text.replaceAll(/\s+/g, " ");
  if (line.length > LONGEST_QUOTE) line = `${line.slice(0, LONGEST_QUOTE)}…`;
  return line.replaceAll(HARMFUL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A secret as it is, and as a URL, a form, JSON and PHP write it. */
function formsOf(secret: string): RegExp {
  const inUrl = encodeURIComponent(secret);
  const inJson = JSON.stringify(secret).slice(1, -1);
  const forms = [secret, inUrl, inUrl.replaceAll("%20", "+"), inJson, inJson.replaceAll("/", "\\/")];
  const any = forms.map(escaped).join("|");
  const isShort = secret.length < SHORT;
  return new RegExp(isShort ? `(?<![\\p{L}\\p{N}_]|\\p{L}['’])(${any})(?![\\p{L}\\p{N}_])` : any, "gu");
}

/** A text as a part of a regular expression. */
export function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
