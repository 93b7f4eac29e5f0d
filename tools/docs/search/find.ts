import MiniSearch, { type Query, type SearchOptions, type SearchResult } from "minisearch";
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
  /** The higher, the better. */
  rank: number;
}

/** A passage of an entry, its code, what finds it unseen, or one of its fields. */
interface Part {
  entry: Entry;
  /** What it says, by how its words count. */
  words: Readonly<Partial<Record<keyof typeof BOOST, string>>>;
  /** What is shown of it. */
  passage?: string;
  field?: FieldEntry;
}

/** How much a word counts: in the title of an entry, which each of its parts has, and in the part itself. */
const BOOST = { title: 3, name: 3, about: 0.7, text: 1, code: 0.3, unseen: 0.001 };

interface Hit extends Pick<SearchResult, "score" | "match" | "terms" | "queryTerms"> {
  part: Part;
}

/** How many entries are enough: a way that finds fewer is followed by the next. */
const ENOUGH = 3;

const FORGIVING = { fuzzy: (term: string) => (term.length > 4 ? 0.2 : false) };

/** All words as they are, all words with typing errors, any word. */
const WAYS: readonly (SearchOptions & { isComplete?: boolean })[] = [
  { isComplete: true },
  { isComplete: true, ...FORGIVING },
  FORGIVING,
];

/**
 * Makes a search over entries. It finds words by their stems and their beginnings. An entry is as good as the one part of it
 * that says most, together with its title.
 */
export function createSearch(entries: readonly Entry[]): (query: string) => Found[] {
  const parts = entries.flatMap(partsOf);
  const index = indexOf(parts);
  return (query) => {
    const asked = wordsAsked(query);
    const queries = asked.map(queryOf);
    const found: Found[] = [];
    for (const { isComplete, ...way } of WAYS) {
      if (found.length >= ENOUGH) break;
      // Where the words are found as they are, others that look like them are not meant.
      const wanted = found.length > 0 ? { ...way, fuzzy: false } : way;
      const hits = byEntry(index.search({ queries, ...wanted }, wanted), parts);
      const others = entries.filter((entry) => !found.some((each) => each.entry === entry));
      const more = others.flatMap((entry) => {
        const own = hits.get(entry) ?? [];
        return own.length > 0 && (!isComplete || saysAll(termsOf(own), asked)) ? [foundIn(entry, own, asked)] : [];
      });
      found.push(...more.sort((one, other) => other.rank - one.rank));
    }
    return found;
  };
}

function indexOf(parts: readonly Part[]): MiniSearch {
  const index = new MiniSearch({
    fields: Object.keys(BOOST),
    tokenize: wordsIn,
    processTerm: formsOf,
    searchOptions: {
      // The words of a query come with their forms.
      processTerm: (term) => term,
      prefix: (term) => term.length > 2,
      boost: BOOST,
      bm25: { k: 1.2, b: 0.4, d: 0.5 },
    },
  });
  index.addAll(
    parts.map(({ entry: { title, operation = "" }, words }, id) => ({ id, title: `${title} ${operation}`, ...words })),
  );
  return index;
}

function partsOf(entry: Entry): Part[] {
  const { passages, code, unseen, link, fields } = entry;
  return [
    ...passages.map((passage) => ({ entry, passage, words: { text: passage } })),
    ...fields.map((field) => ({ entry, field, words: wordsOf(field) })),
    { entry, passage: code, words: { code } },
    { entry, words: { unseen: `${link} ${unseen}` } },
  ];
}

function wordsOf({ name, path, text, examples }: FieldEntry): Part["words"] {
  const about = `${path} ${text} ${examples}`;
  // A name of several words, such as `updated_at`, is not about each of them.
  return wordsIn(name).length > 1 ? { about } : { name, about };
}

/** The parts in which something was found, the best of each entry first. */
function byEntry(results: readonly SearchResult[], parts: readonly Part[]): Map<Entry, Hit[]> {
  const groups = new Map<Entry, Hit[]>();
  for (const { id, ...result } of results) {
    const part = parts[id];
    if (part) groups.set(part.entry, [...(groups.get(part.entry) ?? []), { ...result, part }]);
  }
  return groups;
}

/** The words of a query that were found. */
function termsOf(hits: readonly Hit[]): Set<string> {
  return new Set(hits.flatMap(({ queryTerms }) => queryTerms));
}

/** Whether each word that was asked for is among these, in one of its forms or as these docs say it. */
function saysAll(terms: ReadonlySet<string>, asked: readonly Asked[]): boolean {
  return asked.every(({ forms, said }) => [...forms, ...said].some((term) => terms.has(term)));
}

/** What differs by less than this is about as good, and stays in the order of the pages. */
const ALIKE = 5;

function foundIn(entry: Entry, hits: readonly Hit[], asked: readonly Asked[]): Found {
  const own = hits.filter(saysMoreThanTitle);
  const highest = hits[0]?.score ?? 0;
  const near = own.filter(({ score }) => score > 0.7 * highest);
  return {
    entry,
    fields: near.flatMap(({ part: { field } }) => field ?? []),
    passage: own.find(({ part }) => part.passage !== undefined)?.part.passage ?? "",
    terms: new Set(hits.flatMap(({ terms }) => terms)),
    rank: Math.round((highest * weightOf(entry, asked)) / ALIKE),
  };
}

function saysMoreThanTitle({ part: { words }, match }: Hit): boolean {
  return Object.values(match).some((places) => places.some((place) => place in words));
}

/**
 * The reference is before the guides, and the beginning of a guide is before its chapters. An open question that is asked
 * in its own words is about as good as the reference.
 */
function weightOf({ page, title, isQuestion }: Entry, asked: readonly Asked[]): number {
  if (isQuestion && isInWordsOf(title, asked)) return 2;
  if (page === "") return 3;
  return title === page ? 1.5 : 1;
}

/** Whether a title has all words that were asked for. One word alone asks for a subject, and not for this question. */
function isInWordsOf(title: string, asked: readonly Asked[]): boolean {
  const terms = new Set(wordsIn(title).flatMap(formsOf));
  return asked.length > 1 && saysAll(terms, asked);
}

/** What was asked for with a word: the word in its forms, or what these docs say for it. */
function queryOf({ forms, said }: Asked): Query {
  const inTheseDocs = { queries: [...said], fuzzy: false, prefix: false, boostTerm: () => 0.5 };
  return { combineWith: "OR", queries: said.length > 0 ? [...forms, inTheseDocs] : [...forms] };
}
