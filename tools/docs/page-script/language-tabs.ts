import { remember, remembered } from "./theme.js";

/** Makes the choice of a language count for all samples, and remembers it. */
export function shareLanguage(main: HTMLElement): void {
  const buttons = [...main.querySelectorAll<HTMLInputElement>('.request [name$="/language"]')];
  const choose = (language: string) => {
    for (const button of buttons) if (button.value === language) button.checked = true;
  };
  choose(remembered("language"));
  main.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !buttons.includes(target)) return;
    // What is above may grow or shrink: the panel that was clicked stays where it is.
    const before = target.getBoundingClientRect().top;
    choose(target.value);
    scrollBy({ top: target.getBoundingClientRect().top - before, behavior: "instant" });
    remember("language", target.value);
  });
}
