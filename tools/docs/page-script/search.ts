import MiniSearch from "minisearch";
import type { Entry, FieldEntry } from "../search-entries.js";
import { make } from "./make.js";

/** How many chapters are shown, and how many fields of each. */
const MOST = { chapters: 8, fields: 4 };

/** Starts the search over all pages. The index is made with the first key. */
export function startSearch(search: HTMLElement): void {
  const [input, status, list] = [search.querySelector("input"), search.querySelector("p"), search.querySelector("ul")];
  if (!input || !status || !list) return;
  let find: ReturnType<typeof createSearch> | undefined;
  const links = () => [...list.querySelectorAll("a")];
  const show = (query: string) => {
    if (query.trim()) find ??= createSearch(entries());
    const found = (query.trim() && find?.(query)) || [];
    list.replaceChildren(...found.slice(0, MOST.chapters).map(createResult));
    status.textContent = query.trim() ? countOf(links().length, query) : "";
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
  // A phone has no such key.
  if (matchMedia("(hover: hover)").matches) input.placeholder += " (press /)";
  search.hidden = false;
}

function countOf(count: number, query: string): string {
  if (count === 0) return `Nothing found for “${query.trim()}”.`;
  return `${count} result${count === 1 ? "" : "s"}`;
}

function entries(): Entry[] {
  return JSON.parse(document.querySelector("#search-entries")?.textContent ?? "[]");
}

/** A chapter in which something was found. */
export interface Found extends Entry {
  /** The words that were found. */
  terms: readonly string[];
  /** The fields that were found. */
  fields: FieldEntry[];
}

/** Makes a search over chapters and their fields: it finds the beginnings of words, and forgives typing errors. */
export function createSearch(chapters: readonly Entry[]): (query: string) => Found[] {
  const places = chapters.flatMap((chapter) => [
    { chapter, field: undefined },
    ...chapter.fields.map((field) => ({ chapter, field })),
  ]);
  const index = new MiniSearch({ fields: ["title", "path", "text", "words"] });
  // A chapter is found by the words about its fields, and a field by its own name.
  const shown = ({ path }: FieldEntry) => ({ path, title: path.split(".").at(-1), text: "", words: "" });
  index.addAll(places.map(({ chapter, field }, id) => ({ id, path: "", ...(field ? shown(field) : chapter) })));
  return (query) => {
    const groups = new Map<Entry, Found>();
    const results = index.search(query, {
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 3 ? 0.2 : false),
      boost: { title: 4 },
      // A chapter is before its fields, and an operation before other chapters.
      boostDocument: (id) => (places[id]?.field ? 0.3 : places[id]?.chapter.method ? 1.5 : 1),
    });
    const most = Math.max(...results.map(({ queryTerms }) => queryTerms.length));
    for (const { id, terms, queryTerms, match } of results) {
      const { chapter, field } = places[id] ?? {};
      const isNamed = Object.values(match).flat().includes("title") && queryTerms.length === most;
      if (!chapter || (field && !isNamed)) continue;
      const group = groups.get(chapter) ?? { ...chapter, terms: [], fields: [] };
      const fields = field ? [...group.fields, field] : group.fields;
      groups.set(chapter, { ...group, fields, terms: [...group.terms, ...terms] });
    }
    return [...groups.values()];
  };
}

/** A chapter, and below it the fields that were found. */
function createResult({ title, link, page, text, method, fields, terms }: Found): HTMLLIElement {
  const badge = method === undefined ? [] : [make("b", { class: `method ${method.toLowerCase()}` }, method), " "];
  const head = [...badge, ...marked(title, terms), " ", make("small", {}, page)];
  const rows = fields.slice(0, MOST.fields).map((field) => {
    const name = make("code", {}, ...marked(field.path, terms));
    const said = make("p", {}, ...marked(field.text, terms));
    return make("li", {}, make("a", { href: field.link }, name, " ", make("small", {}, field.part), said));
  });
  const chapter = make("a", { href: link }, ...head, make("p", {}, ...marked(text, terms)));
  return make("li", {}, chapter, ...(rows.length > 0 ? [make("ul", {}, ...rows)] : []));
}

/** A text in which the words are marked. */
function marked(text: string, words: readonly string[]): (Node | string)[] {
  return text.split(/([\p{L}\p{N}]+)/u).map((part) => {
    return words.includes(part.toLowerCase()) ? make("mark", {}, part) : part;
  });
}
