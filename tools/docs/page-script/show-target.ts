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
 * The place that a link of another tool means: `#operation/createWebhook`, `#/Webhooks/createWebhook`, `#tag/Webhooks`,
 * `#section/Authentication`, `#schemas/Webhook`, or only the last name.
 */
function inOtherSpelling(name: string): Element | null {
  const exact = document.querySelector(`main [id="${CSS.escape(name)}" i]`);
  if (exact) return exact;
  const steps = name.split("/").filter(Boolean);
  const last = CSS.escape(steps.at(-1) ?? "");
  const isSchema = /^(schema|model)s?$/i.test(steps.at(-2) ?? "");
  return last ? document.querySelector(`main :is(h2, h3)[id$="${isSchema ? "/resources" : ""}/${last}" i]`) : null;
}

/** A part of an address as text. One with a stray `%` is as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
