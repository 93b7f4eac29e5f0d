import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import GithubSlugger from "github-slugger";
import { partsOf } from "./markdown.js";
import { prose, type Section } from "./sections.js";

/** A Markdown file of the project that the site has as a page too, at the same path. */
export interface Guide {
  /** Its path without extension: `guides/client`. */
  readonly name: string;
  readonly title: string;
  /** Its first sentence, in Markdown. */
  readonly summary: string;
  readonly text: string;
}

/** The guides that a reader needs first. The others follow by name. */
const FIRST = ["quickstart", "integration", "receiving"];

/** A link to a file of the project that the site does not have. */
const NOT_IN_SITE = /\[([^\]]+)\]\(\.\.\/(?!index\.html|CHANGELOG\.md)[^)]*\)/g;

/** Reads the guides that a project has in reading order, and its changelog at their end. */
export function readGuides(project: string): Guide[] {
  const files = readdirSync(join(project, "guides")).map((file) => file.replace(".md", ""));
  const guides = Array.from(new Set([...FIRST, ...files.sort()]), (name) => `guides/${name}`);
  return [...guides, "CHANGELOG"].map((name) => {
    const file = readFileSync(join(project, `${name}.md`), "utf8");
    // A chapter of the contract is on the page of the reference.
    const text = file.replaceAll("../openapi.yaml#", "../index.html#").replace(NOT_IN_SITE, "$1");
    const [, title = name, introduction = ""] = text.match(/^# (.+)\n\n((?:.+\n)+)/) ?? [];
    const [summary = ""] = introduction.replaceAll("\n", " ").match(/^.*?\.(?= )/) ?? [];
    return { name, title, summary, text };
  });
}

/** The parts of a guide that have a heading, with the anchors that GitHub uses. */
export function sectionsOfGuide(guide: Guide): Section[] {
  const slugger = new GithubSlugger();
  const [, ...parts] = partsOf(guide.text);
  return parts.map(({ depth, title, text }) => {
    return { level: depth, title, anchor: slugger.slug(title), blocks: [prose(text)] };
  });
}
