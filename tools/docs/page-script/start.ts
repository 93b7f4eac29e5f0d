// The script of all pages. They can be read without it.
import { addCopyButton } from "./copy.js";
import { followReader } from "./follow-reader.js";
import { startSearch } from "./search.js";
import { shareLanguage } from "./tabs.js";
import { startThemes } from "./theme.js";

const main = document.querySelector("main");
const menu = document.querySelector<HTMLElement>("#menu");
const search = document.querySelector<HTMLElement>("search");
const theme = document.querySelector<HTMLElement>(".theme");
if (main && menu && search && theme) {
  startThemes(theme);
  shareLanguage(main);
  startSearch(search);
  for (const panel of main.querySelectorAll(".panel")) {
    const heading = panel.closest("section")?.querySelector("h1, h2, h3, h4")?.textContent;
    addCopyButton(panel, `${panel.querySelector(".head b")?.textContent ?? "the code"} under ${heading}`);
  }
  // Asks where the headings are, so the page is laid out: after all that changes it.
  followReader(menu, main);
  // Redoc's links may lead to a part of a chapter that has no place of its own here.
  const place = decodeURIComponent(location.hash.slice(1));
  if (place && !document.getElementById(place)) {
    const nearest = [...main.querySelectorAll("[id]")].filter(({ id }) => place.startsWith(`${id}/`)).at(-1);
    if (nearest) location.replace(`#${nearest.id}`);
  }
}
