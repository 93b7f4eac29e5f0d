// The script of all pages. They can be read without it.
import { addCopyButton, copyButton } from "./copy.js";
import { followReader } from "./follow-reader.js";
import { followLinks } from "./place.js";
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
  const titleOf = (element: Element) => element.closest("section")?.querySelector("h1, h2, h3, h4")?.textContent;
  for (const panel of main.querySelectorAll(".panel")) {
    addCopyButton(panel, `${panel.querySelector(".head b")?.textContent ?? "the code"} under ${titleOf(panel)}`);
  }
  for (const place of main.querySelectorAll<HTMLElement>("[data-copy]")) {
    const code = place.querySelector("code");
    if (code) code.after(copyButton(`${place.dataset["copy"]} under ${titleOf(place)}`, () => code));
  }
  followLinks(main);
  // Asks where the chapters are, so the page is laid out: after all that changes it.
  followReader(menu, main);
}
