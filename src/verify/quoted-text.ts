/** How much of a text is shown. */
const LONGEST = 120;

/** Text of the service within a message. It is redacted, and can do no harm, once the message is rendered. */
interface Quoted {
  readonly quoted: string;
}

/** A part of a message: words of ours, or text of the service. */
type Part = string | number | Quoted;

/** A message. */
export type Words = readonly Part[];

/** Creates a message. A string is taken as words of ours. */
export function words(texts: TemplateStringsArray, ...values: (Part | Words)[]): Words {
  return texts.flatMap((text, index) => [text, values[index] ?? ""].flat());
}

/** A value of the service, as JSON. */
export function shown(value: unknown): Quoted {
  return { quoted: JSON.stringify(value) ?? "nothing" };
}

/** Control characters, and those that change the direction of text: a terminal would obey them. */
const HARMFUL = /[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/gu;

/** A message as text on one line. */
export function render(message: Words, redact: (text: string) => string): string {
  return message.map((part) => (typeof part === "object" ? harmless(part, redact) : part)).join("");
}

function harmless({ quoted }: Quoted, redact: (text: string) => string): string {
  // A secret that is cut before it is redacted would no longer be found.
  const line = redact(quoted).replaceAll(/\s+/g, " ").trim();
  const cut = line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
  return cut.replaceAll(HARMFUL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
