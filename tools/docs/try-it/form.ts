import { accessToken } from "../../../generated/contract.js";
import type { Operation } from "../../../src/contract.js";
import { copyable } from "../page-script/copy-button.js";
import { make } from "../page-script/make.js";
import { exampleInput, type RequestInput, samplesOf } from "../request-samples.js";
import { fieldsOf, inputOf, placeholderOf, problemsOf, type Typed, typedOf, unsendableIn } from "./form-fields.js";
import { createFields, createRow } from "./form-rows.js";
import { notSent, type Outcome, sandbox, send, showSandbox } from "./sandbox-in-page.js";

/** The contract's examples of each body. Made when the page is built, and inserted here by the bundler. */
declare const EXAMPLES: Readonly<Record<string, readonly { summary: string; value: unknown }[]>>;

/** Tells all forms when the token changes, when a call has ended, and when the sandbox is reset. */
const changes = new EventTarget();
/** The token that all forms send. It is never stored. */
let token = "<ACCESS_TOKEN>";

/** Makes the form of an operation, filled in with the contract's example. */
export function createForm(operation: Operation): HTMLElement {
  const fields = createFields(operation);
  const samples = make("div", { class: "samples" });
  const outcome = createOutcome();
  const check = () => {
    fields.showProblems(problemsOf(operation, fields.typed()));
    samples.replaceChildren(...showSamples(operation, fields.typed()));
  };
  const fill = (input = exampleInput(operation.id)) => {
    fields.fill(typedOf(operation, input));
    check();
  };
  fields.element.addEventListener("input", check);
  fill();
  const form = make(
    "form",
    { novalidate: "", "aria-label": `Try ${operation.id}` },
    make("p", {}, "Send calls a sandbox in this page. Nothing leaves the page, and nothing is stored."),
    ...pickExample(operation, fill),
    fields.element,
    ...(accessToken.isOptional || operation.isPublic ? [] : [createTokenField()]),
    make("p", {}, make("button", {}, "Send"), " ", make("button", { type: "reset" }, "Reset the sandbox")),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const problem = unsendableIn(operation, fields.typed());
    outcome.show(problem ? notSent(problem) : await send(operation, inputOf(operation, fields.typed()), token));
    changes.dispatchEvent(new Event("sandbox"));
  });
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    sandbox.reset();
    for (const change of ["reset", "sandbox"]) changes.dispatchEvent(new Event(change));
  });
  const own = make("p", {}, make("strong", {}, "The same call from your own code"));
  return make("details", {}, make("summary", {}, "Try it"), form, ...outcome.elements, own, samples);
}

function pickExample({ id }: Operation, onPick: (input: RequestInput) => void): Node[] {
  const examples = EXAMPLES[id] ?? [];
  if (examples.length < 2) return [];
  const options = examples.map(({ summary }, index) => make("option", { value: String(index) }, summary));
  const select = make("select", { id: "example" }, ...options);
  select.addEventListener("input", () => {
    onPick({ ...exampleInput(id), body: examples[Number(select.value)]?.value });
  });
  return [make("p", { class: "field" }, make("label", { for: "example" }, "Fill in an example"), select)];
}

function createTokenField(): HTMLElement {
  const schema = { type: "string", format: "password" };
  const field = {
    id: "token",
    name: accessToken.header,
    place: ["header"],
    required: true,
    schema,
    example: undefined,
  };
  const { element, input } = createRow(field);
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
  return element;
}

/** Shows the outcome of the form's latest call, and what the sandbox holds after the calls of all forms. */
function createOutcome(): { elements: HTMLElement[]; show(outcome?: Outcome): void } {
  const status = make("p", { class: "status", role: "status" });
  const [answer, held] = [make("div"), make("div")];
  // Only the form's own call is said: another one changes what the sandbox holds.
  const show = (outcome?: Outcome) => {
    status.textContent = outcome?.words ?? "";
    status.classList.toggle("error", outcome?.shown.length === 0);
    answer.replaceChildren(...(outcome?.shown ?? []));
  };
  const showHeld = () => held.replaceChildren(...showSandbox());
  changes.addEventListener("reset", () => show());
  changes.addEventListener("sandbox", showHeld);
  showHeld();
  return { elements: [status, answer, held], show };
}

/** Samples with the typed values, without the secrets. */
function showSamples(operation: Operation, typed: Typed): Node[] {
  const placeholders = fieldsOf(operation).flatMap((field) => {
    const placeholder = typed[field.id] && placeholderOf(field);
    return placeholder ? [[field.id, placeholder]] : [];
  });
  const input = inputOf(operation, { ...typed, ...Object.fromEntries(placeholders) });
  return samplesOf(operation.id, input).map(({ name, code }) => copyable(name, code));
}
