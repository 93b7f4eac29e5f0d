import type { Call } from "./calls.js";
import type { Panel, RequestPanel } from "./chapter.js";
import { escaped } from "./escape.js";
import { highlighted } from "./highlight.js";
import { exampleInput, firstInput, samplesOf } from "./request-samples.js";

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
export function renderPanel(panel: Panel, place: string): string {
  if ("examples" in panel) return renderRequest(panel, place);
  const { title, note, language, code } = panel;
  const about = note ? ` <span>${escaped(note)}</span>` : "";
  const head = `<p class="head"><b>${escaped(title)}</b>${about}</p>`;
  return `<div class="panel">${head}<pre><code>${highlighted(code, language)}</code></pre></div>\n`;
}

/**
 * A request in several languages, for several bodies. Its radio buttons choose what is shown, by the rules of
 * code-panels.css: with and without scripts.
 */
function renderRequest({ title, operation, isSent = false, examples }: RequestPanel, place: string): string {
  const languages = (examples[0]?.samples ?? []).map(({ name }, index) => radio("language", place, index, name));
  const shown = examples.map(({ name, samples }, index) => {
    const codes = samples.map(({ name: language, language: grammar, code }) => {
      return `<pre class="${language.toLowerCase()}"><code>${highlighted(code, grammar)}</code></pre>`;
    });
    const choice = examples.length > 1 ? radio("body", place, index, name) : "";
    return `${choice}<div class="example">${codes.join("")}</div>`;
  });
  const tabs = `<div class="tabs" role="radiogroup" aria-label="Language">${languages.join("")}</div>`;
  const head = `<div class="head"><b>${escaped(title)}</b> ${tabs}${isSent ? sendButton(operation) : ""}</div>`;
  const bodies = `<div class="examples" role="group" aria-label="Example of the body">${shown.join("")}</div>`;
  return `<div class="panel request" data-sample="${escaped(operation)}">${head}${bodies}</div>\n`;
}

/** A radio button that looks like a tab. The first of a group is chosen. */
function radio(group: string, place: string, index: number, label: string): string {
  const [name, value] = [escaped(`${place}/${group}`), group === "language" ? label.toLowerCase() : index];
  const mark = index === 0 ? " checked" : "";
  return `<label><input type="radio" name="${name}" value="${value}"${mark}>${escaped(label)}</label>`;
}

/**
 * A button that sends the first example of an operation to the sandbox of the page, and shows the answer below the panel
 * that the button is in. The script of the forms finds it by `data-send`; without scripts, it is hidden.
 *
 * @param operation - Id of the operation.
 */
export function sendButton(operation: string): string {
  return `<button type="button" class="send" data-send="${escaped(operation)}" hidden>Send</button>`;
}
