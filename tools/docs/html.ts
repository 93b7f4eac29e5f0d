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

/** The HTTP method of an operation, as a quiet word. */
export function methodName(method: string | undefined): Html | undefined {
  return method === undefined ? undefined : html`<b class="method">${method}</b>`;
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
  return html`<details><summary>${title}</summary><pre tabindex="0"><code>${text}</code></pre></details>`;
}

/** The icons, each as a path of lines in a square of 16. */
const ICONS = {
  menu: "M2 4h12M2 8h12M2 12h12",
  auto: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2v12M10 3v10M12 4v8",
  light: "M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6M8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M3 13l1-1M12 4l1-1",
  dark: "M13.5 9.7A6 6 0 1 1 6.3 2.5a4.8 4.8 0 0 0 7.2 7.2z",
};

/** An icon. What it means, its button says. */
export function icon(name: keyof typeof ICONS): Html {
  return html`<svg class="icon ${name}" viewBox="0 0 16 16" aria-hidden="true"><path d="${ICONS[name]}" /></svg>`;
}
