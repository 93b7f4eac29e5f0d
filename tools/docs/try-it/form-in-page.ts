import type { Call } from "../call-data.js";
import { highlighted } from "../highlight.js";
import { exampleInput, type Input, requestOf, samplesOf } from "../request-samples.js";
import { createAnswer } from "./answer-panel.js";

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

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
  const answer = createAnswer((panel) => {
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
    showSamples(section, call, read(), Number(example?.value ?? 0));
    answer.compare(request());
  };

  example?.addEventListener("input", () => fill(example.value));
  for (const tab of tabs) {
    tab.addEventListener("change", () => {
      fill(tab.value);
      follow();
    });
  }
  // One token for all forms. It is never stored.
  token?.addEventListener("input", () => {
    for (const other of document.querySelectorAll<HTMLInputElement>(".secret")) other.value = token.value;
  });
  form.addEventListener("input", follow);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await answer.send(request());
  });
  form.addEventListener("reset", (event) => {
    // What is typed stays.
    event.preventDefault();
    answer.reset();
  });
}

/** Shows the typed values in the samples of an example. A body that is no JSON, they cannot show. */
function showSamples(section: Element, call: Call, input: Input, example: number): void {
  try {
    for (const { name, language, code } of samplesOf(call, input)) {
      const shown = section.querySelectorAll(`.request .${name.toLowerCase()} code`)[example];
      if (shown) shown.innerHTML = highlighted(code, language);
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
}
