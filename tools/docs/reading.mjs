// @ts-check
// The reference as plain HTML, which stands in the page before Redoc's script has arrived, and stays where none runs.
import { Marked } from "marked";

/** @import { Operation } from "./contract.d.ts" */

/**
 * The reference as HTML, with the deep links of Redoc as anchors.
 *
 * @param {string} markdown - What `renderReference` gives.
 * @param {Operation[]} operations
 */
export function renderReading(markdown, operations) {
  const anchors = new Map(operations.map(({ summary, tags, operationId }) => [summary, `/${tags[0]}/${operationId}`]));
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const anchor = anchors.get(text) ?? `/section/${text.replace(/\W+/g, "-")}`;
        return `<h${depth} id="${anchor.toLowerCase()}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      // A wide table scrolls by itself, with the keyboard too.
      table(token) {
        const rows = [token.header, ...token.rows].map((cells, index) => {
          const tag = index === 0 ? "th" : "td";
          return `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join("")}</tr>`;
        });
        return `<div class="scroll" tabindex="0"><table>${rows.join("\n")}</table></div>\n`;
      },
      code({ text, lang }) {
        return `<pre tabindex="0"><code class="language-${lang}">${escaped(text)}</code></pre>\n`;
      },
    },
  });
  return String(marked.parse(markdown));
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
