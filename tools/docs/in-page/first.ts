// Runs before anything of a page is shown.
const { documentElement: root } = document;

try {
  // Set before anything is shown, so that the colours never change while somebody looks at the page.
  root.className = localStorage.getItem("theme") ?? "";
} catch {
  // Where nothing may be stored, the reader's system setting applies.
}

// Some hosts serve a folder without the slash at its end: its links and files would then be looked for next to the
// folder. The address is corrected without a reload, since the host might remove the slash again.
const isFolder = root.dataset["page"] === "index.html" && !/(\/|\/index|\.html?)$/.test(location.pathname);
if (isFolder && location.protocol !== "file:")
  history.replaceState(history.state, "", `${location.pathname}/${location.search}${location.hash}`);
