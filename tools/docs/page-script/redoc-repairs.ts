// Runs in Redoc's page, before Redoc. It adds what the page lacks, so that the contract that Redoc reads, and that its
// "Copy" copies, stays the contract. React does not remove attributes and elements that it does not know.

import { defaultServer, operations } from "../../../generated/contract.js";
import { make } from "./make.js";

holdScroll();
new MutationObserver(repair).observe(document, { childList: true, subtree: true });
addEventListener("hashchange", linkToSamePlace);

/** Redoc scrolls to the top as it starts, though its text is there before and someone may be reading it. */
function holdScroll(): void {
  const original = window.scrollTo;
  const isToTop = (place: unknown) => place === 0 || Object(place).top === 0;
  window.scrollTo = (...place: unknown[]) => {
    if (!isToTop(place[0])) Reflect.apply(original, window, place);
  };
  const release = () => {
    window.scrollTo = original;
  };
  for (const event of ["click", "keydown", "hashchange"])
    addEventListener(event, release, { once: true, capture: true });
}

function repair(): void {
  linkToSamePlace();
  for (const menu of document.querySelectorAll(".menu-content:not([role])")) {
    menu.setAttribute("role", "navigation");
    menu.setAttribute("aria-label", "Contents");
  }
  for (const block of document.querySelectorAll<HTMLElement>("#redoc pre:not([tabindex])")) block.tabIndex = 0;
  for (const link of document.querySelectorAll('#redoc a[href^="guides/"][href*=".md"]')) {
    link.setAttribute("href", link.getAttribute("href")?.replace(".md", ".html") ?? "");
  }
  for (const section of document.querySelectorAll<HTMLElement>("[data-section-id]:not(:has(try-it))")) addForm(section);
  // The samples call this server, of which Redoc shows the name of a variable, sometimes as a file next to the page.
  replaceText("[data-testid=panel-servers]", /^\{\w+\}$/, defaultServer);
  replaceText(".panel-callback-samples", /No callback payload/, "Not specified");
}

/** Replaces the text of the elements that hold only this text. */
function replaceText(within: string, pattern: RegExp, text: string): void {
  const folder = new URL(".", location.href).href;
  for (const element of document.querySelectorAll(`${within} :not(:has(*))`)) {
    if (pattern.test((element.textContent ?? "").replace(folder, ""))) element.textContent = text;
  }
}

/** The static page is readable before this one: its link leads to the same place. */
function linkToSamePlace(): void {
  document.querySelector("#static-page")?.setAttribute("href", `reference.html${location.hash}`);
}

/** Puts method and path above the description of an operation, and the form below it. */
function addForm(section: HTMLElement): void {
  const name = section.dataset["sectionId"]?.split("/").at(-1);
  const operation = Object.values(operations).find(({ id }) => id.toLowerCase() === name);
  const heading = section.querySelector('[data-testid="middle-panel"] [id$="/request"]');
  if (!operation || !heading) return;
  const form = document.createElement("try-it");
  form.setAttribute("operation", operation.id);
  const texts = section.querySelectorAll(
    '[data-testid="middle-panel"] [id$="/request"] ~ [data-component-name^="Markdown"]',
  );
  ([...texts].at(-1) ?? heading).after(form);
  heading.after(make("p", { class: "route" }, make("b", {}, operation.method), ` ${operation.path}`));
}
