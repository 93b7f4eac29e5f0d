import { readFileSync } from "node:fs";

/** Reads a file of this folder: a template, a style or an icon. */
export function readPart(name: string): string {
  return readFileSync(new URL(name, import.meta.url), "utf8");
}

/** Replaces each `@@NAME@@` of a template with the part of that name. */
export function fill(template: string, parts: Readonly<Record<string, string>>): string {
  return Object.entries(parts).reduce((page, [name, part]) => page.replaceAll(`@@${name}@@`, () => part), template);
}

/** The elements that the head of every page begins with. Title and description are HTML. */
export function head(title: string, description: string): string {
  const icon = `data:image/svg+xml,${encodeURIComponent(readPart("favicon.svg").trim())}`;
  return fill(readPart("head.html").trimEnd(), { TITLE: title, DESCRIPTION: description, ICON: icon });
}

/** Styles of this folder as an element. */
export function style(...names: string[]): string {
  return `<style>\n${names.map(readPart).join("")}</style>`;
}

/** Code as an element. A `</script` within the code does not end it. */
export function script(code: string): string {
  return `<script type="module">${code.replaceAll("</script", "<\\/script")}</script>`;
}
