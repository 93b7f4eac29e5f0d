import { code } from "../contract/schema-in-words.js";
import type { Block, Chapter, FieldRow } from "./chapter.js";
import { renderPanel } from "./code-panels.js";
import { breakable, brief, inline, markdown, table } from "./markdown.js";
import { Html, html } from "./template.js";

/** The chapters of the reference, or of a guide, as HTML. */
export function renderChapters(chapters: readonly Chapter[]): Html {
  return html`${chapters.map(renderChapter)}`;
}

function renderChapter(chapter: Chapter): Html {
  const { level, blocks, aside = [], anchor } = chapter;
  // In the text of an operation, what is open is only a mark: room is dear there.
  const paragraph = aside.length > 0 ? brief : markdown;
  const text = html`${headingOf(chapter)}\n${blocks.map((block) => render(block, paragraph))}`;
  const kind = aside.length > 0 ? "pair " : "";
  const panels = html`<div class="aside">${aside.map((panel) => renderPanel(panel, anchor))}</div>`;
  return html`<section class="${kind}level-${level}">${aside.length > 0 ? html`<div>${text}</div>\n${panels}` : text}</section>\n`;
}

function headingOf({ level, title, anchor, badges = [], deprecated }: Chapter): Html {
  const marks = badges.map((badge) => html` <small>${badge}</small>`);
  if (level === 1) return html`<h1 id="${anchor}">${title}${marks}</h1>`;
  const [start, end] = [new Html(`<h${level}`), new Html(`</h${level}>`)];
  return html`${start} id="${anchor}"><a href="#${anchor}">${title}</a>${deprecated && " (deprecated)"}${end}`;
}

function render(block: Block, paragraph: (text: string) => Html): Html {
  if (typeof block === "string") return paragraph(block);
  if ("fields" in block) return renderFields(block.fields, block.schema);
  if ("path" in block) {
    const { method, path } = block;
    const copied = path.startsWith("/") && html` data-copy="the path"`;
    return html`<p class="route"${copied}>${badge(method)} <code>${breakable(path)}</code></p>\n`;
  }
  if ("settings" in block) {
    const rows = block.settings.map(({ name, anchor, text }) => {
      const id = anchor !== undefined && html` id="${anchor}"`;
      return html`<dt${id}>${name}</dt><dd data-copy="${name}">${inline(text)}</dd>`;
    });
    return html`<dl class="settings">${rows}</dl>\n`;
  }
  if ("routes" in block) {
    const rows = block.routes.map(({ method, path, title, anchor }) => ({
      cells: [badge(method), html`<code>${path}</code>`, html`<a href="#${anchor}">${title}</a>`],
    }));
    return table([html`Method`, html`Path`, html`Operation`], rows, "routes");
  }
  const { form, guide } = block;
  const tryIt = html`<details class="try" data-operation="${form}"><summary>Try it</summary></details>`;
  const further = guide !== undefined && html`<p class="guide-link">Guide: ${inline(guide)}</p>`;
  return html`<div class="next">${form !== undefined && tryIt}${further}</div>\n`;
}

/**
 * A list of fields.
 *
 * @param schema - The schema that has them, if it has a name. It has a chapter of its own, so it is closed here.
 */
function renderFields(fields: readonly FieldRow[], schema: string | undefined): Html {
  const list = html`<dl class="fields">${fields.map(renderField)}</dl>\n`;
  if (schema === undefined) return list;
  const count = `${fields.length} field${fields.length === 1 ? "" : "s"}`;
  return html`<details class="schema"><summary>${schema} <small>· ${count}</small></summary>${list}</details>\n`;
}

/** A field: name and type on the left, what is said about it on the right, and the fields in it below. */
function renderField({ anchor, steps, type, required, fields, schema, ...said }: FieldRow): Html {
  const above = steps.slice(0, -1).map((step) => html`${step}.<wbr>`);
  const name = html`<code>${above}<b>${steps.at(-1)}</b></code>`;
  const { description, choices, facts } = said;
  // What the description lists is not listed again.
  const listed = choices.map(code).filter((choice) => !description.includes(choice));
  const chips = listed.map((choice) => html`<span class="chip">${inline(choice)}</span> `);
  const bounds = (listed.length > 0 || facts) && html`<p class="facts">${chips}${inline(facts)}</p>`;
  const inner = fields.length > 0 && html`<dd class="inner">${renderFields(fields, schema)}</dd>`;
  const mark = required && html` <strong>required</strong>`;
  return html`<div id="${anchor}"><dt><a href="#${anchor}">${name}</a> <span>${type}</span>${mark}</dt><dd>${brief(description)}${bounds}</dd>${inner}</div>\n`;
}

/** The method of an operation, in its colour. */
export function badge(method: string | undefined): Html {
  return method === undefined ? html`` : html`<b class="method ${method.toLowerCase()}">${method}</b>`;
}
