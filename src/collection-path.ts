/** What a path may end with that names nothing: a slash, as frameworks write it, or `.json`. */
const ENDING = /(\/|\.json)$/;

/** A path without the ending that names nothing. */
export function bare(path: string): string {
  return path.replace(ENDING, "");
}

/** How the paths of a list's items begin. */
export function itemsBelow(list: string): string {
  return `${bare(list)}/{`;
}
