/**
 * Shows the place that the address of the page names: opens what is folded around it, and goes to it if it has another
 * spelling. One that is not here is told quietly.
 */
export function showTarget(notice: HTMLElement): void {
  notice.textContent = "";
  const name = decoded(location.hash.slice(1));
  if (name === "") return;
  const target = document.getElementById(name);
  if (target) {
    openAround(target);
    return;
  }
  const meant = inOtherSpelling(name);
  if (meant) location.replace(`#${meant.id}`);
  else notice.textContent = `There is no “#${name}” on this page. Look in the menu, or search for it.`;
}

/** A browser opens it when a link is followed, but not after a reload. It scrolls by itself. */
function openAround(target: Element): void {
  const closed = () => target.closest<HTMLDetailsElement>("details:not([open])");
  for (let box = closed(); box; box = closed()) box.open = true;
}

/**
 * The place that a link of another tool means. Signs and capitals aside, it ends with what the place is called here, with its
 * last name, or with the method and path of an operation: `#operations-Webhooks-createWebhook`,
 * `#tag/webhooks/POST/api/admin/26.0/webhooks`, `#section/Authentication`, `#schemas/Webhook`.
 */
function inOtherSpelling(name: string): Element | undefined {
  const exact = document.querySelector(`main [id="${CSS.escape(name)}" i]`);
  if (exact) return exact;
  const places = new Map<string, Element>();
  for (const heading of document.querySelectorAll("main :is(h2, h3)")) {
    const route = heading.closest("section")?.querySelectorAll(".route > :not(button)") ?? [];
    const path = Array.from(route, (part) => part.textContent).join("/");
    for (const called of [heading.id, heading.id.split("/").at(-1) ?? "", path]) {
      const words = wordsOf(called).join("");
      if (!places.has(words)) places.set(words, heading);
    }
  }
  const words = wordsOf(name.replace(/\b(schema|model)s?\b/i, "resources"));
  const ends = words.map((_, index) => words.slice(index).join(""));
  return ends.map((end) => places.get(end)).find((place) => place !== undefined);
}

function wordsOf(name: string): string[] {
  return name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A part of an address as text. One with a stray `%` is as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
