// Runs before anything of a page is shown.
const { documentElement: root } = document;

try {
  // The page never changes its colours while somebody looks at it.
  root.className = localStorage.getItem("theme") ?? "";
} catch {
  // Where nothing may be stored, the reader's own setting counts.
}

// Some hosts serve a folder without the slash at its end: its links and files would then be looked for next to the
// folder. The address is corrected without a reload, since the host may take the slash away again.
const isFolder = root.dataset["page"] === "index.html" && !/(\/|\/index|\.html?)$/.test(location.pathname);
if (isFolder && location.protocol !== "file:")
  history.replaceState(history.state, "", `${location.pathname}/${location.search}${location.hash}`);
