import { accessToken } from "../../../generated/contract.js";
import type { Operation } from "../../../src/contract-types.js";
import { highlighted } from "../highlight.js";
import { make } from "../page-script/make.js";
import { exampleInput, samplesOf } from "../request-samples.js";
import { createAnswer } from "./answer-panel.js";
import { createFields, createRow } from "./form-inputs.js";
import { fieldsOf, inputOf, placeholderOf, problemsOf, type Typed, typedOf, unsendableIn } from "./form-values.js";
import { notSent, sandbox, send } from "./sandbox-in-page.js";

/** The contract's examples of each body. Made when the page is built, and inserted here by the bundler. */
declare const EXAMPLES: Readonly<Record<string, readonly { summary?: string; value?: unknown }[]>>;

/** Tells all forms when the token changes, when a call has ended, and when the sandbox is reset. */
const changes = new EventTarget();
/** The token that all forms send. It is never stored. */
let token = "<ACCESS_TOKEN>";

/**
 * Makes the form of an operation, filled in with the example that its samples show.
 *
 * @param section - The chapter of the operation, which has the samples and gets the answer.
 */
export function createForm(operation: Operation, section: Element): HTMLElement {
  const { id } = operation;
  const shared = accessToken.isOptional || operation.isPublic ? [] : [createTokenField()];
  const fields = createFields(operation, shared);
  const examples = (EXAMPLES[id] ?? []).map(({ summary = "" }, index) =>
    make("option", { value: `e${index}` }, summary),
  );
  const select = make("select", { id: `${id}-example` }, ...examples);
  const tabs = [...section.querySelectorAll<HTMLInputElement>('.request [name$="/body"]')];
  const check = () => fields.showProblems(problemsOf(operation, fields.typed()));
  const fill = () => {
    const body = EXAMPLES[id]?.[select.selectedIndex]?.value;
    fields.fill(typedOf(operation, { ...exampleInput(id), ...(body !== undefined && { body }) }));
    check();
  };
  const showTyped = () => {
    check();
    showSamples(section, operation, fields.typed(), select.value || "e0");
  };
  const pick = (example: string) => {
    select.value = example;
    for (const tab of tabs) tab.checked = tab.value === example;
    fill();
    showTyped();
  };
  select.value = tabs.find(({ checked }) => checked)?.value ?? "e0";
  fill();
  fields.element.addEventListener("input", showTyped);
  select.addEventListener("input", () => pick(select.value));
  for (const tab of tabs) tab.addEventListener("change", () => pick(tab.value));

  const label = make("label", { for: select.id }, "Fill in an example");
  const form = make(
    "form",
    { novalidate: "", "aria-label": `Try ${id}` },
    ...(examples.length > 1 ? [make("p", { class: "field" }, label, select)] : []),
    fields.element,
    make(
      "p",
      { class: "buttons" },
      make("button", {}, "Send"),
      " ",
      make("button", { type: "reset" }, "Reset the sandbox"),
    ),
    make("p", { class: "about" }, "Calls a sandbox in this page: nothing leaves it, and nothing is stored."),
  );
  const answer = createAnswer(section, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const problem = unsendableIn(operation, fields.typed());
    answer.show(problem ? notSent(problem) : await send(operation, inputOf(operation, fields.typed()), token));
    changes.dispatchEvent(new Event("sandbox"));
  });
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    sandbox.reset();
    changes.dispatchEvent(new Event("reset"));
  });
  changes.addEventListener("sandbox", () => answer.showHeld());
  changes.addEventListener("reset", () => answer.hide());
  return form;
}

function createTokenField(): ReturnType<typeof createRow> {
  const schema = { type: "string", format: "password" };
  const place = ["header", accessToken.header];
  const row = createRow({ id: "token", name: accessToken.header, place, required: false, schema, example: undefined });
  const { element, input } = row;
  const about = "Any token works here; without one, see a 401. The samples show a placeholder.";
  element.append(make("span", { class: "about" }, about));
  input.value = token;
  input.addEventListener("input", () => {
    token = input.value;
    changes.dispatchEvent(new Event("token"));
  });
  changes.addEventListener("token", () => {
    if (input.value !== token) input.value = token;
  });
  return row;
}

/** Shows the typed values in the samples of an example, without the secrets. */
function showSamples(section: Element, operation: Operation, typed: Typed, example: string): void {
  const placeholders = fieldsOf(operation).flatMap((field) => {
    const placeholder = typed[field.id] && placeholderOf(field);
    return placeholder ? [[field.id, placeholder]] : [];
  });
  const input = inputOf(operation, { ...typed, ...Object.fromEntries(placeholders) });
  for (const { name, language, code } of samplesOf(operation.id, input)) {
    const shown = section.querySelector(`.request .${name.toLowerCase()}.${example} code`);
    if (shown) shown.innerHTML = highlighted(code, language);
  }
}
