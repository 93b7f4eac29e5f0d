import type { Block, Chapter } from "./chapters.js";

/** The reference as Markdown: for tools, and for readers who prefer it. */
export function renderMarkdown(chapters: readonly Chapter[]): string {
  const parts = chapters.flatMap(({ level, title, blocks }) => [
    `${"#".repeat(level)} ${title}`,
    ...blocks.map(render),
  ]);
  const markdown = parts.filter(Boolean).join("\n\n");
  // The contract links to the anchors of the pages; in Markdown, headings have other anchors.
  return `${markdown.replace(/\]\(#(\/[^)#]*)(#[^)]*)?\)/g, (link, anchor) => {
    const chapter = chapters.find((candidate) => candidate.anchor === anchor);
    return chapter ? `](#${headingAnchor(chapter.title)})` : link;
  })}\n`;
}

/** Anchor of a heading in rendered Markdown, as GitHub and most others make it. */
export function headingAnchor(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .replaceAll(" ", "-");
}

function render(block: Block): string {
  switch (block.kind) {
    case "text":
      return block.markdown;
    case "heading":
      return `#### ${block.title}`;
    case "code":
      return `\`\`\`${block.language}\n${block.code}\n\`\`\``;
    case "table":
      return [block.head, block.head.map(() => "---"), ...block.rows.map(({ cells }) => cells)].map(row).join("\n");
    case "try-it":
      return "";
  }
}

function row(cells: readonly string[]): string {
  return `| ${cells.map(cell).join(" | ")} |`;
}

function cell(text: string): string {
  return text
    .trim()
    .replace(/\s*\n\s*/g, " ")
    .replaceAll("|", "\\|");
}
