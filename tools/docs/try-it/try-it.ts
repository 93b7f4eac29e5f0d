// The script of the reference: each form is made when it is opened for the first time.
import type { Call } from "../calls.js";
import { firstInput, requestOf } from "../request-samples.js";
import { createAnswer } from "./answer-panel.js";
import { createForm } from "./form.js";

/** How each operation is called. Read from the contract when the page is built, and inserted here by the bundler. */
declare const CALLS: Readonly<Record<string, Call>>;

for (const details of document.querySelectorAll<HTMLDetailsElement>("details.try")) {
  const call = CALLS[details.dataset["operation"] ?? ""];
  const section = details.closest("section");
  if (call && section) {
    details.addEventListener("toggle", () => details.append(createForm(call, section)), { once: true });
  }
}

for (const button of document.querySelectorAll<HTMLButtonElement>("[data-send]")) {
  const call = CALLS[button.dataset["send"] ?? ""];
  const panel = button.closest(".panel");
  if (!call || !panel) continue;
  const request = requestOf(call, firstInput(call));
  const answer = createAnswer((shown) => panel.after(shown));
  button.addEventListener("click", () => answer.show(request));
  button.hidden = false;
}
