import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { transformSync } from "esbuild";
import { escaped } from "./escape.js";

/** Reads a file of this folder: a template, a style or an icon. */
export function readPart(name: string): string {
  return readFileSync(new URL(name, import.meta.url), "utf8");
}

/**
 * Replaces each `@@NAME@@` of a template with the part of that name. What looks like one within a part stays.
 *
 * @param mark - What is around a name.
 */
export function fill(template: string, parts: Readonly<Record<string, string>>, mark = "@@"): string {
  return template.replace(new RegExp(`${mark}([A-Z]+)${mark}`, "g"), (found, name) => parts[name] ?? found);
}

/** The names of other forms of a page, by extension, and the media types of those that have all of its text. */
const FORMS: Readonly<Record<string, readonly [name: string, type?: string]>> = {
  ".html": ["Redoc"],
  ".md": ["Markdown", "text/markdown"],
  ".yaml": ["YAML", "application/yaml"],
  ".json": ["JSON", "application/json"],
};

/** Links to files of the site that are other forms of a page. */
export function formLinks(files: readonly string[], root = ""): string {
  return files.map((file) => `<a href="${root}${file}">${FORMS[extname(file)]?.[0] ?? file}</a>`).join(" ");
}

/**
 * The elements that the head of every page begins with.
 *
 * @param forms - The files of the site that are other forms of the page.
 * @param root - Where the site begins, as seen from the page.
 */
export function head(title: string, description: string, forms: readonly string[], root = ""): string {
  const alternates = forms.flatMap((file) => {
    const [name, type] = FORMS[extname(file)] ?? [];
    return type ? [`<link rel="alternate" type="${type}" href="${root}${file}" title="As ${name}" />`] : [];
  });
  return fill(readPart("head.html").trimEnd(), {
    TITLE: escaped(title),
    DESCRIPTION: escaped(description),
    ICON: `data:image/svg+xml,${encodeURIComponent(readPart("favicon.svg").trim())}`,
    ALTERNATES: alternates.join("\n    "),
  });
}

/** A style of this folder as an element. The forms take those of the class `shared` into their shadow. */
export function style(name: string, attributes = ""): string {
  return `<style${attributes}>${transformSync(readPart(name), { loader: "css", minify: true }).code.trim()}</style>`;
}

/** Code as an element, which runs when the page is there. A `</script` within the code does not end it. */
export function script(code: string, attributes = ' type="module"'): string {
  return `<script${attributes}>${code.replaceAll("</script", "<\\/script")}</script>`;
}

/** Values for a script, as an element with this id. */
export function dataScript(id: string, values: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(values).replaceAll("<", "\\u003c")}</script>`;
}
