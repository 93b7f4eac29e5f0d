import type { Problems, Values } from "./check.js";
import { make } from "./dom.js";
import type { Form, FormField } from "./form.js";

/** The inputs of a form. */
export interface Fields {
  element: HTMLElement;
  /** Puts values into the inputs. */
  fill(values: Values): void;
  /** Shows next to each input what is wrong with it. */
  showProblems(problems: Problems): void;
}

type Input = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Makes the inputs of a form. `onInput` is called with all values whenever one of them changes. */
export function createFields(form: Form, onInput: (values: Values) => void): Fields {
  const rows = form.fields.map((field) => createRow(field));
  const values = () => Object.fromEntries(rows.map(({ field, input }) => [field.name, input.value]));
  for (const { input } of rows) input.addEventListener("input", () => onInput(values()));
  return {
    element: make("div", {}, ...rows.map(({ element }) => element)),
    fill(given) {
      for (const { field, input } of rows) input.value = given[field.name] ?? "";
    },
    showProblems(problems) {
      for (const { field, input, error } of rows) {
        const problem = problems[field.name];
        error.textContent = problem === undefined ? "" : `${field.name} ${problem}`;
        input.setAttribute("aria-invalid", String(problem !== undefined));
      }
    },
  };
}

function createRow(field: FormField): { field: FormField; element: HTMLElement; input: Input; error: HTMLElement } {
  const { name, place, required, defaultValue } = field;
  const [id, about, wrong] = [`${place}-${name}`, `${place}-${name}-about`, `${place}-${name}-error`];
  const input = createInput(field, { id, "aria-describedby": `${about} ${wrong}`, "aria-required": String(required) });
  const hint = make("span", { id: about, class: "about" });
  if (defaultValue !== undefined) hint.append("Default: ", make("code", {}, defaultValue));
  const error = make("span", { id: wrong, class: "error" });
  const label = make("label", { for: id }, make("code", {}, name));
  const kind = make("span", { class: "kind" }, `${place}${required ? ", required" : ""}`);
  return { field, input, error, element: make("p", { class: "field" }, label, " ", kind, input, error, hint) };
}

function createInput({ kind, options, placeholder }: FormField, attributes: Record<string, string>): Input {
  if (kind === "choice") {
    return make("select", attributes, ...["", ...options].map((value) => make("option", { value }, value || "(none)")));
  }
  const typed = { ...attributes, autocomplete: "off", spellcheck: "false" };
  if (kind === "json") return make("textarea", { ...typed, rows: "4" });
  const mode = kind === "number" ? "numeric" : "text";
  return make("input", { ...typed, type: "text", inputmode: mode, ...(placeholder && { class: "secret" }) });
}
