import MiniSearch from "minisearch";
import { stemmer } from "stemmer";
import { type Html, html } from "../html.js";
import type { Entry } from "../search-entries.js";

export interface Found {
  entry: Entry;
  /** The words that were found, as the index has them. */
  terms: readonly string[];
}

/** How many results there are at most. */
const MOST = 8;

/** Makes a search over entries: what says all words of a query, or else any of them. A path finds its operation. */
export function createSearch(entries: readonly Entry[]): (query: string) => Found[] {
  const index = new MiniSearch<Entry & { id: number }>({
    fields: ["title", "operation", "page", "text"],
    processTerm: (term) => stemmer(term.toLowerCase()),
    searchOptions: {
      boost: { title: 4, operation: 4, page: 0.5 },
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      // The reference comes before the guides.
      boostDocument: (id) => (entries[id]?.link.startsWith("index.html") ? 1.5 : 1),
    },
  });
  index.addAll(entries.map((entry, id) => ({ ...entry, id })));
  return (query) => {
    const asked = query.toLowerCase();
    const called = entries.filter(({ route = "" }) => asked.includes("/") && route.toLowerCase().includes(asked));
    called.sort(({ route: one = "" }, { route: other = "" }) => one.length - other.length);
    const all = index.search(query, { combineWith: "AND" });
    const others = (all.length > 0 ? all : index.search(query)).flatMap(({ id, terms }) => {
      const entry = entries[id];
      return entry && !called.includes(entry) ? [{ entry, terms }] : [];
    });
    return [...called.map((entry) => ({ entry, terms: [] })), ...others].slice(0, MOST);
  };
}

/** How many words a snippet has, and how many of them may come before the first one that was found. */
const LENGTH = 24;
const BEFORE = 5;

/** A text around the first word that was found, with all of them marked. */
export function snippet(text: string, terms: readonly string[]): Html {
  const words = text.split(/(?<=\s)/);
  const isFound = (word: string) => terms.includes(stemmer(word.toLowerCase().replace(/^\W+|\W+$/g, "")));
  const start = Math.max(0, words.findIndex(isFound) - BEFORE);
  const shown = words.slice(start, start + LENGTH);
  const marked = shown.map((word) => (isFound(word) ? html`<mark>${word}</mark>` : word));
  return html`${start > 0 && "… "}${marked}${start + LENGTH < words.length && "…"}`;
}
