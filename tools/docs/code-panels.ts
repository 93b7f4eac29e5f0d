import type { Panel, RequestPanel } from "./chapter.js";
import { escaped } from "./escape.js";
import { highlighted } from "./highlight.js";

/**
 * A panel of code next to the text.
 *
 * @param place - Anchor of its chapter, which makes the names of its radio buttons its own.
 */
export function renderPanel(panel: Panel, place: string): string {
  if ("examples" in panel) return renderRequest(panel, place);
  const { title, note, language, code } = panel;
  const head = `<p class="head"><b>${escaped(title)}</b> <span>${escaped(note)}</span></p>`;
  return `<div class="panel">${head}<pre><code>${highlighted(code, language)}</code></pre></div>\n`;
}

/** A request in several languages, for several bodies. Its radio buttons choose what is shown, by the rules of code-panels.css. */
function renderRequest({ title, operation, examples }: RequestPanel, place: string): string {
  const languages = (examples[0]?.samples ?? []).map(({ name }) => ({ value: name.toLowerCase(), label: name }));
  const names = examples.map(({ name }, index) => ({ value: `e${index}`, label: name }));
  const samples = examples.flatMap(({ samples: all }, index) =>
    all.map(({ name, language, code }) => {
      return `<pre class="${name.toLowerCase()} e${index}"><code>${highlighted(code, language)}</code></pre>`;
    }),
  );
  const head = `<b>${escaped(title)}</b> ${choice("Language", `${place}/language`, languages)}`;
  const body = names.length > 1 ? choice("Body", `${place}/body`, names) : "";
  return `<div class="panel request" data-sample="${escaped(operation)}"><div class="head">${head}</div>${body}${samples.join("")}</div>\n`;
}

/** A choice of radio buttons that look like tabs, the first of which is chosen. */
function choice(about: string, name: string, choices: readonly { value: string; label: string }[]): string {
  const buttons = choices.map(({ value, label }, index) => {
    const mark = index === 0 ? " checked" : "";
    return `<label><input type="radio" name="${escaped(name)}" value="${value}"${mark}>${escaped(label)}</label>`;
  });
  return `<div class="tabs" role="radiogroup" aria-label="${about}">${buttons.join("")}</div>`;
}
