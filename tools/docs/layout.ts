import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { transformSync } from "esbuild";
import { escaped } from "./escape.js";

/** Reads a file of this folder: a style or an icon. */
function readPart(name: string): string {
  return readFileSync(new URL(name, import.meta.url), "utf8");
}

/** The names of other forms of a page, by extension. */
const FORMS: Readonly<Record<string, string>> = {
  ".html": "Redoc",
  ".md": "Markdown",
  ".yaml": "YAML",
  ".json": "JSON",
};

/** Links to files of the site that are other forms of a page. */
export function formLinks(files: readonly string[], root = ""): string {
  return files.map((file) => `<a href="${root}${file}">${FORMS[extname(file)] ?? file}</a>`).join(" ");
}

/** What both kinds of pages say of themselves in their head. */
interface Head {
  title: string;
  description: string;
}

/**
 * A complete page. Where its policy belongs, it has `@@POLICY@@`.
 *
 * @param more - Further elements of its head.
 */
export function pageOf({ title, description }: Head, more: string, body: string): string {
  const icon = `data:image/svg+xml,${encodeURIComponent(readPart("favicon.svg").trim())}`;
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="@@POLICY@@" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escaped(title)}</title>
    <meta name="description" content="${escaped(description)}" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="${icon}" />
    ${more}
  </head>
  <body>
${body}
  </body>
</html>
`;
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
