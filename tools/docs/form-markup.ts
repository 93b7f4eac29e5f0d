import { CHAPTERS } from "../contract/chapters.js";
import { chapterAnchor } from "./anchors.js";
import type { Call, CallParameter } from "./call-data.js";
import { type Html, html } from "./html.js";
import { exampleInput, TOKEN } from "./request-samples.js";

/**
 * The form to try an operation, filled in with the example that its samples show: all that is sent, and where, is in view.
 * The scripts of the page take it out of its template when it is opened, and send it. Without scripts, there is none.
 */
export function renderForm(call: Call): Html {
  const { id, url, parameters, bodies = [], tokenHeader } = call;
  const { values, body } = exampleInput(call);
  const options = bodies.map(({ name }, index) => html`<option value="${index}">${name}</option>`);
  const choice = { call: id, name: "example", label: "Fill in an example" };
  const lines = Math.max(2, ...bodies.map(({ text }) => text.split("\n").length));
  const inBody = { call: id, name: "body", label: "Body", kind: "JSON" };
  return html`<details class="try" data-operation="${id}"><summary>Try it</summary><template><form aria-label="Try ${id}">
<p class="about"><b>Answered by a sandbox in this page</b>, which a reload resets. Nothing is sent to <code>${new URL(url).origin}</code> or elsewhere.</p>
${tokenRow(id, tokenHeader)}
${parameters.map((parameter) => parameterRow(id, parameter, parameter.required ? values[parameter.name] : undefined))}
${bodies.length > 1 && row(choice, (attributes) => html`<select ${attributes}>${options}</select>`)}
${bodies.length > 0 && row(inBody, (attributes) => html`<textarea ${attributes} rows="${lines}">\n${body}</textarea>`)}
<div><button>Send</button> <button type="reset">Reset the sandbox</button> <span class="about" role="status"></span></div>
</form></template></details>`;
}

function parameterRow(call: string, parameter: CallParameter, value?: string): Html {
  const { name, in: place, required, choices, default: standard } = parameter;
  const kind = html`${place}${standard && html`, default <code>${standard}</code>`}`;
  const options = ["", ...choices].map((choice) => html`<option value="${choice}">${choice || "(none)"}</option>`);
  return row({ call, name: `${place}.${name}`, label: html`<code>${name}</code>`, kind, required }, (attributes) =>
    choices.length > 0
      ? html`<select ${attributes}>${options}</select>`
      : html`<input ${attributes} value="${value}"${required && " required"}>`,
  );
}

/** A token may be left out, to see how a request without one is refused. */
function tokenRow(call: string, header: string | undefined): Html | undefined {
  if (header === undefined) return undefined;
  const about = html`Any token works here; without one, you see a 401. About the tokens of the service, read <a href="#${chapterAnchor(CHAPTERS.authentication)}">${CHAPTERS.authentication}</a>.`;
  const label = html`<code>${header}</code>`;
  return row({ call, name: "token", label, kind: "header", required: true, about }, (attributes) => {
    return html`<input ${attributes} class="secret" value="${TOKEN}">`;
  });
}

interface Row {
  call: string;
  name: string;
  label: Html | string;
  /** What is typed, or where it is sent. */
  kind?: Html | string;
  required?: boolean;
  /** What helps to fill it in. */
  about?: Html;
}

/** @param input - Makes the input with the attributes that tie it to its label and to what is said about it. */
function row({ call, name, label, kind, required = false, about }: Row, input: (attributes: Html) => Html): Html {
  const id = `try/${call}/${name}`;
  const attributes = html`id="${id}" name="${name}" aria-describedby="${id}/about ${id}/fault" autocomplete="off" spellcheck="false"`;
  const mark = required && html` <strong class="required">required</strong>`;
  return html`<div class="field"><label for="${id}">${label}</label> <span class="about">${kind}</span>${mark}
${input(attributes)}<span id="${id}/about" class="about">${about}</span> <span id="${id}/fault" class="failure"></span></div>`;
}
