import { git, isCommit } from "../history/git.js";

/** Remembers the state of a clone without uncommitted changes. Returns how to get back to it from a later one. */
export function undoing(folder: string, tag: string): () => string {
  const before = git(folder, "rev-parse", "HEAD");
  return () => {
    const isChanged = git(folder, "rev-parse", "HEAD") !== before || git(folder, "status", "--porcelain") !== "";
    const steps = [
      ...(isCommit(folder, `refs/tags/${tag}`) ? [`git tag --delete ${tag}`] : []),
      ...(isChanged ? [`git reset --hard ${before}`] : []),
    ];
    return steps.length > 0 ? `To undo what was done: ${steps.join(" && ")}` : "Nothing has changed.";
  };
}
