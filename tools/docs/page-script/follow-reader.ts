/** How far from the top a heading is when a link leads to it, in px, and a little more: frame.css keeps room above it. */
const READ = 120;

/** Marks the section that is being read in the menu, names the tab for it, and closes the menu of a phone when a section is chosen. */
export function followReader(menu: HTMLElement, main: HTMLElement): void {
  const links = [...menu.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')];
  const sections = [...main.querySelectorAll(":scope > section")];
  const { title } = document;
  const mark = () => {
    const read = readIn(sections);
    const heading = read?.querySelector("[id]");
    document.title = read === sections[0] ? title : `${heading?.firstChild?.textContent}, ${title}`;
    for (const link of links) {
      const isCurrent = link.getAttribute("href") === `#${heading?.id}`;
      if (isCurrent === (link.ariaCurrent === "true")) continue;
      link.ariaCurrent = isCurrent ? "true" : null;
      if (isCurrent) bringIntoView(link);
    }
  };
  for (const event of ["scroll", "hashchange"])
    addEventListener(event, () => requestAnimationFrame(mark), { passive: true });
  // After the first frame, in which a link is followed: before it, the whole page would have to be laid out for this alone.
  requestAnimationFrame(() => setTimeout(mark));
  menu.addEventListener("click", ({ target }) => {
    if (target instanceof HTMLAnchorElement) menu.hidePopover?.();
  });
}

/** The section whose heading is, or was, at the top. */
function readIn(sections: readonly Element[]): Element | undefined {
  const isAtEnd = scrollY > 0 && scrollY + innerHeight > document.documentElement.scrollHeight - 2;
  if (!isAtEnd) return sections.findLast((section) => section.getBoundingClientRect().top < READ);
  // The last sections of a page never come up that far: the one that a link led to is read as long as its heading is in view.
  const target = sections.find((section) => section.matches(":has(:target)"));
  return target && target.getBoundingClientRect().top > 0 ? target : sections.at(-1);
}

/** Scrolls the list that has a link, and nothing else, if the link is not in view. */
function bringIntoView(link: HTMLElement): void {
  const list = link.offsetParent;
  if (!list) return;
  const [{ top, bottom }, around] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
  if (top < around.top || bottom > around.bottom) list.scrollTop = link.offsetTop - list.clientHeight / 2;
}
