// Runs in Redoc's page. After each change of the page, it adds what the markup lacks for people who use a keyboard or a
// screen reader. React does not remove attributes that it does not know.
function repair(): void {
  for (const menu of document.querySelectorAll(".menu-content:not([role])")) {
    menu.setAttribute("role", "navigation");
    menu.setAttribute("aria-label", "Contents");
  }
  for (const block of document.querySelectorAll<HTMLElement>("#redoc pre:not([tabindex])")) block.tabIndex = 0;
}

new MutationObserver(repair).observe(document.body, { childList: true, subtree: true });
repair();
