// Runs before the text of a page is there.
import { remembered } from "./theme.js";

const root = document.documentElement;
// Now, so that the page never changes its colours.
root.className = remembered("theme");
// A new visit to a place in the page: after-text.ts shows the page when that place is there, so that nothing above it is
// laid out first. Who loads the page again, or comes back, is where the page was left.
const [visit] = performance.getEntriesByType("navigation");
const isNew = visit instanceof PerformanceNavigationTiming && visit.type === "navigate";
root.hidden = isNew && location.hash !== "";
root.toggleAttribute("data-complete", !isNew);
