// Runs before the text of a page is there.
import { remembered } from "./theme.js";

const root = document.documentElement;
// Now, so that the page never changes its colours.
root.className = remembered("theme");
// Who loads the page again, or comes back, is where the page was left: all of it is laid out for that.
const [visit] = performance.getEntriesByType("navigation");
const isNew = visit instanceof PerformanceNavigationTiming && visit.type === "navigate";
root.toggleAttribute("data-whole", !isNew);
// On a new visit, frame.css leaves the chapters that are not near the window for later. Then the place that a link leads to
// stays where the reader sees it.
addEventListener("load", () =>
  setTimeout(() => {
    const place = document.querySelector(":target");
    const top = () => place?.getBoundingClientRect().top ?? 0;
    const before = top();
    root.setAttribute("data-whole", "");
    scrollBy({ top: top() - before, behavior: "instant" });
  }),
);
