// The script of all pages. They can be read without it.
import { startCopying } from "./copy.js";
import { followReader, showTarget } from "./follow-reader.js";
import { shareLanguage } from "./language-tabs.js";
import { startSearch } from "./search.js";
import { startThemes } from "./theme.js";

const main = document.querySelector("main");
const menu = document.querySelector<HTMLElement>("#menu");
const search = document.querySelector<HTMLElement>("search");
const theme = document.querySelector<HTMLElement>(".theme");
if (main && menu && search && theme) {
  startThemes(theme);
  startSearch(search);
  startCopying();
  shareLanguage(main);
  addEventListener("pageshow", showTarget);
  // Asks where the sections are, so the page is laid out: after all that changes it.
  followReader(menu, main);
}
