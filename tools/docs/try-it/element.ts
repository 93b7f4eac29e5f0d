import { operations } from "../../../generated/contract.js";
import { make } from "../page-script/make.js";
import { createForm } from "./form.js";

/** The forms that were shown, by operation. Redoc removes sections from its page: what was typed stays, in memory. */
const forms = new Map<string, HTMLElement>();

/** `<try-it operation="…">`: a form that calls the operation, in a sandbox that lives in the page. */
class TryIt extends HTMLElement {
  connectedCallback(): void {
    const id = this.getAttribute("operation") ?? "";
    const operation = operations[id];
    if (!operation) return;
    const form = forms.get(id) ?? createForm(operation);
    forms.set(id, form);
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    const looks = [...document.querySelectorAll("style.shared")].map(({ textContent }) => textContent ?? "");
    root.replaceChildren(make("style", {}, ...looks), form);
  }
}

customElements.define("try-it", TryIt);
