// The script of the reference: it sends what the forms and the opening have to the sandbox of the page.
import type { Call } from "../calls.js";
import { firstInput, requestOf } from "../request-samples.js";
import { createAnswer } from "./answer-panel.js";
import { startForm } from "./form.js";

/** How each operation is called, by its id. */
const calls: Readonly<Record<string, Call>> = JSON.parse(document.querySelector("#calls")?.textContent ?? "{}");

for (const form of document.querySelectorAll<HTMLFormElement>(".try form")) {
  const call = calls[form.closest<HTMLElement>(".try")?.dataset["operation"] ?? ""];
  const section = form.closest("section");
  if (call && section) startForm(form, call, section);
}

for (const button of document.querySelectorAll<HTMLButtonElement>("[data-send]")) {
  const call = calls[button.dataset["send"] ?? ""];
  if (!call) continue;
  const answer = createAnswer((panel) => button.closest(".panel")?.after(panel));
  button.addEventListener("click", () => answer.show(requestOf(call, firstInput(call))));
}
