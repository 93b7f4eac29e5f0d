import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path/posix";
import GithubSlugger from "github-slugger";
import type { Chapter } from "./chapter.js";
import { sectionsOf } from "./headings.js";

/** A Markdown file of the project that the site has as a page. */
export interface Guide {
  /** Name of its page, without extension. */
  readonly name: string;
  readonly title: string;
  /** Its first sentence, in Markdown. */
  readonly summary: string;
  /** Its text, with links that work in the site. */
  readonly markdown: string;
}

/** The guides that a reader needs first. The others follow by name. */
const FIRST = ["quickstart", "integration", "receiving"];

/** Reads the guides that a project has in reading order, and its changelog at their end. */
export function readGuides(project: string): Guide[] {
  const names = readdirSync(join(project, "guides"))
    .filter((file) => file.endsWith(".md"))
    .map((file) => file.slice(0, -".md".length))
    .sort();
  const guides = Array.from(new Set([...FIRST, ...names]), (name) => guideOf(project, name, `guides/${name}.md`));
  return [...guides, guideOf(project, "changes", "CHANGELOG.md")];
}

function guideOf(project: string, name: string, file: string): Guide {
  const text = readFileSync(join(project, file), "utf8");
  const [, title = name, introduction = ""] = text.match(/^# (.+)\n\n((?:.+\n)+)/) ?? [];
  const [summary = ""] = introduction.replaceAll("\n", " ").match(/^.*?\.(?= )/) ?? [];
  return { name, title, summary, markdown: mapLinks(text, (link) => linkInSite(link, dirname(file))) };
}

/** The parts of a guide that have a heading, with the anchors that GitHub uses. */
export function chaptersOfGuide({ markdown }: Guide): Chapter[] {
  const slugger = new GithubSlugger();
  const [, ...sections] = sectionsOf(markdown);
  return sections.map(({ depth, title, markdown: text }) => {
    return { level: depth, title, anchor: slugger.slug(title), blocks: [text] };
  });
}

/** What the folder `guides/` of the site has instead of a file of the project. */
const IN_SITE: Readonly<Record<string, string>> = {
  "openapi.yaml": "../openapi.yaml",
  "README.md": "quickstart.md#the-same-in-typescript",
  "CHANGELOG.md": "changes.md",
};

/**
 * Where a link of a file leads in the site; `undefined` if the site has no such file.
 *
 * @param folder - Folder of the file, from the project's.
 */
function linkInSite(link: string, folder: string): string | undefined {
  if (/^(https?:|#)/.test(link)) return link;
  const [file = "", heading] = link.split("#");
  const path = join(folder, file);
  const target = dirname(path) === "guides" ? relative("guides", path) : IN_SITE[path];
  return target && heading && !target.includes("#") ? `${target}#${heading}` : target;
}

/** Changes the links of a Markdown text, and not its code. A link that leads nowhere becomes its own text. */
function mapLinks(markdown: string, map: (link: string) => string | undefined): string {
  return markdown.replace(/^```.*?^```$|\[([^\]]+)\]\(([^)\s]+)\)/gms, (found, text?: string, link?: string) => {
    if (text === undefined || link === undefined) return found;
    const mapped = map(link);
    return mapped === undefined ? text : `[${text}](${mapped})`;
  });
}
