import type { Contract } from "../contract/model.js";
import { withPolicy } from "./content-security-policy.js";
import { escaped } from "./escape.js";
import { chaptersOfGuide, type Guide } from "./guides.js";
import { renderHtml } from "./html.js";
import { dataScript, formLinks, pageOf, script, style } from "./layout.js";
import type { Chapter } from "./reference.js";
import type { Scripts } from "./script.js";
import { entriesOf } from "./search-entries.js";
import { renderContents } from "./table-of-contents.js";

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
  const shared = ["palette.css", "controls.css"].map((name) => style(name, ' class="shared"')).join("");
  const body = `    <a class="skip" href="#content">Skip to the content</a>
    <header>
      ${operations ? `<a class="skip" href="#${escaped(operations)}">Skip to the operations</a>` : ""}
      <button type="button" popovertarget="menu">Menu</button>
      <a class="home" href="${root}reference.html">${escaped(api)}</a>
      <search hidden>
        <input type="search" placeholder="Search (press /)" aria-label="Search all pages" autocomplete="off" />
        <p role="status"></p>
        <ul></ul>
      </search>
      <p class="forms">${formLinks(forms, root)}</p>
    </header>
    <nav id="menu" aria-label="Contents" popover>
      <p>Pages</p>
<ul>${links.join("\n")}</ul>
      <p>On this page</p>
${renderContents(chapters)}
    </nav>
    <main id="content" tabindex="-1">
${renderHtml(chapters)}
    </main>
    ${dataScript("elsewhere", elsewhere)}
    ${page.scripts.map((code) => script(code)).join("\n    ")}`;
  return withPolicy(pageOf({ title, description }, shared + style("static-page.css"), body));
}
