// The search of all pages. A page loads it when the reader turns to the search.
import { type Html, html, methodName } from "../html.js";
import type { Entry, FieldEntry } from "../search-entries.js";
import { createSearch, type Found } from "./find.js";
import { marked, snippet } from "./snippet.js";

/** What is found on all pages. The build puts it here. */
declare const ENTRIES: readonly Entry[];

/** How many entries are shown, and how many fields of each. */
const MOST = { entries: 8, fields: 3 };

const search = document.querySelector<HTMLElement>("search");
const input = search?.querySelector("input");
const status = search?.querySelector("p");
const list = search?.querySelector("ul");
if (search && input && status && list) startSearch(search, input, status, list);

function startSearch(search: HTMLElement, input: HTMLInputElement, status: HTMLElement, list: HTMLElement): void {
  const find = createSearch(ENTRIES);
  const { root = "", page = "" } = search.dataset;
  const links = () => [...list.querySelectorAll("a")];
  const show = (query: string) => {
    const found = query ? find(query) : [];
    const results = found.slice(0, MOST.entries).map((each) => resultOf(each, fromPage(root, page)));
    list.innerHTML = String(html`${results}`);
    const count = links().length;
    status.className = count > 0 ? "heard" : "";
    const said =
      count > 0
        ? `${count} result${count === 1 ? "" : "s"}`
        : `Nothing found for “${query}”. Look for an operation, a field, a status, or a word of a guide.`;
    status.textContent = query && said;
  };
  for (const event of ["input", "focus"]) input.addEventListener(event, () => show(input.value.trim()));
  search.addEventListener("focusout", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && search.contains(relatedTarget))) show("");
  });
  list.addEventListener("click", () => show(""));
  search.addEventListener("keydown", (event) => {
    const stops: HTMLElement[] = [input, ...links()];
    const place = stops.findIndex((stop) => stop.matches(":focus"));
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) stops[(place + step + stops.length) % stops.length]?.focus();
    else if (event.key === "Enter" && place === 0) stops[1]?.click();
    else if (event.key === "Escape") {
      input.focus();
      input.value = "";
      show("");
    } else return;
    event.preventDefault();
  });
  // What was typed while it was loaded.
  if (input.matches(":focus") || input.value) show(input.value.trim());
}

/** Makes links from the root of the site links from a page. On the page itself, they only have a place. */
function fromPage(root: string, page: string): (link: string) => string {
  return (link) => (link.startsWith(`${page}#`) ? link.slice(page.length) : root + link);
}

/** What was found, and below it the fields. It shows the passage that says most of the query, or the first one. */
function resultOf({ entry, fields, passage, terms }: Found, linkTo: (link: string) => string): Html {
  const { title, link, page, passages, method } = entry;
  const head = html`<b>${marked(title, terms)}</b> ${methodName(method)} <small>${page}</small>`;
  const rows = fields.slice(0, MOST.fields).map((field) => fieldResult(field, terms, linkTo));
  const below = rows.length > 0 && html`<ul>${rows}</ul>`;
  const said = snippet(passage || (passages[0] ?? ""), terms);
  return html`<li><a href="${linkTo(link)}">${head}<p>${said}</p></a>${below}</li>`;
}

function fieldResult(
  { path, part, link, text }: FieldEntry,
  terms: Found["terms"],
  linkTo: (link: string) => string,
): Html {
  const name = marked(path, terms);
  const head = part ? html`<code>${name}</code> <small>${part}</small>` : name;
  return html`<li><a href="${linkTo(link)}">${head}<p>${snippet(text, terms)}</p></a></li>`;
}
