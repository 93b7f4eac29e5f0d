import { secretFields } from "../../generated/contract.js";
import { isObject } from "../json.js";

// How a service's answers are printed: on one line, without secrets or anything that a terminal would obey.

/** Shorter secrets are often a part of other words, as "any" is of "many". */
const SHORTEST = 8;
const HIDDEN = "<HIDDEN>";
/** Control characters and others that a terminal would obey, and what XML cannot contain. */
const HARMFUL = /[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069\ufffe\uffff]|(?<=\]\])>/gu;
const LONGEST_QUOTE = 160;

/** The secrets of a run: the access token, and the values of secret fields that were sent or returned. */
export class Secrets {
  readonly #patterns = new Map<string, RegExp>();

  add(secret: string): void {
    if (secret.length >= SHORTEST && !this.#patterns.has(secret)) this.#patterns.set(secret, patternOf(secret));
  }

  /** Adds the values of all fields, at any depth, that the contract calls secret. */
  addIn(value: unknown, isSecret = false): void {
    if (isSecret && (typeof value === "string" || typeof value === "number")) this.add(String(value));
    if (!isObject(value)) return;
    for (const [name, each] of Object.entries(value)) this.addIn(each, isSecret || secretFields.includes(name));
  }

  /** A text without the secrets. */
  hidden(text: string): string {
    let shown = text;
    for (const pattern of this.#patterns.values()) shown = shown.replaceAll(pattern, HIDDEN);
    return shown;
  }

  /** A text as it may be printed. Secrets are hidden before it is cut, so that no part of one is left. */
  line(text: string): string {
    const line = this.hidden(text).replaceAll(/\s+/g, " ");
    const cut = line.length > LONGEST_QUOTE ? `${line.slice(0, LONGEST_QUOTE)}…` : line;
    return cut.replaceAll(HARMFUL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
  }

  /** A value from the service as it may be printed, in JSON. */
  shown(value: unknown): string {
    const isSecret = (name: string) => /secret/i.test(name);
    const text = JSON.stringify(value, (name, each: unknown) => (isSecret(name) ? HIDDEN : each));
    return this.line(text ?? "nothing");
  }
}

/** Finds a secret as it is, and with any of its characters encoded as in URLs, forms and JSON. */
function patternOf(secret: string): RegExp {
  return new RegExp([...secret].map(formsOf).join(""), "giu");
}

function formsOf(character: string): string {
  const bytes = [...new TextEncoder().encode(character)];
  const inUrl = bytes.map((byte) => `%${hex(byte, 2)}`).join("");
  const inJson = `\\\\+u${hex(character.charCodeAt(0), 4)}`;
  const itself = `\\\\*${character.replace(/[\\^$.*+?()[\]{}|/]/, "\\$&")}`;
  const forms = [itself, inUrl, inJson];
  if (character === " ") forms.push("\\+");
  return `(?:${forms.join("|")})`;
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, "0");
}
