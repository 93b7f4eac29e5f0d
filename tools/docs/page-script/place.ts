/** Shows the place that a link leads to: opens what is closed around it, and finds the nearest one to a link of Redoc's. */
export function followLinks(main: HTMLElement): void {
  const show = () => {
    const hash = location.hash.slice(1);
    const places = [...main.querySelectorAll("[id]")];
    const place = places.find(({ id }) => id === hash || encodeURI(id) === hash);
    for (let closed = closedAround(place); closed; closed = closedAround(closed)) closed.open = true;
    if (place || hash.length < 2) return;
    // Redoc's links may lead to a part of a chapter that has no place of its own here.
    const nearest = places.findLast(({ id }) => hash.startsWith(`${id}/`));
    if (nearest) location.replace(`#${nearest.id}`);
  };
  addEventListener("hashchange", show);
  show();
}

function closedAround(element: Element | undefined): HTMLDetailsElement | undefined {
  return element?.closest<HTMLDetailsElement>("details:not([open])") ?? undefined;
}
