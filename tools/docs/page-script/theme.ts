/** The themes, in the order in which the button goes through them; in `auto`, the reader's own setting counts. */
const THEMES = ["auto", "light", "dark"];

/** Starts the button that changes the theme, and remembers the choice. The head of the page applies it. */
export function startThemes(button: HTMLElement): void {
  const root = document.documentElement;
  const show = () => {
    const theme = root.className || "auto";
    button.title = `Theme: ${theme}`;
    button.ariaLabel = button.title;
  };
  button.addEventListener("click", () => {
    const theme = THEMES[(THEMES.indexOf(root.className || "auto") + 1) % THEMES.length] ?? "auto";
    root.className = theme === "auto" ? "" : theme;
    remember("theme", root.className);
    show();
  });
  show();
}

/** Remembers a choice of the reader in this browser, if it allows that. */
export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // The choice counts until the page is left.
  }
}

export function remembered(name: string): string {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}
