import GithubSlugger from "github-slugger";
import { plain } from "./escape.js";
import { sectionsOf } from "./headings.js";
import type { Block, Chapter } from "./reference.js";

/** The reference as Markdown: for tools, and for readers who prefer it. */
export function renderMarkdown(chapters: readonly Chapter[]): string {
  const parts = chapters.flatMap((chapter) => [headingOf(chapter), ...chapter.blocks.map(renderBlock)]);
  const markdown = `${parts.filter(Boolean).join("\n\n")}\n`;
  // The contract links to the anchors of the pages; in Markdown, headings have other anchors.
  const anchors = markdownAnchors(chapters);
  return markdown.replace(/\]\(#(\/[^)#]*)(#[^)]*)?\)/g, (link, anchor) => {
    const target = anchors.get(anchor);
    return target === undefined ? link : `](#${target})`;
  });
}

/** The anchors of chapters in rendered Markdown, as GitHub and most others make them, by their anchors in the pages. */
export function markdownAnchors(chapters: readonly Chapter[]): Map<string, string> {
  const slugger = new GithubSlugger();
  return new Map(
    chapters.flatMap(({ title, anchor, blocks }) => {
      const slug = slugger.slug(title);
      for (const inner of blocks.flatMap(headingsIn)) slugger.slug(inner);
      return [[anchor, slug] as const];
    }),
  );
}

function headingOf({ level, title }: Chapter): string {
  return `${"#".repeat(level)} ${plain(title)}`;
}

/** The headings of a block, which count when a later chapter has the same title. */
function headingsIn(block: Block): string[] {
  const [, ...sections] = sectionsOf(typeof block === "string" ? block : "");
  return sections.map(({ title }) => title);
}

/** A block as Markdown. A form is nothing that Markdown can show. */
function renderBlock(block: Block): string {
  if (typeof block === "string") return block;
  if ("operation" in block) return "";
  return [block.head, block.head.map(() => "---"), ...block.rows.map(({ cells }) => cells)].map(row).join("\n");
}

function row(cells: readonly string[]): string {
  return `| ${cells.map(cell).join(" | ")} |`;
}

/** A cell is one line, in which paragraphs and items begin with a break. */
function cell(text: string): string {
  return text
    .trim()
    .replace(/\s*\n\s*\n\s*|\n\s*(?=(?:[-*+]|\d+[.)]) )/g, "<br>")
    .replace(/\s*\n\s*/g, " ")
    .replaceAll("|", "\\|");
}
