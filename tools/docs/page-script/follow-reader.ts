/** Shows what the address leads to: a browser opens it when a link is followed, but not after a reload or on the way back. */
export function showTarget(): void {
  const target = document.querySelector(":target");
  const within = (element?: Element | null) => element?.closest<HTMLDetailsElement>("details:not([open])");
  for (let box = within(target); box; box = within(target)) {
    box.open = true;
    target?.scrollIntoView();
  }
}

/** Marks the section that is being read in the menu, names the tab for it, and closes the menu of a phone when a section is chosen. */
export function followReader(menu: HTMLElement, main: HTMLElement): void {
  const links = [...menu.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')];
  const sections = [...main.querySelectorAll(":scope > section")];
  const { title } = document;
  const mark = () => {
    // As far down as the room that frame.css keeps above a heading.
    const isRead = (section: Element) => section.getBoundingClientRect().top < 120;
    // The last sections of a page never come up that far.
    const isAtEnd = scrollY > 0 && scrollY + innerHeight > document.documentElement.scrollHeight - 2;
    const read = isAtEnd ? sections.at(-1) : sections.findLast(isRead);
    const heading = read?.querySelector("[id]");
    const place = `#${heading?.id}`;
    document.title = read === sections[0] ? title : `${heading?.firstChild?.textContent}, ${title}`;
    for (const link of links) {
      const isCurrent = link.getAttribute("href") === place;
      if (isCurrent === (link.ariaCurrent === "true")) continue;
      link.ariaCurrent = isCurrent ? "true" : null;
      const list = link.offsetParent;
      if (isCurrent && list) list.scrollTop = link.offsetTop - list.clientHeight / 2;
    }
  };
  addEventListener("scroll", () => requestAnimationFrame(mark), { passive: true });
  mark();
  menu.addEventListener("click", ({ target }) => {
    if (target instanceof HTMLAnchorElement) menu.hidePopover?.();
  });
}
