import { accessToken } from "../../../generated/contract.js";
import { curlSample, typescriptSample } from "../samples.js";
import { inputOf, problemsOf, unsendableIn, type Values } from "./check.js";
import { copyable, make } from "./dom.js";
import { announceChange, forgetOutcomes, onChange, shared, stateOf } from "./drafts.js";
import type { Form } from "./form.js";
import { createFields } from "./inputs.js";
import { sayOutcome, showAnswer, showSandbox } from "./outcome.js";
import { sandbox, send } from "./send.js";

/** Made from the contract when the page is built, and inserted here by the bundler. */
declare const FORMS: Readonly<Record<string, Form>>;
declare const STYLE: string;

/** `<try-it operation="…">`: a form that calls the operation, in a sandbox that lives in the page. */
export class TryIt extends HTMLElement {
  #stop: (() => void) | undefined;

  connectedCallback(): void {
    const form = FORMS[this.getAttribute("operation") ?? ""];
    if (!form) return;
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    const { element, refresh } = createForm(form);
    root.replaceChildren(make("style", {}, STYLE), element);
    this.#stop = onChange(refresh);
  }

  disconnectedCallback(): void {
    this.#stop?.();
  }
}

function createForm(form: Form): { element: HTMLElement; refresh: () => void } {
  const state = stateOf(form);
  const token = make("input", { id: "token", type: "text", class: "secret", autocomplete: "off", spellcheck: "false" });
  const status = make("p", { class: "status", role: "status" });
  const answer = make("div");
  const held = make("div");
  const samples = make("div", { class: "samples" });
  const fields = createFields(form, (values) => {
    state.values = values;
    check();
  });
  const check = () => {
    fields.showProblems(problemsOf(form, state.values));
    samples.replaceChildren(...showSamples(form, state.values));
  };
  // Only this form's own call is said: another one changes what the sandbox holds.
  const showOutcome = () => {
    status.textContent = state.outcome ? sayOutcome(state.outcome) : "";
    status.classList.toggle("error", state.outcome?.error !== undefined);
    answer.replaceChildren(...(state.outcome ? showAnswer(state.outcome) : []));
  };
  const refresh = () => {
    if (token.value !== shared.token) token.value = shared.token;
    if (!state.outcome) showOutcome();
    held.replaceChildren(...showSandbox());
  };
  const element = make(
    "details",
    { open: state.isOpen },
    make("summary", {}, "Try it"),
    make(
      "form",
      { novalidate: true, "aria-label": `Try ${form.operation}` },
      make("p", {}, "Send calls a sandbox in this page. Nothing leaves the page, and nothing is stored."),
      ...pickExample(form, (values) => {
        state.values = { ...form.parameters, ...values };
        fields.fill(state.values);
        check();
      }),
      fields.element,
      make(
        "p",
        { class: "field" },
        make("label", { for: "token" }, make("code", {}, accessToken.header)),
        " ",
        make("span", { class: "kind" }, "header, required"),
        token,
        make("span", { class: "about" }, "Any token works here. The samples show a placeholder instead."),
      ),
      make(
        "p",
        { class: "actions" },
        make("button", { type: "submit" }, "Send"),
        " ",
        make("button", { type: "reset" }, "Reset the sandbox"),
      ),
    ),
    status,
    answer,
    held,
    make("p", {}, make("strong", {}, "The same call from your own code")),
    samples,
  );
  fields.fill(state.values);
  check();
  showOutcome();
  refresh();
  token.addEventListener("input", () => {
    shared.token = token.value;
    announceChange();
  });
  element.addEventListener("toggle", () => {
    state.isOpen = element.open;
  });
  element.addEventListener("submit", async (event) => {
    event.preventDefault();
    const unsendable = unsendableIn(form, state.values);
    state.outcome = unsendable
      ? { method: "", url: "", error: unsendable }
      : await send(form.operation, inputOf(form, state.values), shared.token);
    showOutcome();
    announceChange();
  });
  element.addEventListener("reset", (event) => {
    event.preventDefault();
    sandbox.reset();
    forgetOutcomes();
  });
  return { element, refresh };
}

function pickExample({ examples }: Form, onPick: (values: Values) => void): Node[] {
  if (examples.length < 2) return [];
  const options = examples.map(({ summary }, index) => make("option", { value: String(index) }, summary));
  const select = make("select", { id: "example" }, ...options);
  select.addEventListener("input", () => onPick(examples[Number(select.value)]?.values ?? {}));
  return [make("p", { class: "field" }, make("label", { for: "example" }, "Fill in an example"), select)];
}

/** Samples with the typed values, without the secrets. */
function showSamples(form: Form, values: Values): Node[] {
  const shown = { ...values };
  for (const { name, placeholder } of form.fields) if (placeholder && shown[name]) shown[name] = placeholder;
  const input = inputOf(form, shown);
  return [
    copyable("curl", curlSample(form.operation, input) ?? ""),
    copyable("TypeScript", typescriptSample(form.operation, input) ?? ""),
  ];
}
