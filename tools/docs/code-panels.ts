import type { Call } from "./calls.js";
import type { Panel, RequestPanel } from "./chapter.js";
import { highlighted } from "./highlight.js";
import { exampleInput, firstInput, samplesOf } from "./request-samples.js";
import { Html, html } from "./template.js";

/**
 * The samples of an operation, for each example of its body.
 *
 * @param isFirst - Whether to leave out what a first call does not need, and to let the reader send it from there.
 */
export function requestPanel(call: Call, title = "Request", isFirst = false): RequestPanel {
  const { id, bodies = [{ name: "" }] } = call;
  const inputs = isFirst ? [firstInput(call)] : bodies.map((_, index) => exampleInput(call, index));
  const examples = inputs.map((input, index) => ({ name: bodies[index]?.name ?? "", samples: samplesOf(call, input) }));
  return { title, operation: id, isSent: isFirst, examples };
}

/**
 * A panel of code next to the text.
 *
 * @param place - Anchor of its chapter, which makes the names of its radio buttons its own.
 */
export function renderPanel(panel: Panel, place: string): Html {
  if ("examples" in panel) return renderRequest(panel, place);
  const { title, note, language, code } = panel;
  const head = html`<p class="head"><b>${title}</b>${note !== undefined && html` <span>${note}</span>`}</p>`;
  return html`<div class="panel">${head}<pre><code>${coloured(code, language)}</code></pre></div>\n`;
}

/**
 * A request in several languages, for several bodies. Its radio buttons choose what is shown, by the rules of
 * code-panels.css: with and without scripts.
 */
function renderRequest({ title, operation, isSent, examples }: RequestPanel, place: string): Html {
  const languages = (examples[0]?.samples ?? []).map(({ name }, index) => radio("language", place, index, name));
  const shown = examples.map(({ name, samples }, index) => {
    const codes = samples.map(({ name: language, language: grammar, code }) => {
      return html`<pre class="${language.toLowerCase()}"><code>${coloured(code, grammar)}</code></pre>`;
    });
    return html`${examples.length > 1 && radio("body", place, index, name)}<div class="example">${codes}</div>`;
  });
  const tabs = html`<div class="tabs" role="radiogroup" aria-label="Language">${languages}</div>`;
  const head = html`<div class="head"><b>${title}</b> ${tabs}${isSent && sendButton(operation)}</div>`;
  const bodies = html`<div class="examples" role="group" aria-label="Example of the body">${shown}</div>`;
  return html`<div class="panel request" data-sample="${operation}">${head}${bodies}</div>\n`;
}

/** A radio button that looks like a tab. The first of a group is chosen. */
function radio(group: string, place: string, index: number, label: string): Html {
  const value = group === "language" ? label.toLowerCase() : index;
  const mark = index === 0 && html` checked`;
  return html`<label><input type="radio" name="${place}/${group}" value="${value}"${mark}>${label}</label>`;
}

/**
 * A button that sends the first example of an operation to the sandbox of the page, and shows the answer below the panel
 * that the button is in. The script of the forms finds it by `data-send`; without scripts, it is hidden.
 */
function sendButton(operation: string): Html {
  return html`<button type="button" class="send" data-send="${operation}" hidden>Send</button>`;
}

function coloured(code: string, language: string): Html {
  return new Html(highlighted(code, language));
}
