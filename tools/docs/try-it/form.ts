import type { Call } from "../calls.js";
import { highlighted } from "../highlight.js";
import { exampleInput, type Input, requestOf, samplesOf } from "../request-samples.js";
import { createAnswer } from "./answer-panel.js";
import { type Problem, problemsOf } from "./sandbox-in-page.js";

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Makes a form send its operation.
 *
 * @param section - The section of the operation, which has the samples and gets the answer.
 */
export function startForm(form: HTMLFormElement, call: Call, section: Element): void {
  const fields = new Map([...form.querySelectorAll<Field>("[name]")].map((field) => [field.name, field]));
  const tabs = [...section.querySelectorAll<HTMLInputElement>('.request [name$="/body"]')];
  const [example, token, body] = [fields.get("example"), fields.get("token"), fields.get("body")];
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
  const check = async () => {
    const typed = read();
    // Whatever the token is: a request without one is sent, to see how it is refused.
    const problems = await problemsOf(requestOf(call, typed));
    if (JSON.stringify(typed) === JSON.stringify(read())) for (const field of fields.values()) say(field, problems);
  };
  const follow = () => {
    check();
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
  const share = () => {
    for (const other of document.querySelectorAll<HTMLInputElement>(".secret")) {
      other.value = token?.value ?? other.defaultValue;
    }
    document.dispatchEvent(new Event("token-shared"));
  };
  token?.addEventListener("input", share);
  document.addEventListener("token-shared", follow);
  form.addEventListener("input", follow);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    check();
    await answer.send(request());
  });
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    if (token instanceof HTMLInputElement) token.value = token.defaultValue;
    share();
    answer.reset();
  });
}

/** Says at a field what is wrong with it. What does not change is not said again. */
function say(field: Field, problems: readonly Problem[]): void {
  const isMissing = field.ariaRequired === "true" && field.value === "";
  const own = problems.filter(
    ({ location: [place, name] }) => field.name === (place === "body" ? place : `${place}.${name}`),
  );
  const text = isMissing
    ? `${field.labels?.[0]?.textContent} is required`
    : own.map(({ message }) => message).join("\n");
  const error = field.parentElement?.querySelector(".error");
  if (error && error.textContent !== text) error.textContent = text;
  const folded = field.closest("details");
  if (folded && text) folded.open = true;
  field.ariaInvalid = String(text !== "");
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
