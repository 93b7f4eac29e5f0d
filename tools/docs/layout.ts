import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { transformSync } from "esbuild";
import { escaped } from "./escape.js";

/** Reads a file of this folder: a style or an icon. */
function readPart(name: string): string {
  return readFileSync(new URL(name, import.meta.url), "utf8");
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

/** What both kinds of pages say of themselves in their head. */
interface Head {
  title: string;
  description: string;
  /** The files of the site that are other forms of the page. */
  forms: readonly string[];
  /** Where the site begins, as seen from the page. */
  root?: string;
}

/**
 * A complete page. Where its policy belongs, it has `@@POLICY@@`.
 *
 * @param more - Further elements of its head.
 */
export function pageOf({ title, description, forms, root = "" }: Head, more: string, body: string): string {
  const [name, about] = [escaped(title), escaped(description)];
  const icon = `data:image/svg+xml,${encodeURIComponent(readPart("favicon.svg").trim())}`;
  const alternates = forms.flatMap((file) => {
    const [form, type] = FORMS[extname(file)] ?? [];
    return type ? [`<link rel="alternate" type="${type}" href="${root}${file}" title="As ${form}" />`] : [];
  });
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="@@POLICY@@" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${name}</title>
    <meta name="description" content="${about}" />
    <meta property="og:type" content="website" />
    <meta property="og:title" content="${name}" />
    <meta property="og:description" content="${about}" />
    <meta name="twitter:card" content="summary" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="${icon}" />
    ${alternates.join("\n    ")}
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
