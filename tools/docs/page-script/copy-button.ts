import { make } from "./make.js";

/**
 * Adds a button to a block of code. It copies the code, and says in its name whether it has.
 *
 * @param name - What it copies, for people who hear the page.
 */
export function addCopyButton(block: HTMLElement, name: string): void {
  const code = block.textContent ?? "";
  const button = make("button", { type: "button", class: "copy" });
  const say = (word: string) => {
    button.textContent = word;
    button.setAttribute("aria-label", `${word} ${name}`);
  };
  say("Copy");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(code);
      say("Copied");
    } catch {
      // The page may not use the clipboard.
      getSelection()?.selectAllChildren(block);
      say("Press Ctrl+C:");
    }
    setTimeout(() => say("Copy"), 2000);
  });
  block.append(button);
}

/** Code under its name, with a button that copies it. */
export function copyable(label: string, code: string): HTMLElement {
  const block = make("pre", {}, make("code", {}, code));
  addCopyButton(block, label);
  return make("div", { role: "group", "aria-label": label }, make("strong", {}, label), block);
}
