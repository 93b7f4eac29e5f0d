// The script of all static pages. They can be read without it.
import { addCopyButton } from "./copy-button.js";
import { followReader } from "./menu.js";
import { startSearch } from "./search.js";

const [main, menu] = [document.querySelector("main"), document.querySelector("nav")];
const search = document.querySelector<HTMLElement>("search");
if (main && menu && search) {
  startSearch(search, main);
  followReader(menu, main);
  let heading = "";
  for (const element of main.querySelectorAll<HTMLElement>("h1, h2, h3, h4, pre")) {
    if (element.tagName === "PRE") addCopyButton(element, `the code under ${heading}`);
    else heading = element.textContent ?? "";
  }
}
