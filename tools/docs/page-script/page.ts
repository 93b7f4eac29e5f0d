import { addCopyButtons } from "./copy-buttons.js";
import { followReader } from "./menu.js";
import { startSearch } from "./search.js";

/** What all static pages do with a script. They can be read without it. */
export function startPage(): void {
  const main = document.querySelector("main");
  const menu = document.querySelector("nav");
  const search = document.querySelector<HTMLElement>("search");
  if (!main || !menu || !search) return;
  startSearch(search, main);
  followReader(menu, main);
  addCopyButtons(main);
}
