// Runs before the page is shown, so that it never changes its colours.
import { remembered } from "./theme.js";

document.documentElement.className = remembered("theme");
if (location.hash !== "") followLinkFirst();

/**
 * Has the browser draw its first frame when the whole page is parsed. A link into the page is followed in that frame: on a slow
 * phone, each frame before it would show another place, and would take as long. A browser that does not know `rel="expect"`
 * draws the page as it arrives.
 */
function followLinkFirst(): void {
  const link = document.createElement("link");
  link.rel = "expect";
  // No element has this id, so the browser waits until it has parsed the whole page. Then it follows the link.
  link.href = "#end-of-page";
  link.setAttribute("blocking", "render");
  document.head.append(link);
}
