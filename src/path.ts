/** How the paths of a list's items begin. Frameworks write a slash at the end of a list's path. */
export function itemsBelow(list: string): string {
  return `${list.replace(/\/$/, "")}/{`;
}
