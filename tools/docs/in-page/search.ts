// The search of all pages, which a page loads when the reader first uses it.
import { type Html, html } from "../html.js";
import type { Entry } from "../search-entries.js";
import { createSearch, type Found, snippet } from "./find.js";

/** What can be found on all pages. The build inserts it. */
declare const ENTRIES: readonly Entry[];

const search = document.querySelector<HTMLElement>("search");
const input = search?.querySelector("input");
const status = search?.querySelector("p");
const list = search?.querySelector("ul");
if (search && input && status && list) startSearch(search, input, status, list);

function startSearch(search: HTMLElement, input: HTMLInputElement, status: HTMLElement, list: HTMLElement): void {
  const find = createSearch(ENTRIES);
  const { root = "", page = "" } = document.documentElement.dataset;
  const show = () => {
    const query = input.value.trim();
    const results = query === "" ? [] : find(query);
    list.innerHTML = String(html`${results.map((found) => resultOf(found, root, page))}`);
    const { length } = results;
    status.className = length > 0 ? "heard" : "";
    const said = length > 0 ? `${length} result${length === 1 ? "" : "s"}` : `Nothing found for “${query}”.`;
    status.textContent = query === "" ? "" : said;
  };
  const close = () => {
    list.textContent = "";
    status.textContent = "";
  };
  input.addEventListener("input", show);
  input.addEventListener("focus", show);
  search.addEventListener("focusout", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && search.contains(relatedTarget))) close();
  });
  list.addEventListener("click", close);
  search.addEventListener("keydown", (event) => {
    // Keys of an input method. In Safari, only the code 229 identifies the one that ends a composition.
    if (event.isComposing || event.keyCode === 229) return;
    const stops: HTMLElement[] = [input, ...list.querySelectorAll("a")];
    const place = stops.findIndex((stop) => stop.matches(":focus"));
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) stops[(place + step + stops.length) % stops.length]?.focus();
    else if (event.key === "Enter" && place === 0) stops[1]?.click();
    else if (event.key === "Escape") {
      input.value = "";
      input.focus();
      close();
    } else return;
    event.preventDefault();
  });
  // Something may have been typed while this script was loading.
  if (input.matches(":focus") || input.value) show();
}

function resultOf({ entry: { title, link, page, text, route }, terms }: Found, root: string, current: string): Html {
  // A link within the page is only an anchor.
  const href = link.startsWith(`${current}#`) ? link.slice(current.length) : root + link;
  const [method] = route?.split(" ") ?? [];
  return html`<li><a href="${href}"><b>${snippet(title, terms)}</b> <small>${method ?? page}</small><p>${snippet(text, terms)}</p></a></li>`;
}
