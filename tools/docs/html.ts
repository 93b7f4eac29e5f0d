// Runs when the site is built, and in the page, where it makes answers and results of the search.

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

/** What a template inserts: nothing for what is absent. */
type Value = Html | string | number | false | undefined | readonly Value[];

/** A template of HTML: it escapes every text that it inserts, and nothing but {@link Html} is inserted as it is. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(String.raw({ raw: parts }, ...values.map(inserted)));
}

function inserted(value: Value): string {
  if (value === undefined || value === false) return "";
  if (value instanceof Html) return String(value);
  return typeof value === "object" ? value.map(inserted).join("") : escaped(String(value));
}

/** Text as HTML, within an attribute too. */
export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** The method of an operation, in its colour. */
export function badge(method: string | undefined): Html | undefined {
  return method === undefined ? undefined : html`<b class="method ${method.toLowerCase()}">${method}</b>`;
}

/**
 * A button that copies the code next to it. Shown only with scripts.
 *
 * @param value - What it copies, for people who hear the page.
 */
export function copyButton(value: string): Html {
  return html`<button type="button" class="copy" value="${value}">Copy</button>`;
}

/** Text that is shown when its title is chosen. */
export function folded(title: string, text: string): Html {
  return html`<details><summary>${title}</summary><pre><code>${text}</code></pre></details>`;
}
