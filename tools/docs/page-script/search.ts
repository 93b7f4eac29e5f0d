import MiniSearch from "minisearch";
import { badge, type Html, html } from "../html.js";
import type { Entry, FieldEntry } from "../search-entries.js";

/** How many sections are shown, and how many fields of each. */
const MOST = { sections: 8, fields: 4 };

/** Starts the search over all pages. The index is made with the first letter. */
export function startSearch(search: HTMLElement): void {
  const [input, status, list] = [search.querySelector("input"), search.querySelector("p"), search.querySelector("ul")];
  if (!input || !status || !list) return;
  let find: ReturnType<typeof createSearch> | undefined;
  const links = () => [...list.querySelectorAll("a")];
  const show = (query: string) => {
    if (query) find ??= createSearch(JSON.parse(document.querySelector("#entries")?.textContent ?? "[]"));
    const found = (query && find?.(query)) || [];
    list.innerHTML = String(html`${found.slice(0, MOST.sections).map(resultOf)}`);
    const count = links().length;
    status.className = count > 0 ? "heard" : "";
    const said = count > 0 ? `${count} result${count === 1 ? "" : "s"}` : `Nothing found for “${query}”.`;
    status.textContent = query && said;
  };
  for (const event of ["input", "focus"]) input.addEventListener(event, () => show(input.value.trim()));
  search.addEventListener("focusout", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && search.contains(relatedTarget))) show("");
  });
  list.addEventListener("click", () => show(""));
  search.addEventListener("keydown", (event) => {
    const stops: HTMLElement[] = [input, ...links()];
    const place = stops.findIndex((stop) => stop.matches(":focus"));
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) stops[(place + step + stops.length) % stops.length]?.focus();
    else if (event.key === "Enter" && place === 0) stops[1]?.click();
    else if (event.key === "Escape") {
      input.focus();
      input.value = "";
      show("");
    } else return;
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof Element && event.target.matches("input, textarea, select");
    const isCalled = (event.key === "/" && !isTyping) || (event.key === "k" && (event.ctrlKey || event.metaKey));
    if (!isCalled) return;
    event.preventDefault();
    input.focus();
  });
  // A phone has no such key.
  if (matchMedia("(hover: hover)").matches) input.placeholder += " (press /)";
}

/** A word without its ending: `retries` is found as `retry`. */
function stemOf(word: string): string {
  return word.toLowerCase().replace(/ies$/, "y").replace(/s$/, "");
}

/** A section in which something was found. */
export interface Found extends Entry {
  /** The words that were found. */
  terms: readonly string[];
}

/** Makes a search over sections and their fields: it finds the beginnings of words, and forgives typing errors. */
export function createSearch(entries: readonly Entry[]): (query: string) => Found[] {
  const places = entries.flatMap((entry) => [{ entry }, ...entry.fields.map((field) => ({ entry, field }))]);
  const index = new MiniSearch({ fields: ["title", "path", "values", "text", "words"], processTerm: stemOf });
  // A section is found by the words about its fields, and a field by its own name and its values.
  const shown = ({ path, values }: FieldEntry) => ({ path, values, title: path.split(".").at(-1) });
  index.addAll(places.map((place, id) => ({ id, ...("field" in place ? shown(place.field) : place.entry) })));
  return (query) => {
    const groups = new Map<Entry, Found>();
    const results = index.search(query, {
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 3 ? 0.2 : false),
      boost: { title: 3 },
      // Of places that say it equally often, the first is found first, not the shortest.
      bm25: { k: 1.2, b: 0, d: 0.5 },
      // A section is before its fields, an operation before other sections, and the reference before the guides.
      boostDocument: (id) => {
        const { entry, ...field } = places[id] ?? {};
        return ("field" in field ? 0.1 : 1) * (entry?.method ? 1.5 : 1) * (entry?.link.includes("#/") ? 3 : 1);
      },
    });
    const most = Math.max(...results.map(({ queryTerms }) => queryTerms.length));
    for (const { id, terms, queryTerms, match } of results) {
      const place = places[id];
      const found = Object.values(match).flat();
      const isNamed = (found.includes("title") || found.includes("values")) && queryTerms.length === most;
      if (!place || ("field" in place && !isNamed)) continue;
      const group = groups.get(place.entry) ?? { ...place.entry, terms: [], fields: [] };
      const fields = "field" in place ? [...group.fields, place.field] : group.fields;
      groups.set(place.entry, { ...group, fields, terms: [...group.terms, ...terms] });
    }
    return [...groups.values()];
  };
}

/** A section, and below it the fields that were found. */
function resultOf({ title, link, page, text, method, fields, terms }: Found): Html {
  const rows = fields.slice(0, MOST.fields).map((field) => {
    const path = marked(field.path, terms);
    const name = field.part ? html`<code>${path}</code> <small>${field.part}</small>` : path;
    return html`<li><a href="${field.link}">${name}<p>${marked(`${field.text} ${field.values ?? ""}`, terms)}</p></a></li>`;
  });
  const head = html`${badge(method)} <b>${marked(title, terms)}</b> <small>${page}</small>`;
  const below = rows.length > 0 && html`<ul>${rows}</ul>`;
  return html`<li><a href="${link}">${head}<p>${marked(text, terms)}</p></a>${below}</li>`;
}

/** A text in which the words are marked. */
function marked(text: string, words: readonly string[]): Html {
  const parts = text.split(/([\p{L}\p{N}]+)/u);
  return html`${parts.map((part) => (words.includes(stemOf(part)) ? html`<mark>${part}</mark>` : part))}`;
}
