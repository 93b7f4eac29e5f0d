import { copyButton, Html, html } from "./html.js";
import { type Context, inline, markdown, NO_CONTEXT } from "./markdown.js";
import type { Block, Field, FieldList, Section, Setting } from "./sections.js";

/**
 * Sections as HTML: those with samples have them next to their text.
 *
 * @param context - What their texts speak of.
 */
export function renderSections(sections: readonly Section[], context: Context = NO_CONTEXT): Html {
  return html`${sections.map((section) => renderSection(section, context))}`;
}

function renderSection({ level, title, anchor, guide, blocks, aside, fields }: Section, context: Context): Html {
  const name = level === 1 ? title : html`<a href="#${anchor}">${title}</a>`;
  const heading = html`<h${level} id="${anchor}">${name}</h${level}>`;
  const head = guide ? html`<div class="title">${heading}<p class="guide-link">${guide}</p></div>` : heading;
  const content = html`${head}\n${blocks.map((block) => renderBlock(block, context))}`;
  if (!aside) return html`<section class="level-${level}">${content}</section>\n`;
  const below = fields && html`<div>${fields.map((list) => renderFields(list, context))}</div>`;
  return html`<section class="pair level-${level}"><div>${content}</div>\n<div class="aside">${aside}</div>\n${below}</section>\n`;
}

function renderBlock(block: Block, context: Context): Html | undefined {
  if (!block) return undefined;
  if (block instanceof Html) return html`${block}\n`;
  switch (block.kind) {
    case "prose":
      return markdown(block.text, context);
    case "fields":
      return renderFields(block, context);
    case "settings":
      return html`<dl class="fields">${block.settings.map((setting) => renderSetting(setting, context))}</dl>\n`;
  }
}

/** The fields of a schema that has a section of its own are folded. */
function renderFields({ heading, text, fields, schema }: FieldList, context: Context): Html {
  const said = text && markdown(text, context);
  const head = heading === undefined ? said : html`<div class="list-head"><h4>${heading}</h4> ${said}</div>`;
  const list = fields.length > 0 && html`<dl class="fields">${fields.map((field) => renderField(field, context))}</dl>`;
  if (!list || schema === undefined) return html`${head}${list}\n`;
  const summary = html`<summary>${fields.length} field${fields.length !== 1 && "s"} of ${schema}</summary>`;
  return html`${head}<details class="schema">${summary}${list}</details>\n`;
}

/**
 * A field: its name, type and presence on a line, what it is and its bounds below, and then what else is said, and the
 * fields in it.
 */
function renderField({ name, anchor, type, presence, text, facts, pattern, inner }: Field, context: Context): Html {
  const mark =
    presence === "required"
      ? html` <strong class="required">required</strong>`
      : presence && html` <span>${presence}</span>`;
  const [first = "", ...others] = text.trim().split("\n\n");
  const head = html`<dt><a href="#${anchor}"><code>${name}</code></a> <span>${type}</span>${mark}</dt>`;
  const bounds = facts && html`<p class="facts">${inline(facts)}</p>`;
  const check = pattern && html`<details class="facts"><summary>Pattern</summary><code>${pattern}</code></details>`;
  const below = inner && html`<dd class="inner">${renderFields(inner, context)}</dd>`;
  return html`<div id="${anchor}">${head}<dd>${markdown(first, context)}${bounds}${check}${markdown(others.join("\n\n"), context)}</dd>${below}</div>\n`;
}

function renderSetting({ name, text, anchor, isHere }: Setting, context: Context): Html {
  const id = isHere && html` id="${anchor}"`;
  const head = html`<dt><a href="#${anchor}"><b>${name}</b></a></dt>`;
  return html`<div${id}>${head}<dd class="setting">${copyButton(name)}${markdown(text, context)}</dd></div>\n`;
}
