import type { Call, CallParameter } from "./call-data.js";
import { type Html, html } from "./html.js";
import { exampleInput, TOKEN } from "./request-samples.js";

/**
 * The form to try an operation, filled in with the example that its samples show. The script of the page sends it; without
 * scripts it is hidden. The token and what may be left out are folded.
 */
export function renderForm(call: Call): Html {
  const { id, parameters, bodies = [], tokenHeader } = call;
  const { values, body } = exampleInput(call);
  const required = parameters.filter((parameter) => parameter.required);
  const optional = parameters.filter((parameter) => !parameter.required);
  const folded = [...optional.map(({ name }) => name), ...(tokenHeader === undefined ? [] : [tokenHeader])];
  const options = bodies.map(({ name }, index) => html`<option value="${index}">${name}</option>`);
  const choice = { call: id, name: "example", label: "Fill in an example" };
  const lines = Math.max(2, ...bodies.map(({ text }) => text.split("\n").length));
  const inBody = { call: id, name: "body", label: "Body", kind: "JSON" };
  return html`<details class="try" data-operation="${id}"><summary>Try it</summary><form aria-label="Try ${id}">
${bodies.length > 1 && row(choice, (attributes) => html`<select ${attributes}>${options}</select>`)}
${required.map((parameter) => parameterRow(id, parameter, values[parameter.name]))}
${bodies.length > 0 && row(inBody, (attributes) => html`<textarea ${attributes} rows="${lines}">\n${body}</textarea>`)}
${folded.length > 0 && html`<details><summary class="more">More: ${folded.join(", ")}</summary>${optional.map((parameter) => parameterRow(id, parameter))}${tokenRow(id, tokenHeader)}</details>`}
<div><button>Send</button> <button type="reset">Reset the sandbox</button></div>
<div class="about" role="status">Calls a sandbox in this page: nothing leaves it, and it begins anew when you reload the page.</div>
</form></details>`;
}

function parameterRow(call: string, parameter: CallParameter, value?: string): Html {
  const { name, in: place, required, choices, default: standard } = parameter;
  const about = standard && html`Default: <code>${standard}</code>`;
  const options = ["", ...choices].map((choice) => html`<option value="${choice}">${choice || "(none)"}</option>`);
  return row(
    { call, name: `${place}.${name}`, label: html`<code>${name}</code>`, kind: place, required, about },
    (attributes) =>
      choices.length > 0
        ? html`<select ${attributes}>${options}</select>`
        : html`<input ${attributes} value="${value}"${required && " required"}>`,
  );
}

/** A token may be left out, to see how a request without one is refused. */
function tokenRow(call: string, header: string | undefined): Html | undefined {
  if (header === undefined) return undefined;
  const about = "Any token works here; without one, see a 401. The samples show a placeholder.";
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
  kind?: string;
  required?: boolean;
  /** What helps to fill it in. */
  about?: Html | string | false;
}

/** @param input - Makes the input with the attributes that tie it to its label and to what is said about it. */
function row({ call, name, label, kind, required = false, about }: Row, input: (attributes: Html) => Html): Html {
  const id = `try/${call}/${name}`;
  const attributes = html`id="${id}" name="${name}" aria-describedby="${id}/about ${id}/fault" autocomplete="off" spellcheck="false"`;
  const mark = required && html` <strong class="required">required</strong>`;
  return html`<div class="field"><label for="${id}">${label}</label> <span class="about">${kind}</span>${mark}
${input(attributes)}<span id="${id}/about" class="about">${about}</span> <span id="${id}/fault" class="failure"></span></div>`;
}
