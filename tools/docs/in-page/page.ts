// The script of all pages. They can be read without it.

/** Sends what a button is for, or opens its form. Defined by try-it.js. */
declare const tryIt: (button: HTMLButtonElement) => void;

const root = document.documentElement;
const main = document.querySelector("main");
const menu = document.querySelector<HTMLElement>("#menu");
const search = document.querySelector<HTMLElement>("search");
const theme = document.querySelector<HTMLElement>(".theme");
if (main && menu && search && theme) {
  startThemes(theme);
  shareLanguage(main);
  loadSearch(search);
  followReader(menu, main);
  document.addEventListener("click", ({ target }) => {
    // The words of a button may be in elements of a browser that translates the page.
    if (!(target instanceof Element)) return;
    const copy = target.closest<HTMLButtonElement>(".copy");
    const attempt = target.closest<HTMLButtonElement>(".try");
    if (copy) copyCode(copy);
    else if (attempt) loaded("try-it.js").then(() => tryIt(attempt));
    else if (menu.contains(target) && target.closest("a")) menu.hidePopover?.();
  });
}

const loading = new Map<string, Promise<unknown>>();

/** Loads a script of the site once it is needed. */
function loaded(file: string): Promise<unknown> {
  const known = loading.get(file);
  if (known) return known;
  const script = document.createElement("script");
  script.src = `${search?.dataset["root"]}${file}`;
  const load = new Promise((resolve) => script.addEventListener("load", resolve));
  // It may be there with the next try.
  script.addEventListener("error", () => loading.delete(file));
  loading.set(file, load);
  document.head.append(script);
  return load;
}

function remember(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Where nothing may be stored, the choice counts until the page is left.
  }
}

function remembered(name: string): string {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

/** The button goes through the themes. In the first one, the reader's own setting counts. */
function startThemes(button: HTMLElement): void {
  const themes = ["", "light", "dark"];
  const show = () => {
    button.title = `Theme: ${root.className || "auto"}`;
    button.ariaLabel = button.title;
  };
  button.addEventListener("click", () => {
    root.className = themes[(themes.indexOf(root.className) + 1) % themes.length] ?? "";
    remember("theme", root.className);
    show();
  });
  show();
}

/** Copies the code next to a button that is shown. */
async function copyCode(button: HTMLButtonElement): Promise<void> {
  const codes = button.closest(".panel, .route, .setting")?.querySelectorAll("code") ?? [];
  const code = [...codes].find((each) => each.checkVisibility());
  const name = button.ariaLabel;
  await navigator.clipboard.writeText(code?.textContent ?? "");
  button.textContent = "Copied";
  button.ariaLabel = "Copied";
  setTimeout(() => {
    button.textContent = "Copy";
    button.ariaLabel = name;
  }, 2000);
}

/** The choice of a language counts for all samples. */
function shareLanguage(main: HTMLElement): void {
  const inputs = [...main.querySelectorAll<HTMLInputElement>('[name$="/language"]')];
  const choose = (language: string) => {
    for (const input of inputs) if (input.value === language) input.checked = true;
  };
  choose(remembered("language"));
  main.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !inputs.includes(target)) return;
    // What is above may grow or shrink: the panel that was clicked stays where it is.
    const before = target.getBoundingClientRect().top;
    choose(target.value);
    scrollBy({ top: target.getBoundingClientRect().top - before, behavior: "instant" });
    remember("language", target.value);
  });
}

/** The search of all pages is loaded when the reader turns to it. */
function loadSearch(search: HTMLElement): void {
  const input = search.querySelector("input");
  if (!input) return;
  input.addEventListener("focus", () => loaded("search.js"));
  document.addEventListener("keydown", (event) => {
    const { target, key, isComposing, ctrlKey, metaKey, altKey } = event;
    const isTyping = target instanceof Element && target.matches("input, textarea, select");
    const isSlash = key === "/" && !isTyping && !ctrlKey && !metaKey && !altKey;
    if (isComposing || !(isSlash || (key === "k" && (ctrlKey || metaKey)))) return;
    event.preventDefault();
    input.focus();
  });
  // A phone has no such key.
  if (matchMedia("(hover: hover)").matches) input.placeholder += " (press /)";
}

/** Marks in the menu what is being read: the last section whose heading has come up to the top. */
function followReader(menu: HTMLElement, main: HTMLElement): void {
  const links = [...menu.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')];
  const sections = [...main.querySelectorAll("section")];
  const mark = () => {
    const isAtEnd = scrollY + innerHeight > root.scrollHeight - 2;
    // The last sections never come up that far: there, the one that a link led to is read.
    const linked = isAtEnd ? sections.find((section) => section.matches(":has(:target)")) : undefined;
    const read = linked ?? sections.findLast((section) => section.getBoundingClientRect().top < 120);
    const hash = `#${read?.querySelector("[id]")?.id}`;
    for (const link of links) {
      const isRead = link.getAttribute("href") === hash;
      if (isRead && link.ariaCurrent !== "true") link.scrollIntoView({ block: "nearest" });
      link.ariaCurrent = isRead ? "true" : null;
    }
  };
  addEventListener("scroll", () => requestAnimationFrame(mark), { passive: true });
  addEventListener("hashchange", mark);
  // After the first frame: before it, the page would be laid out for this alone.
  requestAnimationFrame(() => setTimeout(mark));
}
