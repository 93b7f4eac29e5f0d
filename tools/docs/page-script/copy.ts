/** Makes all copy buttons copy what is shown of the code next to them, and say so in their names. */
export function startCopying(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>(".copy")) say(button, "Copy");
  document.addEventListener("click", async ({ target }) => {
    if (!(target instanceof HTMLButtonElement) || target.className !== "copy") return;
    const codes = target.closest(".panel, .route, .setting")?.querySelectorAll("code") ?? [];
    const code = [...codes].find((each) => each.checkVisibility());
    try {
      await navigator.clipboard.writeText(code?.textContent ?? "");
      say(target, "Copied");
    } catch {
      // The page may not use the clipboard.
      if (code) getSelection()?.selectAllChildren(code);
      say(target, "Press Ctrl+C:");
    }
    setTimeout(() => say(target, "Copy"), 2000);
  });
}

function say(button: HTMLButtonElement, word: string): void {
  const place = button.closest("section")?.querySelector("h1, h2, h3, h4")?.firstChild?.textContent;
  button.textContent = word;
  button.ariaLabel = `${word} ${button.value} under ${place}`;
}
