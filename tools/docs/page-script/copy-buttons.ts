import { createCopyButton } from "../copy-button.js";

/** Adds a button to each block of code, named for the heading above it. */
export function addCopyButtons(main: HTMLElement): void {
  let heading = "";
  for (const element of main.querySelectorAll("h1, h2, h3, h4, pre")) {
    const text = element.textContent ?? "";
    if (element.tagName === "PRE") element.append(createCopyButton(`the code under ${heading}`, text, element));
    else heading = text;
  }
}
