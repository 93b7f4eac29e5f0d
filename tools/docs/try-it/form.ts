import type { Call } from "../calls.js";
import { highlighted } from "../highlight.js";
import { make } from "../page-script/make.js";
import { exampleInput, type Input, requestOf, samplesOf } from "../request-samples.js";
import { createAnswer } from "./answer-panel.js";
import { createFields, createRow, textInput } from "./form-inputs.js";
import { problemsOf, sandbox } from "./sandbox-in-page.js";

/** The token that all forms send. It is never stored. */
let token = "<ACCESS_TOKEN>";

/**
 * Makes the form of an operation, filled in with the example that its samples show.
 *
 * @param section - The chapter of the operation, which has the samples and gets the answer.
 */
export function createForm(call: Call, section: Element): HTMLElement {
  const { id, tokenHeader, bodies = [] } = call;
  const fields = createFields(call, tokenHeader === undefined ? [] : [createTokenRow(tokenHeader)]);
  const tabs = [...section.querySelectorAll<HTMLInputElement>('.request [name$="/body"]')];
  const select = make("select", {}, ...bodies.map(({ name }, index) => make("option", { value: String(index) }, name)));
  const choice = bodies.length > 1 ? [createRow("Fill in an example", "", false, select).element] : [];
  const buttons = [make("button", {}, "Send"), " ", make("button", { type: "reset" }, "Reset the sandbox")];
  const about = "Calls a sandbox in this page: nothing leaves it, and nothing is stored.";
  const form = make(
    "form",
    { novalidate: "", "aria-label": `Try ${id}` },
    ...choice,
    fields.element,
    make("p", { class: "buttons" }, ...buttons),
    make("p", { class: "about" }, about),
  );

  const answer = createAnswer((panel) => {
    const aside = matchMedia("(min-width: 75rem)").matches ? section.querySelector(".aside") : null;
    if (aside) aside.prepend(panel);
    else form.append(panel);
    aside?.scrollTo(0, 0);
  });
  const request = () => requestOf(call, fields.read(), token);
  const check = async () => {
    const typed = JSON.stringify(fields.read());
    // Whatever the token is: a request without one is sent, to see how it is refused.
    const problems = await problemsOf(requestOf(call, fields.read()));
    if (typed === JSON.stringify(fields.read())) fields.showProblems(problems);
  };
  const fill = (example: string) => {
    select.value = example;
    for (const tab of tabs) tab.checked = tab.value === example;
    fields.fill(exampleInput(call, Number(example)));
  };
  const showTyped = () => {
    check();
    showSamples(section, call, fields.read(), Number(select.value));
    answer.compare(request());
  };

  fill(tabs.find(({ checked }) => checked)?.value ?? "0");
  select.addEventListener("input", () => fill(select.value));
  for (const tab of tabs) {
    tab.addEventListener("change", () => {
      fill(tab.value);
      showTyped();
    });
  }
  form.addEventListener("input", showTyped);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    check();
    await answer.show(request());
  });
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    sandbox.reset();
    document.dispatchEvent(new Event("sandbox-reset"));
  });
  return form;
}

/** Its value is the same in all forms, by its event in the one that was typed in. */
function createTokenRow(name: string) {
  const input = textInput({ class: "secret", value: token });
  input.addEventListener("input", () => {
    token = input.value;
    for (const other of document.querySelectorAll<HTMLInputElement>("input.secret")) other.value = token;
  });
  const about = "Any token works here; without one, see a 401. The samples show a placeholder.";
  return { name, ...createRow(make("code", {}, name), "header", false, input, [about]) };
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
