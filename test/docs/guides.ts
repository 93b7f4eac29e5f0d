/** The guides of the project, each a file of `guides/` and a page of the docs. */
export const GUIDES = ["client", "docs", "sandbox", "verify"];
