import { make } from "./make.js";

/**
 * Makes a button that copies what is shown of some code, and says in its name whether it has.
 *
 * @param name - What it copies, for people who hear the page.
 */
export function copyButton(name: string, source: () => Element | undefined): HTMLElement {
  const button = make("button", { type: "button", class: "copy" });
  const say = (word: string) => {
    button.textContent = word;
    button.setAttribute("aria-label", `${word} ${name}`);
  };
  say("Copy");
  button.addEventListener("click", async () => {
    const code = source();
    try {
      await navigator.clipboard.writeText(code?.textContent ?? "");
      say("Copied");
    } catch {
      // The page may not use the clipboard.
      if (code) getSelection()?.selectAllChildren(code);
      say("Press Ctrl+C:");
    }
    setTimeout(() => say("Copy"), 2000);
  });
  return button;
}

/** Adds a button to a panel: in its head if it has one, next to its code if not. */
export function addCopyButton(panel: Element, name: string): void {
  const shown = () => [...panel.querySelectorAll("code")].find((code) => code.checkVisibility());
  (panel.querySelector(".head") ?? panel).append(copyButton(name, shown));
}
