// The script of all pages. They can be read without it.

/** Sends the call of a button, or opens its form. Defined by try-it.js. */
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
    // A browser that translates the page puts the words of a button into elements of its own.
    if (!(target instanceof Element)) return;
    const copy = target.closest<HTMLButtonElement>(".copy");
    const attempt = target.closest<HTMLButtonElement>(".try");
    if (copy) copyCode(copy);
    else if (attempt) loadTryIt(attempt);
    else if (menu.contains(target) && target.closest("a")) menu.hidePopover?.();
  });
}

/** For each script, what to tell the reader if it is missing; empty if it was loaded. */
const loading = new Map<string, Promise<string>>();

/** Loads a script of the site on demand. A page that was saved by itself has none. */
function loaded(file: string): Promise<string> {
  const known = loading.get(file);
  if (known) return known;
  const path = `${root.dataset["root"]}${file}`;
  const script = document.createElement("script");
  script.src = path;
  const load = new Promise<string>((resolve) => {
    script.addEventListener("load", () => resolve(""));
    script.addEventListener("error", () => {
      // The next attempt may find it.
      loading.delete(file);
      resolve(`This requires the file ${path}, which was not found next to this page.`);
    });
  });
  loading.set(file, load);
  document.head.append(script);
  return load;
}

/** Sends the call of a button or opens its form. If the script is missing, says so below the button. */
async function loadTryIt(button: HTMLButtonElement): Promise<void> {
  const missing = await loaded("try-it.js");
  if (!missing) {
    tryIt(button);
    return;
  }
  const place = button.closest(".route, .head");
  const note = place?.parentElement?.querySelector(".missing") ?? document.createElement("p");
  note.className = "missing";
  note.role = "status";
  place?.after(note);
  note.textContent = missing;
}

function remember(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Where nothing may be stored, the choice lasts until the reader leaves the page.
  }
}

function remembered(name: string): string {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

/** The button cycles through the themes. The first one follows the reader's system setting. */
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

/** Copies the visible code next to a button, and says so in the button. */
async function copyCode(button: HTMLButtonElement): Promise<void> {
  const codes = button.closest(".panel, .route, .setting")?.querySelectorAll("code") ?? [];
  const code = [...codes].find((each) => each.checkVisibility());
  const say = (word: string) => {
    button.textContent = word;
    button.ariaLabel = `${word} ${button.value}`;
  };
  try {
    await navigator.clipboard.writeText(code?.textContent ?? "");
    say("Copied");
  } catch {
    // A page without TLS may not use the clipboard.
    if (code) getSelection()?.selectAllChildren(code);
    say("Press Ctrl+C:");
  }
  setTimeout(() => say("Copy"), 2000);
}

/** The choice of a language applies to all samples. */
function shareLanguage(main: HTMLElement): void {
  const inputs = [...main.querySelectorAll<HTMLInputElement>('[name$="/language"]')];
  const choose = (language: string) => {
    for (const input of inputs) if (input.value === language) input.checked = true;
  };
  choose(remembered("language"));
  main.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !inputs.includes(target)) return;
    // What is above may grow or shrink, but the panel that was clicked stays in place.
    const before = target.getBoundingClientRect().top;
    choose(target.value);
    scrollBy({ top: target.getBoundingClientRect().top - before, behavior: "instant" });
    remember("language", target.value);
  });
}

/** The search of all pages is loaded when the reader first uses it. */
function loadSearch(search: HTMLElement): void {
  const input = search.querySelector("input");
  const status = search.querySelector("p");
  if (!input || !status) return;
  const load = async () => {
    const missing = await loaded("search.js");
    if (missing) status.textContent = missing;
  };
  input.addEventListener("focus", load);
  // A field may have the focus before this script runs.
  input.addEventListener("input", load);
  document.addEventListener("keydown", (event) => {
    const { target, key, ctrlKey, metaKey, altKey } = event;
    // In a field, these keys are text.
    if (altKey || (target instanceof Element && target.matches("input, textarea, select"))) return;
    const isCommand = ctrlKey || metaKey;
    if (key !== (isCommand ? "k" : "/")) return;
    event.preventDefault();
    input.focus();
  });
  // A phone has no such key.
  if (matchMedia("(hover: hover)").matches) input.placeholder += " (press /)";
}

/**
 * Marks the section that is being read in the menu, and names the tab after it. It is the last section whose heading has
 * reached the top. At the end of the page, it is the one that a link led to, since the last sections never get that far.
 */
function followReader(menu: HTMLElement, main: HTMLElement): void {
  const links = [...menu.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')];
  const sections = [...main.querySelectorAll("section")];
  const { title } = document;
  const mark = () => {
    const isAtEnd = scrollY + innerHeight > root.scrollHeight - 2;
    const linked = isAtEnd ? sections.find((section) => section.matches(":has(:target)")) : undefined;
    const read = linked ?? sections.findLast((section) => section.getBoundingClientRect().top < 120);
    const heading = read?.querySelector("[id]");
    document.title = heading?.matches("h2, h3") ? `${heading.textContent}, ${title}` : title;
    for (const link of links) {
      const isRead = link.getAttribute("href") === `#${heading?.id}`;
      if (isRead && link.ariaCurrent !== "true") bringIntoView(link);
      link.ariaCurrent = isRead ? "true" : null;
    }
  };
  addEventListener("scroll", () => requestAnimationFrame(mark), { passive: true });
  addEventListener("hashchange", mark);
  // After the first frame: before it, this would force a layout of its own.
  requestAnimationFrame(() => setTimeout(mark));
}

/** Scrolls the list that contains a link, and nothing else. */
function bringIntoView(link: HTMLElement): void {
  const list = link.offsetParent;
  if (!list) return;
  const { top, bottom } = link.getBoundingClientRect();
  const around = list.getBoundingClientRect();
  if (top < around.top || bottom > around.bottom) list.scrollTop = link.offsetTop - list.clientHeight / 2;
}
