import type { Contract } from "../contract/model.js";
import type { Chapter } from "./chapters.js";
import { escaped } from "./escape.js";
import { chaptersOfGuide, type Guide } from "./guides.js";
import { inline, renderContents, renderHtml } from "./html.js";
import { withPolicy } from "./policy.js";
import { entriesOf, withFewWords } from "./search-entries.js";
import { dataScript, fill, head, readPart, script, style } from "./template.js";

/** A page of the site that needs no script to be read. */
interface StaticPage {
  /** Path in the site. */
  file: string;
  /** Its name in the menu. */
  name: string;
  title: string;
  /** HTML without elements. */
  description: string;
  /** Its other forms: link and name of each. */
  forms: Readonly<Record<string, string>>;
  /** Anchor of its first operation, if it has any. */
  operations?: string | undefined;
  chapters: readonly Chapter[];
}

/**
 * The reference and the guides as static pages, each in one file, by their paths in the site.
 *
 * @param scripts - Code of the reference, which has forms, and of the guides.
 */
export function renderStaticPages(
  contract: Contract,
  chapters: readonly Chapter[],
  guides: readonly Guide[],
  scripts: { reference: string; guide: string },
): Record<string, string> {
  const { title, summary } = contract.info;
  const pages: StaticPage[] = [
    {
      file: "reference.html",
      name: "Reference",
      title: `${escaped(title)} reference`,
      description: escaped(summary),
      operations: chapters.find(({ method }) => method !== undefined)?.anchor,
      forms: {
        "index.html": "Redoc",
        "reference.md": "Markdown",
        "openapi.yaml": "YAML",
        "openapi.json": "JSON",
        "llms.txt": "llms.txt",
      },
      chapters,
    },
    ...guides.map((guide) => ({
      file: `guides/${guide.name}.html`,
      name: guide.title,
      title: `${escaped(guide.title)}, ${escaped(title)}`,
      description: inline(guide.summary).replaceAll(/<[^>]*>/g, ""),
      forms: { [`guides/${guide.name}.md`]: "Markdown", "index.html": "Redoc", "llms.txt": "llms.txt" },
      chapters: chaptersOfGuide(guide),
    })),
  ];
  return Object.fromEntries(
    pages.map((page, index) => [
      page.file,
      renderPage(title, pages, page, index === 0 ? scripts.reference : scripts.guide),
    ]),
  );
}

function renderPage(api: string, pages: readonly StaticPage[], page: StaticPage, code: string): string {
  const root = "../".repeat(page.file.split("/").length - 1);
  const others = pages.filter((other) => other !== page);
  const elsewhere = withFewWords(others.flatMap(({ file, chapters }) => entriesOf(root + file, chapters)));
  const forms = Object.entries(page.forms).map(([file, name]) => `<a href="${root}${file}">${name}</a>`);
  const links = pages.map(({ file, name }) => {
    const mark = file === page.file ? ' aria-current="page"' : "";
    return `<li><a href="${root}${file}"${mark}>${escaped(name)}</a></li>`;
  });
  return withPolicy(
    fill(readPart("page.html"), {
      HEAD: head(page.title, page.description),
      ALTERNATES: alternates(page.forms, root),
      STYLE: style("palette.css", "page.css"),
      SKIP: page.operations ? `<a class="skip" href="#${escaped(page.operations)}">Skip to the operations</a>` : "",
      ROOT: root,
      API: escaped(api),
      FORMS: forms.join(" "),
      PAGES: `<ul>${links.join("\n")}</ul>`,
      CONTENTS: renderContents(page.chapters),
      CONTENT: renderHtml(page.chapters),
      ELSEWHERE: dataScript("elsewhere", elsewhere),
      SCRIPT: script(code),
    }),
  );
}

const TYPES: Readonly<Record<string, string>> = {
  Markdown: "text/markdown",
  YAML: "application/yaml",
  JSON: "application/json",
};

/** What the head of a page says about its other forms. */
export function alternates(forms: Readonly<Record<string, string>>, root = ""): string {
  return Object.entries(forms)
    .filter(([, name]) => name in TYPES)
    .map(([file, name]) => `<link rel="alternate" type="${TYPES[name]}" href="${root}${file}" title="As ${name}" />`)
    .join("\n    ");
}
