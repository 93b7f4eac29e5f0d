import type { Call } from "../calls.js";
import { make } from "../page-script/make.js";
import type { Input } from "../request-samples.js";
import type { Problem } from "./sandbox-in-page.js";

/** The inputs of a form. */
export interface Fields {
  element: HTMLElement;
  /** What is typed. */
  read(): Input;
  fill(input: Input): void;
  /** Shows at each input what is wrong with it. */
  showProblems(problems: readonly Problem[]): void;
}

/** The input of one parameter, or of the body. */
export interface Row {
  element: HTMLElement;
  input: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
  error: HTMLElement;
}

/**
 * Makes the inputs of an operation's form. Parameters that may be left out are folded.
 *
 * @param others - Rows that belong to all forms.
 */
export function createFields({ parameters, bodies }: Call, others: readonly (Row & { name: string })[]): Fields {
  const rows = parameters.map((parameter) => {
    const { name, in: place, required, choices, default: standard } = parameter;
    const input =
      choices.length === 0
        ? textInput()
        : make("select", {}, ...["", ...choices].map((value) => make("option", { value }, value || "(none)")));
    const about = standard === "" ? [] : ["Default: ", make("code", {}, standard)];
    return { ...createRow(make("code", {}, name), place, required, input, about), name, place, required };
  });
  const text = make("textarea", { rows: "2", autocomplete: "off", spellcheck: "false" });
  const body = bodies && createRow("Body", "JSON", false, text);
  const more = [...rows.filter(({ required }) => !required), ...others];
  const folded = make("details", {}, make("summary", {}, `More: ${more.map(({ name }) => name).join(", ")}`));
  folded.append(...more.map(({ element }) => element));
  const needed = [...rows.filter(({ required }) => required), ...(body ? [body] : [])];
  return {
    element: make("div", {}, ...needed.map(({ element }) => element), ...(more.length > 0 ? [folded] : [])),
    read: () => ({
      values: Object.fromEntries(rows.map(({ name, input }) => [name, input.value])),
      body: body ? text.value.trim() : "",
    }),
    fill(filled) {
      for (const { name, required, input } of rows) input.value = required ? (filled.values[name] ?? "") : "";
      text.value = filled.body;
      text.rows = Math.max(2, filled.body.split("\n").length);
    },
    showProblems(problems) {
      for (const row of rows) {
        const isMissing = row.required && row.input.value === "";
        const own = problems.filter(({ location }) => location[0] === row.place && location[1] === row.name);
        say(row, isMissing ? [{ message: `${row.name} is required` }] : own);
      }
      const own = problems.filter(({ location }) => location[0] === "body");
      if (body) say(body, own);
    },
  };
}

/** What does not change is not said again. */
function say({ input, error }: Row, problems: readonly Pick<Problem, "message">[]): void {
  const text = problems.map(({ message }) => message).join("\n");
  if (error.textContent !== text) error.textContent = text;
  input.setAttribute("aria-invalid", String(text !== ""));
}

/**
 * Makes the row of an input.
 *
 * @param kind - What is typed, or where it is sent.
 * @param about - What helps to fill it in.
 */
export function createRow(
  name: string | Node,
  kind: string,
  required: boolean,
  input: Row["input"],
  about: readonly (string | Node)[] = [],
): Row {
  // The forms of all operations are in one page.
  const id = `input-${count++}`;
  const hint = make("span", { id: `${id}-about`, class: "about" }, ...about);
  const error = make("span", { id: `${id}-error`, class: "error", role: "status" });
  const described = { id, "aria-describedby": `${hint.id} ${error.id}`, "aria-required": String(required) };
  for (const [attribute, value] of Object.entries(described)) input.setAttribute(attribute, value);
  const label = make("label", { for: id }, name);
  const mark = required ? [" ", make("strong", { class: "required" }, "required")] : [];
  const head = [label, " ", make("span", { class: "about" }, kind), ...mark];
  return { input, error, element: make("div", { class: "field" }, ...head, input, error, hint) };
}

let count = 0;

/** An input of one line, which the browser neither corrects nor remembers. */
export function textInput(attributes: Readonly<Record<string, string>> = {}): HTMLInputElement {
  return make("input", { type: "text", autocomplete: "off", spellcheck: "false", ...attributes });
}
