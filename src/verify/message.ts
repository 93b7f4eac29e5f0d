/** Text of the service within a message. It is redacted, and can do no harm, once the message is rendered. */
export class Quoted {
  readonly text: string;
  readonly longest: number;

  constructor(text: string, longest = 80) {
    this.text = text;
    this.longest = longest;
  }
}

/** A message: words of ours, and text of the service. */
export type Words = readonly (string | Quoted)[];

/** Creates a message. A string is taken as words of ours. */
export function words(texts: TemplateStringsArray, ...values: (string | number | Quoted | Words)[]): Words {
  return texts.flatMap((text, index) => {
    const value = values[index] ?? "";
    return [text, ...(typeof value === "object" && !(value instanceof Quoted) ? value : [value])].map((part) =>
      typeof part === "number" ? String(part) : part,
    );
  });
}

/** A value of the service, as JSON. */
export function shown(value: unknown): Quoted {
  return new Quoted(JSON.stringify(value) ?? "nothing");
}

/** Control characters, and those that change the direction of text: a terminal would obey them. */
const HARMFUL = /[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/gu;

/** A message as text on one line. */
export function render(message: Words, redact: (text: string) => string): string {
  return message.map((part) => (typeof part === "string" ? part : harmless(part, redact))).join("");
}

function harmless({ text, longest }: Quoted, redact: (text: string) => string): string {
  // A secret that is cut before it is redacted would no longer be found.
  const line = redact(text).replaceAll(/\s+/g, " ").trim();
  const cut = line.length > longest ? `${line.slice(0, longest)}…` : line;
  return cut.replaceAll(HARMFUL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
