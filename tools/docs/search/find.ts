import MiniSearch, { type Query, type SearchOptions } from "minisearch";
import type { Entry, FieldEntry } from "../search-entries.js";
import { formsOf, SAID_AS, wordsIn } from "./words.js";

/** A section in which something was found. */
export interface Found {
  entry: Entry;
  /** Those of its fields that were found. */
  fields: readonly FieldEntry[];
  /** The words that were found, as the index has them. */
  terms: ReadonlySet<string>;
}

/** What the index has as one: a section with all that is in it, or one of its fields. */
interface Place {
  entry: Entry;
  field?: FieldEntry;
}

/** Makes a search over sections and their fields. It finds words by their stems and their beginnings. */
export function createSearch(entries: readonly Entry[]): (query: string) => Found[] {
  const places: readonly Place[] = entries.flatMap((entry) => [
    { entry },
    ...entry.fields.map((field) => ({ entry, field })),
  ]);
  const index = new MiniSearch<Record<string, unknown>>({
    fields: ["title", "operation", "text", "inside"],
    tokenize: wordsIn,
    processTerm: formsOf,
    // The words of a query come with their forms: see `queriesOf`.
    searchOptions: { processTerm: (term) => term },
  });
  index.addAll(places.map((place, id) => ({ id, ...wordsOf(place) })));
  const options: SearchOptions = {
    prefix: (term) => term.length > 2,
    boost: { title: 3, operation: 3, inside: 0.3 },
    // Of places that say it equally often, the first is found first, not the shortest.
    bm25: { k: 1.2, b: 0, d: 0.5 },
    boostDocument: (id) => weightOf(places[id]),
  };
  return (query) => {
    const queries = queriesOf(query);
    if (queries.length === 0) return [];
    const found: Found[] = [];
    for (const way of WAYS) {
      if (found.length >= ENOUGH) break;
      const wanted = found.length > 0 ? { ...way, ...EXACT } : way;
      const results = index.search({ queries, ...wanted }, { ...options, ...wanted });
      const best = results[0]?.score ?? 0;
      const near = results.filter(({ score }) => score > best * MARGINAL);
      const sections = bySection(near.map(({ id, terms }) => ({ place: places[id], terms })));
      found.push(...sections.filter(({ entry }) => found.every((other) => other.entry !== entry)));
    }
    return found;
  };
}

/** What is searched of a place. A section is also found by the words of its link, of its code and of its fields. */
function wordsOf({ entry, field }: Place): Record<string, unknown> {
  if (field) return { title: field.name, text: `${field.path} ${field.text}` };
  const { title, operation, link, text, code, unseen, fields } = entry;
  const inside = [link, code, unseen, ...fields.flatMap(({ path, text: said }) => [path, said])].join(" ");
  return { title, operation, text, inside };
}

/**
 * A section is before its fields, an operation before other sections, the reference before the guides, and the beginning of a
 * guide before its chapters. The list of open questions is after all of these: each of them is also where it matters.
 */
function weightOf(place: Place | undefined): number {
  if (!place) return 0;
  const { entry, field } = place;
  const isListOfQuestions = entry.page === "" && entry.fields.some(({ name }) => name === undefined);
  const kind = entry.method || entry.title === entry.page ? 1.5 : 1;
  return (field ? 0.6 : 1) * kind * (entry.page === "" ? 3 : 1) * (isListOfQuestions ? 0.4 : 1);
}

const FORGIVING = { fuzzy: (term: string) => (term.length > 4 ? 0.2 : false) };

/** What is found with less than this part of the best score only mentions a word, and is left out. */
const MARGINAL = 0.1;

/** How many sections are enough: a way that finds fewer is followed by the next. */
const ENOUGH = 3;

/** All words as they are, all words with typing errors, any word. */
const WAYS: readonly SearchOptions[] = [
  { combineWith: "AND" },
  { combineWith: "AND", ...FORGIVING },
  { combineWith: "OR", ...FORGIVING },
];

/** Where the words are found as they are, others that look like them are not meant. */
const EXACT = { fuzzy: false };

/** The words of a query. Each has its forms, and the words that these docs have for it. */
function queriesOf(query: string): Query[] {
  return wordsIn(query).flatMap((word) => {
    const own = formsOf(word);
    if (own.length === 0) return [];
    const said = own.flatMap((form) => SAID_AS.get(form) ?? []);
    const inTheseDocs = { queries: said, fuzzy: false, prefix: false, boostTerm: () => 2 };
    return [{ combineWith: "OR", queries: said.length > 0 ? [...own, inTheseDocs] : own }];
  });
}

/** Puts what was found of one section together, in the order of what was found best. */
function bySection(results: readonly { place: Place | undefined; terms: readonly string[] }[]): Found[] {
  const sections = new Map<Entry, Found>();
  for (const { place, terms } of results) {
    if (!place) continue;
    const { entry, field } = place;
    const before = sections.get(entry);
    const known = before?.fields ?? [];
    sections.set(entry, {
      entry,
      fields: entry.fields.filter((each) => each === field || known.includes(each)),
      terms: new Set([...(before?.terms ?? []), ...terms]),
    });
  }
  return [...sections.values()];
}
