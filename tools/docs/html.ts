// Runs when the site is built, and in the page, where it makes forms, answers and results of the search.

/** Markup, which a template inserts as it is. */
export class Html {
  readonly #markup: string;

  constructor(markup: string) {
    this.#markup = markup;
  }

  toString(): string {
    return this.#markup;
  }
}

/** What a template inserts. For `undefined` and `false`, it inserts nothing. */
type Value = Html | string | number | false | undefined | readonly Value[];

/** A template of HTML. It escapes every text that it inserts; only {@link Html} is inserted as it is. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(String.raw({ raw: parts }, ...values.map(inserted)));
}

function inserted(value: Value): string {
  if (value === undefined || value === false) return "";
  if (value instanceof Html) return String(value);
  return typeof value === "object" ? value.map(inserted).join("") : escaped(String(value));
}

/** Text as HTML, also for use within an attribute. */
export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** The HTTP method of an operation, as a quiet word. */
export function methodName(method: string): Html {
  return html`<b class="method">${method}</b>`;
}

/** A button that copies the first visible code next to it. `what` is its name for screen readers. */
export function copyButton(what: string): Html {
  return html`<button type="button" class="copy" value="${what}" aria-label="Copy ${what}">Copy</button>`;
}
