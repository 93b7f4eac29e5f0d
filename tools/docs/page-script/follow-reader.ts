/** Marks the chapter that is being read in the menu, and closes the menu of a phone when a chapter is chosen. */
export function followReader(menu: HTMLElement, main: HTMLElement): void {
  const links = new Map(
    [...menu.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')].map((link) => [link.getAttribute("href"), link]),
  );
  const headings = [...main.querySelectorAll("h1, h2, h3")];
  let current: HTMLElement | undefined;
  const mark = () => {
    // As far down as the room that frame.css keeps above a heading.
    const isRead = (heading: Element) => heading.getBoundingClientRect().top < 120;
    // The last chapters of a page never come up that far.
    const isAtEnd = scrollY > 0 && scrollY + innerHeight > document.documentElement.scrollHeight - 2;
    const read = isAtEnd ? headings.at(-1) : headings.findLast(isRead);
    const link = links.get(`#${read?.id}`);
    if (link === current) return;
    current?.removeAttribute("aria-current");
    link?.setAttribute("aria-current", "true");
    current = link;
    if (link && menu.scrollHeight > menu.clientHeight) {
      menu.scrollTop += link.getBoundingClientRect().top - menu.getBoundingClientRect().top - menu.clientHeight / 2;
    }
  };
  addEventListener("scroll", () => requestAnimationFrame(mark), { passive: true });
  mark();
  menu.addEventListener("click", ({ target }) => {
    if (target instanceof HTMLAnchorElement) menu.hidePopover?.();
  });
}
