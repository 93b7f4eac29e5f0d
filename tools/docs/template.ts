import { readFileSync } from "node:fs";
import { transformSync } from "esbuild";

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
  return `<style>${minifiedStyles(...names)}</style>`;
}

/** Styles of this folder as text. */
export function minifiedStyles(...names: string[]): string {
  return transformSync(names.map(readPart).join(""), { loader: "css", minify: true }).code.trim();
}

/** Code as an element, which runs when the page is there. A `</script` within the code does not end it. */
export function script(code: string): string {
  return `<script type="module">${within(code)}</script>`;
}

/** Code as an element, which runs before what follows it. */
export function immediateScript(code: string): string {
  return `<script>${within(code)}</script>`;
}

/** Values for a script, as an element with this id. */
export function dataScript(id: string, values: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(values).replaceAll("<", "\\u003c")}</script>`;
}

function within(code: string): string {
  return code.replaceAll("</script", "<\\/script");
}
