import type { Entry } from "../search-entries.js";
import { make } from "./make.js";

/** How many results are shown. */
const MOST = 12;

/** Starts the search over this page and the entries of all other pages. */
export function startSearch(search: HTMLElement, main: HTMLElement): void {
  const [input, status, list] = [search.querySelector("input"), search.querySelector("p"), search.querySelector("ul")];
  if (!input || !status || !list) return;
  const elsewhere: Entry[] = JSON.parse(document.querySelector("#elsewhere")?.textContent ?? "[]");
  const entries = [...entriesIn(main), ...elsewhere];
  const links = () => [...list.querySelectorAll("a")];
  const show = (query: string) => {
    const found = query.trim() ? resultsOf(entries, query) : [];
    list.replaceChildren(...found.slice(0, MOST).map(createResult));
    status.textContent = query.trim() ? `${found.length || "No"} result${found.length === 1 ? "" : "s"}` : "";
  };
  const close = () => show("");
  input.addEventListener("input", () => show(input.value));
  input.addEventListener("focus", () => show(input.value));
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
    const isTyping = event
      .composedPath()
      .some((element) => element instanceof Element && element.matches("input, textarea, select"));
    const isCalled = (event.key === "/" && !isTyping) || (event.key === "k" && (event.ctrlKey || event.metaKey));
    if (!isCalled) return;
    event.preventDefault();
    input.focus();
  });
  search.hidden = false;
}

/** The chapters and fields of this page, with all of their text. */
function entriesIn(main: HTMLElement): Entry[] {
  return [...main.querySelectorAll("section")].flatMap((chapter): Entry[] => {
    const heading = chapter.firstElementChild;
    const title = heading?.textContent ?? "";
    const fields = [...chapter.querySelectorAll("tr[id]")].map((row): Entry => {
      return [row.querySelector("code")?.textContent ?? "", `#${row.id}`, title, row.textContent ?? ""];
    });
    return [[title, `#${heading?.id}`, "", chapter.textContent ?? ""], ...fields];
  });
}

/** The link to a field: a chapter has no path below it. */
const FIELD = /path=|#(\/[^/]+){3}/;

/** The entries that have most words of a query, the best first: those with a word in their title, and chapters. */
export function resultsOf(entries: readonly Entry[], query: string): Entry[] {
  const words = plain(query).split(/\s+/).filter(Boolean).map(numbersOf);
  const ranked = entries.map((entry) => {
    const [title, , above, text] = entry.map(plain);
    const foundIn = (place = "") => words.filter((forms) => forms.some((form) => place.includes(form))).length;
    const isStart = words.flat().some((form) => title?.startsWith(form));
    const rank = 2 * foundIn(title) + (isStart ? 0.5 : 0) + (FIELD.test(entry[1]) ? 0 : 1);
    return { entry, rank, found: foundIn(`${title} ${above} ${text}`) };
  });
  const most = Math.max(1, ...ranked.map(({ found }) => found));
  const best = ranked.filter(({ found }) => found === most).sort((one, other) => other.rank - one.rank);
  return best.map(({ entry }) => entry);
}

/** A word, its plural and its singular: who looks for "retry" finds "Retries". */
function numbersOf(word: string): string[] {
  return [word, word.replace(/y$/, "ies"), word.replace(/ies$/, "y").replace(/(?<=...)s$/, "")];
}

/** A text as it is compared: without capitals and accents. */
function plain(text: string): string {
  return text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
}

function createResult([title, link, above]: Entry): HTMLLIElement {
  return make("li", {}, make("a", { href: link }, title, " ", make("small", {}, above)));
}
