import type { Contract } from "../contract/model.js";
import type { Chapter } from "./chapters.js";
import { withPolicy } from "./content-security-policy.js";
import { escaped } from "./escape.js";
import { chaptersOfGuide, type Guide } from "./guides.js";
import { renderContents, renderHtml } from "./html.js";
import type { Scripts } from "./script.js";
import { entriesOf } from "./search-entries.js";
import { dataScript, fill, formLinks, head, readPart, script, style } from "./template.js";

/** A page of the site that needs no script to be read. */
interface StaticPage {
  /** Path in the site. */
  file: string;
  /** Its name in the menu. */
  name: string;
  title: string;
  description: string;
  /** The files of the site that are other forms of it. */
  forms: readonly string[];
  /** Its code. */
  scripts: readonly string[];
  chapters: readonly Chapter[];
}

/** The reference and the guides as static pages, each in one file, by their paths in the site. */
export function renderStaticPages(
  { info }: Contract,
  chapters: readonly Chapter[],
  guides: readonly Guide[],
  scripts: Scripts,
): Record<string, string> {
  const pages: StaticPage[] = [
    {
      file: "reference.html",
      name: "Reference",
      title: `${info.title} reference`,
      description: info.summary,
      forms: ["index.html", "reference.md", "openapi.yaml", "openapi.json", "llms.txt"],
      scripts: [scripts.page, scripts.forms],
      chapters,
    },
    ...guides.map((guide) => ({
      file: `guides/${guide.name}.html`,
      name: guide.title,
      title: `${guide.title}, ${info.title}`,
      description: guide.summary.replace(/\[([^\]]*)\]\([^)]*\)|`/g, "$1"),
      forms: [`guides/${guide.name}.md`, "index.html", "llms.txt"],
      scripts: [scripts.page],
      chapters: chaptersOfGuide(guide),
    })),
  ];
  return Object.fromEntries(pages.map((page) => [page.file, renderPage(info.title, pages, page)]));
}

function renderPage(api: string, pages: readonly StaticPage[], page: StaticPage): string {
  const { file, title, description, forms, chapters } = page;
  const root = "../".repeat(file.split("/").length - 1);
  const others = pages.filter((other) => other !== page);
  const elsewhere = entriesOf(others.map((other) => ({ file: root + other.file, chapters: other.chapters })));
  const operations = chapters.find(({ method }) => method !== undefined)?.anchor;
  const links = pages.map((other) => {
    const mark = other === page ? ' aria-current="page"' : "";
    return `<li><a href="${root}${other.file}"${mark}>${escaped(other.name)}</a></li>`;
  });
  return withPolicy(
    fill(readPart("page.html"), {
      HEAD: head(title, description, forms, root),
      STYLES:
        ["palette.css", "controls.css"].map((name) => style(name, ' class="shared"')).join("") + style("page.css"),
      SKIP: operations ? `<a class="skip" href="#${escaped(operations)}">Skip to the operations</a>` : "",
      ROOT: root,
      API: escaped(api),
      FORMS: formLinks(forms, root),
      PAGES: `<ul>${links.join("\n")}</ul>`,
      CONTENTS: renderContents(chapters),
      CONTENT: renderHtml(chapters),
      ELSEWHERE: dataScript("elsewhere", elsewhere),
      SCRIPTS: page.scripts.map((code) => script(code)).join("\n    "),
    }),
  );
}
