import { loadScript } from "./load-script.js";

/** Loads the search of all pages when the reader turns to it: with the mouse, a finger, Tab or a key. */
export function openSearch(search: HTMLElement): void {
  const [input, status] = [search.querySelector("input"), search.querySelector("p")];
  if (!input || !status) return;
  let loading: Promise<string> | undefined;
  const load = async () => {
    loading ??= loadScript("search.js", search.dataset["root"]);
    const failure = await loading;
    if (!failure) return;
    status.textContent = failure;
    // It may be there with the next try.
    loading = undefined;
  };
  input.addEventListener("focus", load);
  input.addEventListener("input", load);
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof Element && event.target.matches("input, textarea, select");
    const isShortcut = (event.key === "/" && !isTyping) || (event.key === "k" && (event.ctrlKey || event.metaKey));
    if (!isShortcut) return;
    event.preventDefault();
    input.focus();
  });
  // A phone has no such key.
  if (matchMedia("(hover: hover)").matches) input.placeholder += " (press /)";
}
