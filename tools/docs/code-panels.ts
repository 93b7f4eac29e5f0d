import type { Call } from "./call-data.js";
import { codeBlock } from "./highlight.js";
import { copyButton, type Html, html } from "./html.js";
import { exampleInput, firstInput, samplesOf } from "./request-samples.js";

/** A panel of code next to the text, such as an example of an answer. */
export function codePanel(title: string, code: string, language: string, note?: string): Html {
  const about = note !== undefined && html` <span>${note}</span>`;
  const head = html`<p class="head"><b>${title}</b>${about}${copyButton(title)}</p>`;
  return html`<div class="panel">${head}${codeBlock(code, language)}</div>\n`;
}

/** A panel that is opened by its title, such as the example of a failure. */
export function foldedPanel(title: string, code: string, language: string): Html {
  return html`<details class="panel"><summary>${title}</summary>${codeBlock(code, language)}</details>\n`;
}

/**
 * A request in several languages, for several bodies. Its radio buttons choose what is shown, by rules of panels.css: with
 * and without scripts.
 *
 * @param place - Anchor of its section, which makes the names of its radio buttons its own.
 * @param opening - Its title as the first call of the page: without what that does not need, and with a button that sends it.
 */
export function requestPanel(call: Call, place: string, opening?: string): Html {
  const { id, bodies = [{ name: "" }] } = call;
  const title = opening ?? "Request";
  const inputs = opening === undefined ? bodies.map((_, index) => exampleInput(call, index)) : [firstInput(call)];
  const languages = samplesOf(call).map(({ name }, index) =>
    radio(`${place}/language`, name.toLowerCase(), name, index),
  );
  const examples = inputs.map((input, index) => {
    const choice = inputs.length > 1 && radio(`${place}/body`, String(index), bodies[index]?.name ?? "", index);
    const codes = samplesOf(call, input).map(({ name, language, code }) =>
      codeBlock(code, language, name.toLowerCase()),
    );
    return html`${choice}<div class="example">${codes}</div>`;
  });
  const send = opening !== undefined && html`<button type="button" class="send" data-send="${id}">Send</button>`;
  const tabs = html`<div class="tabs" role="radiogroup" aria-label="Language">${languages}</div>`;
  const head = html`<div class="head"><b>${title}</b> ${tabs}${send}${copyButton(title)}</div>`;
  const shown = html`<div class="examples" role="group" aria-label="Example of the body">${examples}</div>`;
  return html`<div class="panel request" data-sample="${id}">${head}<p role="status" class="about"></p>${shown}</div>\n`;
}

/** A radio button that looks like a tab. The first of a group is chosen. */
function radio(group: string, value: string, label: string, index: number): Html {
  const mark = index === 0 && html` checked`;
  return html`<label><input type="radio" name="${group}" value="${value}"${mark}>${label}</label>`;
}
