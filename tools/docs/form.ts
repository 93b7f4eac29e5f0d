import type { Call } from "./calls.js";
import { exampleInput } from "./request-samples.js";
import { type Html, html } from "./template.js";

/** What a form starts with as its token, as in the samples. */
const TOKEN = "<ACCESS_TOKEN>";

/**
 * The form to try an operation, filled in with the example that its samples show. The script of the page sends it; without
 * scripts it is hidden. An input is named for where a refusal places its value: `query.limit`, or `body`.
 */
export function renderForm(call: Call): Html {
  const { id, parameters, bodies = [], tokenHeader } = call;
  const { values, body } = exampleInput(call);
  const rows = parameters.map((parameter) => {
    const { name, in: place, required, choices, default: standard } = parameter;
    const options = ["", ...choices].map((value) => html`<option value="${value}">${value || "(none)"}</option>`);
    const about = standard && html`Default: <code>${standard}</code>`;
    const row = { call: id, name: `${place}.${name}`, label: html`<code>${name}</code>`, kind: place, required, about };
    const input = (attributes: Html) =>
      choices.length > 0
        ? html`<select ${attributes}>${options}</select>`
        : html`<input ${attributes} value="${required && values[name]}"${required && " required"}>`;
    return { name, required, row: field(row, input) };
  });
  const token = tokenHeader !== undefined && {
    name: tokenHeader,
    required: false,
    row: field(
      {
        ...{ call: id, name: "token", label: html`<code>${tokenHeader}</code>`, kind: "header", required: true },
        about: "Any token works here; without one, see a 401. The samples show a placeholder.",
      },
      (attributes) => html`<input ${attributes} class="secret" value="${TOKEN}">`,
    ),
  };
  const folded = [...rows.filter(({ required }) => !required), ...(token ? [token] : [])];
  const options = bodies.map(({ name }, index) => html`<option value="${index}">${name}</option>`);
  const choice = { call: id, name: "example", label: "Fill in an example" };
  const lines = Math.max(2, ...bodies.map(({ text }) => text.split("\n").length));
  const inBody = { call: id, name: "body", label: "Body", kind: "JSON" };
  return html`<details class="try" data-operation="${id}"><summary>Try it</summary><form aria-label="Try ${id}">
${bodies.length > 1 && field(choice, (attributes) => html`<select ${attributes}>${options}</select>`)}
${rows.filter(({ required }) => required).map(({ row }) => row)}
${bodies.length > 0 && field(inBody, (attributes) => html`<textarea ${attributes} rows="${lines}">\n${body}</textarea>`)}
${folded.length > 0 && html`<details><summary>More: ${folded.map(({ name }) => name).join(", ")}</summary>${folded.map(({ row }) => row)}</details>`}
<p><button>Send</button> <button type="reset">Reset the sandbox</button></p>
<p class="about">Calls a sandbox in this page: nothing leaves it, and nothing is stored.</p>
</form></details>`;
}

/** A row of a form. */
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

/** @param input - Makes the input with the attributes that tie it to its label and its error. */
function field({ call, name, label, kind, required = false, about }: Row, input: (attributes: Html) => Html): Html {
  const id = `try/${call}/${name}`;
  const described = html`aria-describedby="${id}/about ${id}/error" aria-required="${String(required)}"`;
  const attributes = html`id="${id}" name="${name}" ${described} autocomplete="off" spellcheck="false"`;
  const mark = required && html` <strong class="required">required</strong>`;
  return html`<div class="field"><label for="${id}">${label}</label> <span class="about">${kind}</span>${mark}
${input(attributes)}<span id="${id}/error" class="error" role="status"></span><span id="${id}/about" class="about">${about}</span></div>`;
}
