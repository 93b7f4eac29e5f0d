/** Marks the chapter that is being read in the menu, and closes the menu of a phone when a chapter is chosen. */
export function followReader(menu: HTMLElement, main: HTMLElement): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('#menu a[href^="#"], .contents a')];
  // Sections and not their headings: where one of them is costs nothing, though its content was never laid out.
  const sections = [...main.querySelectorAll(":scope > section")];
  let current: string | undefined;
  const mark = () => {
    // As far down as the room that frame.css keeps above a heading.
    const isRead = (section: Element) => section.getBoundingClientRect().top < 120;
    // The last chapters of a page never come up that far.
    const isAtEnd = scrollY > 0 && scrollY + innerHeight > document.documentElement.scrollHeight - 2;
    const read = isAtEnd ? sections.at(-1) : sections.findLast(isRead);
    const place = `#${read?.querySelector("[id]")?.id}`;
    if (place === current) return;
    current = place;
    for (const link of links) {
      if (link.getAttribute("href") !== place) link.removeAttribute("aria-current");
      else {
        link.setAttribute("aria-current", "true");
        keepInView(link, link.closest("nav"));
      }
    }
  };
  addEventListener("scroll", () => requestAnimationFrame(mark), { passive: true });
  mark();
  menu.addEventListener("click", ({ target }) => {
    if (target instanceof HTMLAnchorElement) menu.hidePopover?.();
  });
}

/** Scrolls a menu that is too long for the window to one of its links. */
function keepInView(link: Element, menu: Element | null): void {
  if (!menu || menu.scrollHeight <= menu.clientHeight) return;
  menu.scrollTop += link.getBoundingClientRect().top - menu.getBoundingClientRect().top - menu.clientHeight / 2;
}
