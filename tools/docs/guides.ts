import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { marked } from "marked";
import { sectionAnchor } from "./anchors.js";
import type { Chapter } from "./chapters.js";
import { headingAnchor } from "./markdown.js";

/** A file of the folder `guides/`. */
export interface Guide {
  /** Name of the file, without extension. */
  readonly name: string;
  readonly title: string;
  /** Its first sentence, in Markdown. */
  readonly summary: string;
  /** Its text, with links that work in the site. */
  readonly markdown: string;
}

/** Reads the guides of a project, in the order of their names. */
export function readGuides(project: string): Guide[] {
  const folder = join(project, "guides");
  return readdirSync(folder)
    .filter((file) => file.endsWith(".md"))
    .sort()
    .map((file) => guideOf(file.slice(0, -".md".length), readFileSync(join(folder, file), "utf8")));
}

function guideOf(name: string, text: string): Guide {
  const [, title = name, introduction = ""] = text.match(/^# (.+)\n\n((?:.+\n)+)/) ?? [];
  const [summary = ""] = introduction.replaceAll("\n", " ").match(/^.*?\.(?= )/) ?? [];
  return { name, title, summary, markdown: mapLinks(text, linkInSite) };
}

/** The parts of a guide that have a heading, with the anchors that GitHub uses. They link to pages, not to Markdown. */
export function chaptersOfGuide({ markdown }: Guide): Chapter[] {
  const chapters: Chapter[] = [];
  for (const token of marked.lexer(mapLinks(markdown, linkToPage))) {
    if (token.type === "heading") {
      chapters.push({ level: token["depth"], title: token["text"], anchor: headingAnchor(token["text"]), blocks: [] });
    } else {
      chapters.at(-1)?.blocks.push({ kind: "text", markdown: token.raw });
    }
  }
  return chapters;
}

/** What the site has instead of a file of the project. */
const IN_SITE: Readonly<Record<string, string>> = {
  "../openapi.yaml": "../openapi.yaml",
  "../README.md": `../reference.html#${sectionAnchor("Run it")}`,
};

/** Where a link of a guide leads in the site; `undefined` if the site has no such file. */
function linkInSite(link: string): string | undefined {
  if (/^(https?:|#)/.test(link) || !link.includes("/")) return link;
  return IN_SITE[link.split("#")[0] ?? ""];
}

function linkToPage(link: string): string {
  return link.replace(/^([\w-]+)\.md(?=#|$)/, "$1.html");
}

/** Changes the links of a Markdown text, and not its code. A link that leads nowhere becomes its own text. */
function mapLinks(markdown: string, map: (link: string) => string | undefined): string {
  return markdown.replace(/^```.*?^```$|\[([^\]]+)\]\(([^)\s]+)\)/gms, (found, text?: string, link?: string) => {
    if (text === undefined || link === undefined) return found;
    const mapped = map(link);
    return mapped === undefined ? text : `[${text}](${mapped})`;
  });
}
