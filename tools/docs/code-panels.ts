import type { Chapter, Panel, RequestPanel } from "./chapter.js";
import { highlighted } from "./highlight.js";
import { Html, html } from "./template.js";

/**
 * A panel of code next to the text.
 *
 * @param place - Anchor of its chapter, which makes the names of its radio buttons its own.
 */
export function renderPanel(panel: Panel, place: string): Html {
  if ("examples" in panel) return renderRequest(panel, place);
  const { title, note, language, code } = panel;
  const about = note !== undefined && html` <span>${note}</span>`;
  return html`<div class="panel"><p class="head"><b>${title}</b>${about}</p><pre><code>${coloured(code, language)}</code></pre></div>\n`;
}

/** A request in several languages, for several bodies. Its radio buttons choose what is shown, by {@link choiceRules}. */
function renderRequest({ title, operation, isSent, examples }: RequestPanel, place: string): Html {
  const languages = (examples[0]?.samples ?? []).map(({ name }) => ({ value: classOf(name), label: name }));
  const names = examples.map(({ name }, index) => ({ value: `e${index}`, label: name }));
  const samples = examples.flatMap(({ samples: all }, index) =>
    all.map(({ name, language, code }) => {
      return html`<pre class="${classOf(name)} e${index}"><code>${coloured(code, language)}</code></pre>`;
    }),
  );
  const head = html`<b>${title}</b> ${choice("Language", `${place}/language`, languages)}`;
  const body = names.length > 1 && choice("Body", `${place}/body`, names);
  const send = isSent && html` data-send="${operation}"`;
  return html`<div class="panel request" data-sample="${operation}"${send}><div class="head">${head}</div>${body}${samples}</div>\n`;
}

/** A choice of radio buttons that look like tabs, the first of which is chosen. */
function choice(about: string, name: string, choices: readonly { value: string; label: string }[]): Html {
  const buttons = choices.map(({ value, label }, index) => {
    const mark = index === 0 && html` checked`;
    return html`<label><input type="radio" name="${name}" value="${value}"${mark}>${label}</label>`;
  });
  return html`<div class="tabs" role="radiogroup" aria-label="${about}">${buttons}</div>`;
}

/** The rules by which the radio buttons of the panels choose what is shown, for as many as there are. */
export function choiceRules(chapters: readonly Chapter[]): string {
  const panels = chapters.flatMap(({ aside = [] }) => aside).flatMap((panel) => ("examples" in panel ? [panel] : []));
  const languages = panels.flatMap(({ examples }) => examples.flatMap(({ samples }) => samples));
  const bodies = panels.flatMap(({ examples }) => examples.map((_, index) => `e${index}`));
  const choices = new Set([...languages.map(({ name }) => classOf(name)), ...bodies]);
  return [...choices].map((one) => `.request:has([value="${one}"]:not(:checked)) .${one}{display:none}`).join("\n");
}

/** What a language is called in the markup. */
function classOf(language: string): string {
  return language.toLowerCase();
}

function coloured(code: string, language: string): Html {
  return new Html(highlighted(code, language));
}
