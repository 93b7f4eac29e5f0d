import MiniSearch, { type SearchOptions } from "minisearch";
import { stemmer } from "stemmer";
import { type Html, html } from "../html.js";
import type { Entry } from "../search-entries.js";
import { FAMILY_OF, SKIPPED } from "./families.js";

export interface Found {
  entry: Entry;
  /** The words that were found, as the index has them. */
  terms: readonly string[];
}

/** How many results there are at most. */
const MOST = 8;

/** Finds words despite one or two wrong letters. They are compared as typed, since their stems would be wrong. */
const FORGIVING: SearchOptions = {
  processTerm: (term) => term.toLowerCase(),
  fuzzy: (term) => (term.length > 4 ? Math.min(2, term.length - 4) : false),
};

/** The forms in which the index has a word: as it is, and its stem, such as `retries` and `retri`. */
function formsOf(word: string): string[] {
  const own = word.toLowerCase();
  return [...new Set([own, stemmer(own)])];
}

/** Makes a search over entries. It finds first what a path calls, then what has all words of a query, then what has any. */
export function createSearch(entries: readonly Entry[]): (query: string) => Found[] {
  const index = new MiniSearch({
    fields: ["title", "operation", "family", "page", "text"],
    processTerm: formsOf,
    searchOptions: {
      processTerm: (term) => stemmer(term.toLowerCase()),
      boost: { title: 4, operation: 4, family: 2, page: 0.5 },
      prefix: (term) => term.length > 2,
      // The reference comes before the guides.
      boostDocument: (id) => (entries[id]?.link.startsWith("index.html") ? 1.5 : 1),
    },
  });
  index.addAll(entries.map((entry, id) => ({ ...entry, id, family: FAMILY_OF.get(entry.link) })));
  const saying = (query: string, options: SearchOptions): Found[] =>
    index.search(query, options).flatMap(({ id, terms }) => {
      const entry = entries[id];
      return entry ? [{ entry, terms }] : [];
    });
  return (query) => {
    const asked = wordsAsked(query);
    const exact = saying(asked, { combineWith: "AND" });
    // If all words are found as typed, similar words are not meant.
    const spelling = exact.length > 0 ? {} : FORGIVING;
    const found = [
      ...calledBy(query, entries).map((entry) => ({ entry, terms: [] })),
      ...exact,
      ...saying(asked, { combineWith: "AND", ...spelling }),
      ...saying(asked, { combineWith: "OR", ...spelling }),
    ];
    const isFirst = ({ entry }: Found, place: number) => found.findIndex((other) => other.entry === entry) === place;
    return found.filter(isFirst).slice(0, MOST);
  };
}

/** The words of a query that say something, or all of them if none does. */
function wordsAsked(query: string): string {
  const words = query.replaceAll(/\b(log|sign)[ -](in|on)\b/gi, "$1$2").split(/\s+/);
  const telling = words.filter((word) => !SKIPPED.has(word.toLowerCase().replace(/\W+$/, "")));
  return (telling.length > 0 ? telling : words).join(" ");
}

/** The operations that a path calls, as copied from a log: with or without a method, a host, an id or a query. */
function calledBy(query: string, entries: readonly Entry[]): Entry[] {
  const [address = ""] = /\S*\/\S*/.exec(query) ?? [];
  const path = address.replace(/^\W*\w+:\/\/[^/]*/, "").replace(/[?#"'].*$/, "");
  const [method] = /\b(GET|POST|PUT|PATCH|DELETE)\b/i.exec(query) ?? [];
  const called = entries.flatMap((entry) => {
    const [ownMethod = "", ownPath = ""] = entry.route?.split(" ") ?? [];
    const isCalled = method === undefined || method.toUpperCase() === ownMethod;
    const alike = isCalled ? segmentsAlike(ownPath, path) : 0;
    return alike > 0 ? [{ entry, alike }] : [];
  });
  return called.sort((one, other) => other.alike - one.alike).map(({ entry }) => entry);
}

/** How many literal segments two paths share, counted from the end; 0 if one of those segments differs. */
function segmentsAlike(declared: string, sent: string): number {
  const own = declared.split("/").filter(Boolean).reverse();
  const segments = sent.split("/").filter(Boolean).reverse();
  const compared = own.slice(0, segments.length);
  const isOther = compared.some((segment, index) => !segment.startsWith("{") && segment !== segments[index]);
  return isOther ? 0 : compared.filter((segment) => !segment.startsWith("{")).length;
}

/** How many words a snippet has, and how many of them may come before the first one that was found. */
const LENGTH = 24;
const BEFORE = 5;

/** A text around the first word that was found, with all of them marked. */
export function snippet(text: string, terms: readonly string[]): Html {
  const words = text.split(/(?<=\s)/);
  const isFound = (word: string) => formsOf(word.replace(/^\W+|\W+$/g, "")).some((form) => terms.includes(form));
  const start = Math.max(0, words.findIndex(isFound) - BEFORE);
  const shown = words.slice(start, start + LENGTH);
  const marked = shown.map((word) => (isFound(word) ? html`<mark>${word}</mark>` : word));
  return html`${start > 0 && "… "}${marked}${start + LENGTH < words.length && "…"}`;
}
