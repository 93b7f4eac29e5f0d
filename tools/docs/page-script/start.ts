// The script of all pages. They can be read without it.
import { startCopying } from "./copy.js";
import { followReader } from "./follow-reader.js";
import { shareLanguage } from "./language-tabs.js";
import { loadTryIt } from "./load-try-it.js";
import { openForms } from "./open-forms.js";
import { openSearch } from "./open-search.js";
import { showTarget } from "./show-target.js";
import { startThemes } from "./theme.js";

const main = document.querySelector("main");
const menu = document.querySelector<HTMLElement>("#menu");
const search = document.querySelector<HTMLElement>("search");
const theme = document.querySelector<HTMLElement>(".theme");
const notice = document.querySelector<HTMLElement>(".notice");
if (main && menu && search && theme && notice) {
  startThemes(theme);
  openSearch(search);
  startCopying();
  shareLanguage(main);
  showTarget(notice);
  addEventListener("hashchange", () => showTarget(notice));
  openForms(main);
  if (main.querySelector(".try")) loadTryIt(main);
  followReader(menu, main);
}
