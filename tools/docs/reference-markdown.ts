import GithubSlugger from "github-slugger";
import type { Block, Chapter, FieldRow, Panel } from "./chapter.js";
import { plain } from "./escape.js";
import { sectionsOf } from "./headings.js";

/** The reference as Markdown: for tools, and for readers who prefer it. */
export function renderMarkdown(chapters: readonly Chapter[]): string {
  const parts = chapters.flatMap(partsOf);
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
    chapters.map((chapter) => {
      const [, heading, ...inner] = sectionsOf(partsOf(chapter).join("\n\n"));
      const slug = slugger.slug(heading?.title ?? "");
      for (const { title } of inner) slugger.slug(title);
      return [chapter.anchor, slug] as const;
    }),
  );
}

function partsOf({ level, title, version, blocks, aside = [] }: Chapter): string[] {
  const heading = `${"#".repeat(level)} ${plain(title)}${version === undefined ? "" : ` ${version}`}`;
  return [heading, ...blocks.map(renderBlock), ...aside.map(renderPanel)];
}

/** A block as Markdown. A form is nothing that Markdown can show. */
function renderBlock(block: Block): string {
  if (typeof block === "string") return block;
  if ("form" in block) return "";
  if ("settings" in block) return block.settings.map(({ name, text }) => `- ${name}: ${oneLine(text)}`).join("\n");
  if ("fields" in block) return renderFields(block.fields);
  const rows = block.routes.map(({ method, path, title, anchor }) => [
    method,
    `\`${path}\``,
    `[${plain(title)}](#${anchor})`,
  ]);
  return table(["Method", "Path", "Operation"], rows);
}

function renderFields(rows: readonly FieldRow[]): string {
  const isParameter = rows.some(({ place }) => place !== undefined);
  const cells = rows.map(({ steps, place = "", type, required, description, bounds }) => [
    `\`${steps.join(".")}\``,
    ...(isParameter ? [place] : []),
    [type, bounds].filter(Boolean).join(", "),
    required ? "yes" : "no",
    description,
  ]);
  return table(
    [isParameter ? "Name" : "Field", ...(isParameter ? ["In"] : []), "Type", "Required", "Description"],
    cells,
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.map(cell).join(" | ")} |`).join("\n");
}

/** A cell is one line, in which paragraphs and items begin with a break. */
function cell(text: string): string {
  return oneLine(text.trim().replace(/\s*\n\s*\n\s*|\n\s*(?=(?:[-*+]|\d+[.)]) )/g, "<br>")).replaceAll("|", "\\|");
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, " ");
}

function renderPanel(panel: Panel): string {
  const fenced = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``;
  if (!("examples" in panel))
    return [`${plain(panel.title)}: ${plain(panel.note)}`, fenced(panel.language, panel.code)].join("\n\n");
  const samples = panel.examples.flatMap(({ name, samples: all }) =>
    all.map(({ name: language, language: grammar, code }) => {
      return [`In ${language}${name && `: ${plain(name)}`}`, fenced(grammar, code)].join("\n\n");
    }),
  );
  return samples.join("\n\n");
}
