// Sends the forms to the sandbox in the page. Loaded when the reader first tries an operation.
import type { Call, CallParameter } from "../call.js";
import { highlighted } from "../highlight.js";
import { type Html, html } from "../html.js";
import { exampleInput, firstInput, type Input, requestOf, samplesOf, TOKEN } from "../samples.js";
import { type Fault, reset, send } from "./answer.js";

/** How each operation is called, by its id. The build inserts it. */
declare const CALLS: Readonly<Record<string, Call>>;

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

Object.assign(globalThis, { tryIt });

/** Sends the first call of the page; opens or closes the form of any other. */
function tryIt(button: HTMLButtonElement): void {
  const call = CALLS[button.dataset["operation"] ?? ""];
  const section = button.closest("section");
  if (!call || !section) return;
  const sample = button.closest(".panel");
  if (sample) {
    send(requestOf(call, firstInput(call)), (answer) => sample.after(answer));
    return;
  }
  const form = section.querySelector("form") ?? createForm(call, section, button);
  const isOpen = button.ariaExpanded === "true";
  form.hidden = isOpen;
  button.ariaExpanded = String(!isOpen);
  button.textContent = isOpen ? "Try it" : "Close";
}

/** Makes the form of an operation, filled in with the example that the samples show. */
function createForm(call: Call, section: Element, button: HTMLElement): HTMLFormElement {
  const form = document.createElement("form");
  form.ariaLabel = `Try ${call.id}`;
  form.innerHTML = String(formContent(call));
  button.closest(".route")?.after(form);
  const fields = new Map([...form.querySelectorAll<Field>("[name]")].map((field) => [field.name, field]));
  const typed = (name: string) => fields.get(name)?.value ?? "";
  const read = (): Input => {
    const values = call.parameters.map(({ name, in: place }) => [name, typed(`${place}.${name}`)]);
    return { values: Object.fromEntries(values), body: typed("body").trim() };
  };
  const tabs = [...section.querySelectorAll<HTMLInputElement>('.request [name$="/body"]')];
  const chosen = () => Math.max(0, tabs.map(({ checked }) => checked).indexOf(true));
  const follow = () => mark(fields, showSamples(section, call, read(), chosen()));
  const fillBody = () => {
    const body = fields.get("body");
    if (body) body.value = exampleInput(call, chosen()).body;
    follow();
  };
  const place = (answer: HTMLElement) => {
    const aside = matchMedia("(width >= 75rem)").matches ? section.querySelector(".aside") : undefined;
    if (aside) aside.prepend(answer);
    else form.append(answer);
  };
  fillBody();
  for (const tab of tabs) tab.addEventListener("change", fillBody);
  form.addEventListener("input", follow);
  // The second click of a double click must not send again.
  form.addEventListener("click", (event) => event.detail > 1 && event.preventDefault());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    mark(fields, await send(requestOf(call, read(), typed("token")), place));
  });
  form.addEventListener("reset", (event) => {
    // What was typed stays.
    event.preventDefault();
    reset(place);
  });
  return form;
}

function formContent(call: Call): Html {
  const { url, parameters, bodies, tokenHeader } = call;
  const lines = Math.max(2, ...bodies.map(({ text }) => text.split("\n").length));
  return html`<p class="about"><b>Answered by a sandbox in this page</b>, which a reload resets. Nothing is sent to <code>${new URL(url).origin}</code> or elsewhere.</p>
${row(call, "token", html`<code>${tokenHeader}</code>`, "any token works here", (name) => html`<input ${name} class="secret" value="${TOKEN}">`)}
${parameters.map((parameter) => parameterRow(call, parameter))}
${bodies.length > 0 && row(call, "body", html`Body`, "JSON", (name) => html`<textarea ${name} rows="${lines}"></textarea>`)}
<div><button>Send</button> <button type="reset">Reset the sandbox</button></div>`;
}

/** An optional parameter starts empty, since most calls do not send it. */
function parameterRow(call: Call, { name, in: place, required, choices, example }: CallParameter): Html {
  const about = required ? `${place}, required` : place;
  const options = ["", ...choices].map((choice) => html`<option value="${choice}">${choice || "(none)"}</option>`);
  return row(call, `${place}.${name}`, html`<code>${name}</code>`, about, (attributes) => {
    if (choices.length > 0) return html`<select ${attributes}>${options}</select>`;
    return required ? html`<input ${attributes} value="${example}" required>` : html`<input ${attributes}>`;
  });
}

/** A field with its name, a few words about it, and below it a place for what is wrong with its value. */
function row(call: Call, name: string, label: Html, about: string, input: (attributes: Html) => Html): Html {
  const id = `try/${call.id}/${name}`;
  const attributes = html`id="${id}" name="${name}" aria-describedby="${id}/fault" autocomplete="off" spellcheck="false"`;
  return html`<div class="field"><label for="${id}">${label}</label> <span class="about">${about}</span>${input(attributes)}<p class="failure" id="${id}/fault"></p></div>`;
}

/** Says below each field what is wrong with it. The answer says what is wrong elsewhere. */
function mark(fields: ReadonlyMap<string, Field>, faults: readonly Fault[]): void {
  for (const [name, field] of fields) {
    const own = faults.filter(({ location: [place, key] }) => name === place || name === `${place}.${key}`);
    field.ariaInvalid = own.length > 0 ? "true" : null;
    const said = document.getElementById(`${field.id}/fault`);
    if (said) said.textContent = own.map(({ message }) => message).join("; ");
  }
}

/** Shows the typed values in the samples, and returns what is wrong with a body that they cannot show. */
function showSamples(section: Element, call: Call, input: Input, example: number): readonly Fault[] {
  try {
    for (const { name, language, code } of samplesOf(call, input)) {
      const shown = section.querySelectorAll(`.request .${name.toLowerCase()} code`)[example];
      if (shown) shown.innerHTML = highlighted(code, language);
    }
    return [];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return [{ location: ["body"], message: "Not JSON yet: the sample shows the last valid body." }];
  }
}
