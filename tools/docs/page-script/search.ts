import MiniSearch from "minisearch";
import type { Entry } from "../entries-of-other-pages.js";
import { make } from "./make.js";

/** How many results are shown. */
const MOST = 12;

/** Starts the search over this page and the entries of all other pages. The index is made with the first key. */
export function startSearch(search: HTMLElement, main: HTMLElement): void {
  const [input, status, list] = [search.querySelector("input"), search.querySelector("p"), search.querySelector("ul")];
  if (!input || !status || !list) return;
  let find: ReturnType<typeof createSearch> | undefined;
  const links = () => [...list.querySelectorAll("a")];
  const show = (query: string) => {
    if (query.trim()) find ??= createSearch([...entriesIn(main), ...elsewhere()]);
    const found = query.trim() && find ? find(query) : [];
    list.replaceChildren(...found.slice(0, MOST).map(createResult));
    status.textContent = query.trim() ? countOf(found.length, query) : "";
    status.className = found.length > 0 ? "heard" : "";
  };
  const close = () => show("");
  for (const event of ["input", "focus"]) input.addEventListener(event, () => show(input.value));
  search.addEventListener("focusout", ({ relatedTarget }) => {
    if (!search.contains(relatedTarget instanceof Node ? relatedTarget : null)) close();
  });
  list.addEventListener("click", close);
  search.addEventListener("keydown", (event) => {
    const stops: HTMLElement[] = [input, ...links()];
    const { activeElement } = document;
    const place = activeElement instanceof HTMLElement ? stops.indexOf(activeElement) : -1;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) stops[(place + step + stops.length) % stops.length]?.focus();
    else if (event.key === "Enter" && place === 0) links()[0]?.click();
    else if (event.key === "Escape") {
      input.focus();
      input.value = "";
      close();
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
  search.hidden = false;
}

function countOf(count: number, query: string): string {
  if (count === 0) return `Nothing found for “${query.trim()}”.`;
  return `${count} result${count === 1 ? "" : "s"}`;
}

function elsewhere(): Entry[] {
  return JSON.parse(document.querySelector("#elsewhere")?.textContent ?? "[]");
}

/** The chapters and fields of this page, with all of their text. */
function entriesIn(main: HTMLElement): Entry[] {
  return [...main.querySelectorAll("section")].flatMap((section): Entry[] => {
    const heading = section.querySelector("h1, h2, h3, h4, h5, h6");
    const title = heading?.firstChild?.textContent ?? "";
    const method = section.querySelector(".route .method")?.textContent ?? undefined;
    const own = section.querySelector(":scope > div") ?? section;
    const said = [...own.querySelectorAll<HTMLElement>(PROSE)].filter((element) => !element.querySelector(PROSE));
    const text = said.map((element) => element.innerText).join("\n");
    const words = [...own.querySelectorAll("pre")].map((code) => code.textContent).join(" ");
    const fields = [...section.querySelectorAll<HTMLElement>(".fields > [id]")].map((field): Entry => {
      return {
        title: field.querySelector("code")?.textContent ?? "",
        link: `#${field.id}`,
        above: title,
        text: field.querySelector("dd")?.innerText ?? "",
      };
    });
    return [{ title, link: `#${heading?.id}`, above: "", text, words, method }, ...fields];
  });
}

/** The elements that hold sentences. */
const PROSE = "p, li, dt, dd, th, td";

/** What was found, with the words of the text that match. */
export interface Found extends Entry {
  matches: readonly string[];
}

/**
 * Makes a search over entries. It forgives a typing error in a long word, and finds the other forms of a word. The entries
 * with most words of the query are first.
 */
export function createSearch(entries: readonly Entry[]): (query: string) => Found[] {
  const fields = ["title", "above", "text", "words"];
  const index = new MiniSearch({ fields, idField: "place", tokenize: wordsIn, processTerm: stemOf });
  index.addAll(entries.map((entry, place) => ({ ...entry, place })));
  return (query) => {
    const found = index.search(query, {
      boost: { title: 4, words: 0.7 },
      // An operation is before other chapters, and a chapter before its fields.
      boostDocument: (place) => (isField(entries[place]) ? 0.5 : entries[place]?.method ? 2 : 1),
      prefix: (term) => term.length > 1,
      fuzzy: (term) => (/^\p{L}{4,}$/u.test(term) ? 0.25 : false),
      weights: { prefix: 0.6, fuzzy: 0.2 },
    });
    const most = Math.max(0, ...found.map(({ queryTerms }) => new Set(queryTerms).size));
    const best = found.filter(({ queryTerms }) => new Set(queryTerms).size === most);
    return best.flatMap(({ id, terms }) => {
      const entry = entries[id];
      return entry ? [{ ...entry, matches: terms }] : [];
    });
  };
}

/** The link to a field: a chapter has no path below it. */
function isField({ link = "" }: Partial<Entry> = {}): boolean {
  return /path=|#(\/[^/]+){3}/.test(link);
}

/** Words of a question that say nothing about what is looked for. */
const SKIPPED = new Set(
  "a an and are can do does for from how i in is it my of on or the this to what when where with".split(" "),
);

/** Without signs: `token` of `token=`. */
function wordsIn(text: string): string[] {
  return text.split(/[^\p{L}\p{N}\p{M}]+/u);
}

/** What is common to the forms of a word, without capitals and accents: `pagin` of "pagination" and "paginate". */
function stemOf(word: string): string | false {
  if (SKIPPED.has(word.toLowerCase())) return false;
  const plain = word.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  return plain.replace(/(?<=[a-z]{4})(ations?|ating|ated?s?|ings?|ions?|ies|ers?|ed|es|[sye])$/, "");
}

function createResult({ title, link, above, text, method, matches }: Found): HTMLLIElement {
  const badge = method === undefined ? [] : [make("b", { class: `method ${method.toLowerCase()}` }, method), " "];
  const sentence = sentenceWith(text, matches);
  const said = sentence ? [make("p", {}, ...marked(sentence, matches))] : [];
  return make(
    "li",
    {},
    make("a", { href: link }, ...badge, ...marked(title, matches), " ", make("small", {}, above), ...said),
  );
}

/** The sentence of a text that has most of the words. */
function sentenceWith(text: string, words: readonly string[]): string {
  const sentences = text.split(/(?<=[.!?:])\s+|\n+/).map((sentence) => sentence.trim());
  const countIn = (sentence: string) => new Set(sentence.match(patternOf(words))).size;
  return sentences.toSorted((one, other) => countIn(other) - countIn(one))[0] ?? "";
}

/** A text in which the words are marked. */
function marked(text: string, words: readonly string[]): (Node | string)[] {
  const pattern = patternOf(words);
  return text.split(pattern).map((part) => (part.search(pattern) === 0 ? make("mark", {}, part) : part));
}

/** Finds the forms of words by their stems, which are letters and digits. */
function patternOf(stems: readonly string[]): RegExp {
  return stems.length === 0 ? /(?!)/ : RegExp(`((?<![\\p{L}\\p{N}])(?:${stems.join("|")})[\\p{L}\\p{N}]*)`, "giu");
}
