// Runs where the text of a page ends: after it, there are only the other scripts, and what these search.
const root = document.documentElement;
const chapters = [...document.querySelectorAll<HTMLElement>("main > section")];
const isLed = root.hidden;
const place = isLed ? document.getElementById(location.hash.slice(1)) : null;
const chapter = place?.closest("section");

// At first, the page shows only the chapter that a link leads to: all the others would hold it up.
if (chapter) for (const each of chapters) each.hidden = each !== chapter;
root.hidden = false;
place?.scrollIntoView();

// When that is in view, the others follow, then the scripts.
addEventListener("load", () =>
  requestAnimationFrame(() =>
    setTimeout(() => {
      showAll();
      startScripts();
    }),
  ),
);

/** Lays out all chapters. The one that a link leads to stays where the reader sees it. */
function showAll(): void {
  const target = isLed ? document.querySelector(":target") : null;
  const top = () => target?.getBoundingClientRect().top ?? 0;
  const before = top();
  for (const each of chapters) each.hidden = false;
  root.setAttribute("data-complete", "");
  scrollBy({ top: top() - before, behavior: "instant" });
}

function startScripts(): void {
  for (const waiting of document.querySelectorAll('script[type="text/plain"]')) {
    const script = document.createElement("script");
    script.textContent = waiting.textContent;
    waiting.replaceWith(script);
  }
}
