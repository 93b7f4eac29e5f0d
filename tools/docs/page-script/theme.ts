/** The themes, in the order in which the button goes through them; in `auto`, the reader's own setting counts. */
const THEMES = ["auto", "light", "dark"];
const ICONS: Readonly<Record<string, string>> = { auto: "◐", light: "☀", dark: "☾" };

/** Starts the button that changes the theme, and remembers the choice. */
export function startThemes(button: HTMLElement): void {
  const root = document.documentElement;
  const show = (theme: string) => {
    button.textContent = ICONS[theme] ?? "";
    button.title = `Theme: ${theme}`;
    button.setAttribute("aria-label", button.title);
  };
  show(root.className || "auto");
  button.addEventListener("click", () => {
    const theme = THEMES[(THEMES.indexOf(root.className || "auto") + 1) % THEMES.length] ?? "auto";
    root.className = theme === "auto" ? "" : theme;
    remember("theme", root.className);
    show(theme);
  });
  button.hidden = false;
}

/** Remembers a choice of the reader in this browser, if it allows that. */
export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // The choice counts until the page is left.
  }
}

/** What was remembered. */
export function remembered(name: string): string {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}
