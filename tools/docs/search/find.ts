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

/** A passage of an entry, its code, what finds it unseen, or one of its fields. */
interface Part {
  entry: Entry;
  kind: "text" | "code" | "unseen" | "field";
  text: string;
  field?: FieldEntry;
}

/** What was found in a place, and how much of the query it says. */
interface Hit<Place> {
  place: Place;
  score: number;
  /** The words that were found, as the index has them. */
  terms: readonly string[];
  /** The words of the query for which they were found. */
  queryTerms: readonly string[];
}

/**
 * Makes a search over entries. It finds words by their stems and their beginnings. An entry is as good as its title and the one
 * part of it that says most.
 */
export function createSearch(entries: readonly Entry[]): (query: string) => Found[] {
  const findTitles = indexOf(entries, wordsOfTitle, { title: 3, operation: 3, page: 0.5 });
  const findParts = indexOf(entries.flatMap(partsOf), wordsOfPart, {
    name: 3,
    about: 0.7,
    text: 1,
    code: 0.3,
    unseen: 0.001,
  });
  return (query) => {
    const asked = wordsAsked(query);
    const queries = asked.map(queryOf);
    const found: Found[] = [];
    for (const { isComplete, ...way } of WAYS) {
      if (found.length >= ENOUGH) break;
      // Where the words are found as they are, others that look like them are not meant.
      const wanted = found.length > 0 ? { ...way, fuzzy: false } : way;
      const titles = new Map(findTitles(queries, wanted).map((hit) => [hit.place, hit]));
      const parts = byEntry(findParts(queries, wanted));
      const ranked = entries.flatMap((entry, order) => {
        const [title, own] = [titles.get(entry), parts.get(entry) ?? []];
        const hits = [...(title ? [title] : []), ...own];
        if (hits.length === 0 || found.some((each) => each.entry === entry)) return [];
        if (isComplete && !isAbout(hits, asked)) return [];
        const titleScore = title ? scoreForWords(title, wordsMet(hits).size) : 0;
        const [best] = own;
        const score = (titleScore + (best?.score ?? 0)) * weightOf(entry);
        return [{ rank: Math.round(score / ALIKE), order, found: foundIn(entry, title, own) }];
      });
      ranked.sort((one, other) => other.rank - one.rank || one.order - other.order);
      found.push(...ranked.map((each) => each.found));
    }
    return found;
  };
}

function byEntry(hits: readonly Hit<Part>[]): Map<Entry, Hit<Part>[]> {
  const groups = new Map<Entry, Hit<Part>[]>();
  for (const hit of hits) {
    const group = groups.get(hit.place.entry) ?? [];
    groups.set(hit.place.entry, [...group, hit]);
  }
  return groups;
}

/** What a title scores in an entry that says so many words of the query, in its title or elsewhere. */
function scoreForWords({ score, queryTerms }: Hit<Entry>, count: number): number {
  // MiniSearch multiplies a score by the number of words that were found in that place alone.
  return (score / queryTerms.length) * count;
}

function wordsMet(hits: readonly Hit<unknown>[]): Set<string> {
  return new Set(hits.flatMap(({ queryTerms }) => queryTerms));
}

/** Whether each word that was asked for was found, in one of its forms or as these docs say it. */
function isAbout(hits: readonly Hit<unknown>[], asked: readonly Asked[]): boolean {
  const met = wordsMet(hits);
  return asked.every(({ forms, said }) => [...forms, ...said].some((term) => met.has(term)));
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
    index.search({ queries, ...options }, options).flatMap(({ id, score, terms, queryTerms }) => {
      const place = places[id];
      return place === undefined ? [] : [{ place, score, terms, queryTerms }];
    });
}

function wordsOfTitle({ title, operation = "", page }: Entry) {
  return { title, operation, page };
}

function partsOf(entry: Entry): Part[] {
  const { passages, code, unseen, link, fields } = entry;
  return [
    ...passages.map((text) => ({ entry, kind: "text", text }) as const),
    ...fields.map((field) => ({ entry, kind: "field", text: field.text, field }) as const),
    { entry, kind: "code", text: code },
    { entry, kind: "unseen", text: `${link} ${unseen}` },
  ];
}

function wordsOfPart({ kind, text, field }: Part): Record<string, string> {
  if (!field) return { [kind]: text };
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

function foundIn(entry: Entry, title: Hit<Entry> | undefined, parts: readonly Hit<Part>[]): Found {
  const [best] = parts;
  const near = parts.filter(({ score }) => best && score > best.score / 2);
  return {
    entry,
    fields: near.flatMap(({ place: { field } }) => field ?? []),
    passage: parts.find(({ place: { kind } }) => kind === "text" || kind === "code")?.place.text ?? "",
    terms: new Set([title, ...parts].flatMap((hit) => hit?.terms ?? [])),
  };
}

const FORGIVING = { fuzzy: (term: string) => (term.length > 4 ? 0.2 : false) };

/** How many entries are enough: a way that finds fewer is followed by the next. */
const ENOUGH = 3;

/** All words as they are, all words with typing errors, any word. */
const WAYS: readonly (SearchOptions & { isComplete?: boolean })[] = [
  { isComplete: true },
  { isComplete: true, ...FORGIVING },
  FORGIVING,
];

/** What was asked for with a word: the word in its forms, or what these docs say for it. */
function queryOf({ forms, said }: Asked): Query {
  const inTheseDocs = { queries: [...said], fuzzy: false, prefix: false, boostTerm: () => 0.5 };
  return { combineWith: "OR", queries: said.length > 0 ? [...forms, inTheseDocs] : [...forms] };
}
