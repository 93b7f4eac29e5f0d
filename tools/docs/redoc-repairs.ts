// Runs in the page by Redocly. What its markup lacks for people who use a keyboard or a screen reader is added whenever
// it has changed the page; React leaves attributes alone that it does not know of.
function repair(): void {
  for (const menu of document.querySelectorAll(".menu-content:not([role])")) {
    menu.setAttribute("role", "navigation");
    menu.setAttribute("aria-label", "Contents");
  }
  for (const block of document.querySelectorAll<HTMLElement>("#redoc pre:not([tabindex])")) block.tabIndex = 0;
}

new MutationObserver(repair).observe(document.body, { childList: true, subtree: true });
repair();
