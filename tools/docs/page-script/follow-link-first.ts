/**
 * Has the browser draw its first frame when the whole page is parsed. A link into the page is followed in that frame: on a slow
 * phone, each frame before it would be of another place, and would cost as much as this one. Browsers that do not know
 * the kind of link draw as they always do.
 */
export function followLinkFirst(): void {
  const link = document.createElement("link");
  link.rel = "expect";
  // No element has this name: the browser waits for it until the page ends, where it follows the link.
  link.href = "#end-of-page";
  link.setAttribute("blocking", "render");
  document.head.append(link);
}
