/**
 * Adds a button to a block of code. It copies the code, and says in its name whether it has.
 *
 * @param name - What it copies, for people who hear the page.
 */
export function addCopyButton(block: HTMLElement, name: string): void {
  const code = block.textContent ?? "";
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
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
