import type { Operation } from "../../../src/contract-types.js";
import { make } from "../page-script/make.js";
import { choicesOf, type FormField, fieldsOf, kindOf, placeholderOf, type Typed } from "./form-values.js";

/** The inputs of a form. */
export interface Fields {
  element: HTMLElement;
  typed(): Typed;
  fill(typed: Typed): void;
  /** Shows next to each input what is wrong with it. */
  showProblems(problems: Typed): void;
}

/** The input of one field. */
interface Row {
  field: FormField;
  element: HTMLElement;
  input: Input;
  error: HTMLElement;
}

type Input = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Makes the inputs of an operation's form. What may be left out is folded.
 *
 * @param others - Rows that belong to all forms.
 */
export function createFields(operation: Operation, others: readonly Row[]): Fields {
  const rows = fieldsOf(operation).map(createRow);
  const more = [...rows.filter(({ field }) => !field.required), ...others];
  const names = more.map(({ field }) => field.name).join(", ");
  const folded = make("details", {}, make("summary", {}, `More: ${names}`), ...more.map(({ element }) => element));
  const needed = rows.filter(({ field }) => field.required).map(({ element }) => element);
  return {
    element: make("div", {}, ...needed, ...(more.length > 0 ? [folded] : [])),
    typed: () => Object.fromEntries(rows.map(({ field, input }) => [field.id, input.value])),
    fill(typed) {
      for (const { field, input } of rows) input.value = typed[field.id] ?? "";
    },
    showProblems(problems) {
      for (const { field, input, error } of rows) {
        const problem = problems[field.id];
        error.textContent = problem === undefined ? "" : `${field.name} ${problem}`;
        input.setAttribute("aria-invalid", String(problem !== undefined));
      }
    },
  };
}

/** Makes the input of one field, with its label. */
export function createRow(field: FormField): Row {
  const { name, place, required, schema } = field;
  // The forms of all operations are in one page.
  const id = `${field.id}-${count++}`;
  const [about, wrong] = [`${id}-about`, `${id}-error`];
  const input = createInput(field, { id, "aria-describedby": `${about} ${wrong}`, "aria-required": String(required) });
  const hint = make("span", { id: about, class: "about" });
  if (schema.default !== undefined) hint.append("Default: ", make("code", {}, String(schema.default)));
  const error = make("span", { id: wrong, class: "error" });
  const label = make("label", { for: id }, make("code", {}, name));
  const kind = make("span", { class: "about" }, place[0] ?? "");
  const mark = required ? [" ", make("strong", { class: "required" }, "required")] : [];
  return { field, input, error, element: make("p", { class: "field" }, label, " ", kind, ...mark, input, error, hint) };
}

let count = 0;

function createInput(field: FormField, attributes: Record<string, string>): Input {
  const choices = choicesOf(field.schema);
  if (choices.length > 0) {
    const options = choices.map(String).map((value) => make("option", { value }, value));
    return make("select", attributes, make("option", { value: "" }, "(none)"), ...options);
  }
  const typed = { ...attributes, autocomplete: "off", spellcheck: "false" };
  const kind = kindOf(field.schema);
  if (kind === "json") return make("textarea", { ...typed, rows: "4" });
  const mode = kind === "number" ? "numeric" : "text";
  const isSecret = placeholderOf(field) !== undefined;
  return make("input", { ...typed, type: "text", inputmode: mode, ...(isSecret && { class: "secret" }) });
}
