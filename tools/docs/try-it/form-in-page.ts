import type { Call } from "../call-data.js";
import { highlighted } from "../highlight.js";
import { exampleInput, type Input, requestOf, samplesOf } from "../request-samples.js";
import { createAnswer } from "./answer-panel.js";
import type { Fault } from "./refusal.js";

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** A press of Send within this time of the one before, in ms, belongs to it: three quick clicks create one subscription. */
const ONE_PRESS = 500;

/**
 * Makes a form send its operation.
 *
 * @param section - The section of the operation, which has the samples and gets the answer.
 */
export function startForm(form: HTMLFormElement, call: Call, section: Element): void {
  const fields = new Map([...form.querySelectorAll<Field>("[name]")].map((field) => [field.name, field]));
  const tabs = [...section.querySelectorAll<HTMLInputElement>('.request [name$="/body"]')];
  const [example, body] = [fields.get("example"), fields.get("body")];
  const token = form.querySelector<HTMLInputElement>(".secret");
  const note = section.querySelector(".request [role=status]");
  const answer = createAnswer(call, (panel) => {
    const aside = matchMedia("(min-width: 75rem)").matches ? section.querySelector(".aside") : null;
    if (aside) aside.prepend(panel);
    else form.append(panel);
    aside?.scrollTo(0, 0);
  });

  const read = (): Input => {
    const values = call.parameters.map(({ name, in: place }) => [name, fields.get(`${place}.${name}`)?.value ?? ""]);
    return { values: Object.fromEntries(values), body: body?.value.trim() ?? "" };
  };
  const request = () => requestOf(call, read(), token?.value);
  const fill = (index: string) => {
    if (example) example.value = index;
    for (const tab of tabs) tab.checked = tab.value === index;
    if (body) body.value = exampleInput(call, Number(index)).body;
  };
  const follow = () => {
    const chosen = Number(example?.value ?? 0);
    const input = read();
    const fault = showSamples(section, call, input, chosen);
    const isExample = input.body === exampleInput(call, chosen).body;
    const shown = isExample ? "" : "This shows the body of the form.";
    if (note) note.textContent = fault ? "The body is not JSON yet: this shows the last one that was." : shown;
    answer.compare(request());
  };
  /** Says next to each field what is wrong with it. What is wrong elsewhere, the answer says. */
  const mark = (faults: readonly Fault[]) => {
    for (const [name, field] of fields) {
      const own = faults.filter(({ location: [place, key] }) => name === place || name === `${place}.${key}`);
      field.ariaInvalid = own.length > 0 ? "true" : null;
      const said = document.getElementById(`${field.id}/fault`);
      if (said) said.textContent = own.map(({ message }) => message).join("; ");
    }
  };

  example?.addEventListener("input", () => fill(example.value));
  for (const tab of tabs) {
    tab.addEventListener("change", () => {
      fill(tab.value);
      follow();
    });
  }
  // One token for all forms. It is never stored.
  const otherTokens = () =>
    [...document.querySelectorAll<HTMLInputElement>(".secret")].filter((other) => other !== token);
  const [typed] = otherTokens();
  if (token && typed) token.value = typed.value;
  token?.addEventListener("input", () => {
    for (const other of otherTokens()) other.value = token.value;
  });
  let pressed = Number.NEGATIVE_INFINITY;
  form.addEventListener("input", () => {
    pressed = Number.NEGATIVE_INFINITY;
    mark([]);
    follow();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const isSamePress = event.timeStamp - pressed < ONE_PRESS;
    pressed = event.timeStamp;
    if (isSamePress) return;
    mark(await answer.send(request()));
  });
  form.addEventListener("reset", (event) => {
    // What is typed stays.
    event.preventDefault();
    answer.reset();
  });
}

/** Shows the typed values in the samples of an example. @returns what is wrong with a body that they cannot show. */
function showSamples(section: Element, call: Call, input: Input, example: number): string {
  try {
    for (const { name, language, code } of samplesOf(call, input)) {
      const shown = section.querySelectorAll(`.request .${name.toLowerCase()} code`)[example];
      if (shown) shown.innerHTML = highlighted(code, language);
    }
    return "";
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return error.message;
  }
}
