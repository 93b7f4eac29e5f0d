import MiniSearch, { type Query, type SearchOptions } from "minisearch";
import type { Entry, FieldEntry } from "../search-entries.js";
import { type Asked, formsOf, wordsAsked, wordsIn } from "./words.js";

/** An entry in which something was found. */
export interface Found {
  entry: Entry;
  /** Those of its fields that say about as much of the query as the best part of it. */
  fields: readonly FieldEntry[];
  /** The passage that says most of the query, or else its code. Empty if neither says anything of it. */
  passage: string;
  /** The words that were found, as the index has them. */
  terms: ReadonlySet<string>;
}

/** A passage of an entry, its code, or one of its fields. */
interface Part {
  entry: Entry;
  text: string;
  field?: FieldEntry;
  isCode?: boolean;
}

/** What was found in an entry or a part, how much of the query it says, and in which words. */
interface Hit<Place> {
  place: Place;
  score: number;
  terms: readonly string[];
}

/**
 * Makes a search over entries. It finds words by their stems and their beginnings. An entry is as good as its title and the one
 * part of it that says most.
 */
export function createSearch(entries: readonly Entry[]): (query: string) => Found[] {
  // Words that are far from each other in an entry find it, and hardly count.
  const findEntries = indexOf(entries, wordsOfEntry, { title: 3, operation: 3, page: 0.5, all: 0.001 });
  const findParts = indexOf(entries.flatMap(partsOf), wordsOfPart, { name: 3, about: 0.7, text: 1, code: 0.3 });
  return (query) => {
    const queries = wordsAsked(query).map(queryOf);
    const found: Found[] = [];
    for (const way of WAYS) {
      if (found.length >= ENOUGH) break;
      // Where the words are found as they are, others that look like them are not meant.
      const wanted = found.length > 0 ? { ...way, fuzzy: false } : way;
      const parts = findParts(queries, { ...wanted, combineWith: "OR" });
      const others = findEntries(queries, wanted).filter(({ place }) => found.every(({ entry }) => entry !== place));
      const ranked = others.map((hit) => {
        const own = parts.filter(({ place }) => place.entry === hit.place);
        const rank = Math.round(((hit.score + (own[0]?.score ?? 0)) * weightOf(hit.place)) / ALIKE);
        return { rank, order: entries.indexOf(hit.place), found: foundIn(hit, own) };
      });
      ranked.sort((one, other) => other.rank - one.rank || one.order - other.order);
      found.push(...ranked.map((each) => each.found));
    }
    return found;
  };
}

/** Makes an index of places by their words, in fields that count differently. What says most is found first. */
function indexOf<Place>(
  places: readonly Place[],
  wordsOf: (place: Place) => Record<string, string>,
  boost: Record<string, number>,
): (queries: Query[], options: SearchOptions) => Hit<Place>[] {
  const index = new MiniSearch<Record<string, unknown>>({
    fields: Object.keys(boost),
    tokenize: wordsIn,
    processTerm: formsOf,
    searchOptions: {
      // The words of a query come with their forms.
      processTerm: (term) => term,
      prefix: (term) => term.length > 2,
      boost,
      bm25: { k: 1.2, b: 0.4, d: 0.5 },
    },
  });
  index.addAll(places.map((place, id) => ({ id, ...wordsOf(place) })));
  return (queries, options) =>
    index.search({ queries, ...options }, options).flatMap(({ id, score, terms }) => {
      const place = places[id];
      return place === undefined ? [] : [{ place, score, terms }];
    });
}

function wordsOfEntry({ title, operation = "", page, link, passages, code, unseen, fields }: Entry) {
  const inFields = fields.map(({ path, text, examples }) => `${path} ${text} ${examples}`);
  return { title, operation, page, all: [link, ...passages, ...inFields, code, unseen].join(" ") };
}

function partsOf(entry: Entry): Part[] {
  const { passages, code, fields } = entry;
  return [
    ...passages.map((text) => ({ entry, text })),
    ...fields.map((field) => ({ entry, text: field.text, field })),
    ...(code ? [{ entry, text: code, isCode: true }] : []),
  ];
}

function wordsOfPart({ text, field, isCode }: Part): Record<string, string> {
  if (isCode) return { code: text };
  if (!field) return { text };
  const { name, path, examples } = field;
  const about = `${path} ${text} ${examples}`;
  // A name of several words, such as `updated_at`, is not about each of them.
  return wordsIn(name).length > 1 ? { about } : { name, about };
}

/** The reference is before the guides, and the beginning of a guide is before its chapters. */
function weightOf({ page, title }: Entry): number {
  if (page === "") return 2.5;
  return title === page ? 1.5 : 1;
}

/** What differs by less than this is about as good, and stays in the order of the pages. */
const ALIKE = 3;

function foundIn({ place: entry, terms }: Hit<Entry>, parts: readonly Hit<Part>[]): Found {
  const [best] = parts;
  const near = parts.filter(({ score }) => best && score > best.score / 2);
  return {
    entry,
    fields: near.flatMap(({ place: { field } }) => field ?? []),
    passage: parts.find(({ place: { field } }) => !field)?.place.text ?? "",
    terms: new Set([...terms, ...parts.flatMap((part) => part.terms)]),
  };
}

const FORGIVING = { fuzzy: (term: string) => (term.length > 4 ? 0.2 : false) };

/** How many entries are enough: a way that finds fewer is followed by the next. */
const ENOUGH = 3;

/** All words as they are, all words with typing errors, any word. */
const WAYS: readonly SearchOptions[] = [
  { combineWith: "AND" },
  { combineWith: "AND", ...FORGIVING },
  { combineWith: "OR", ...FORGIVING },
];

/** What was asked for with a word: the word in its forms, or what these docs say for it. */
function queryOf({ forms, said }: Asked): Query {
  const inTheseDocs = { queries: [...said], fuzzy: false, prefix: false, boostTerm: () => 0.5 };
  return { combineWith: "OR", queries: said.length > 0 ? [...forms, inTheseDocs] : [...forms] };
}
