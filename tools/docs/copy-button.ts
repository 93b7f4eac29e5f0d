/**
 * A button that copies code, and says in its name whether it has.
 *
 * @param name - What it copies, for people who hear the page.
 * @param shown - The element that shows the code. It is selected where the page may not use the clipboard.
 */
export function createCopyButton(name: string, code: string, shown: Node): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  const say = (word: string) => {
    button.textContent = word;
    button.setAttribute("aria-label", `${word} ${name}`);
  };
  say("Copy");
  button.addEventListener("click", async () => {
    say((await copy(code, shown)) ? "Copied" : "Press Ctrl+C:");
    setTimeout(() => say("Copy"), 2000);
  });
  return button;
}

async function copy(text: string, shown: Node): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection()?.selectAllChildren(shown);
    return false;
  }
}
