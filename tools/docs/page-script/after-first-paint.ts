// Lays out all chapters and starts the other scripts when the page is in view: before that, they would hold up its text.
requestAnimationFrame(() =>
  setTimeout(() => {
    const chapters = [...document.querySelectorAll("main > section")];
    const read = chapters.findLast((chapter) => chapter.getBoundingClientRect().top < innerHeight / 2);
    const top = () => read?.getBoundingClientRect().top ?? 0;
    const before = top();
    document.body.className = "complete";
    // What is above turns out longer or shorter: the text in view stays where it is.
    scrollBy({ top: top() - before, behavior: "instant" });
    for (const waiting of document.querySelectorAll('script[type="text/plain"]')) {
      const script = document.createElement("script");
      script.textContent = waiting.textContent;
      waiting.replaceWith(script);
    }
  }),
);
