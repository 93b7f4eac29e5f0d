// The script of the reference: it sends what the forms and the opening have to the sandbox of the page.
import type { Call } from "../call-data.js";
import { firstInput, requestOf } from "../request-samples.js";
import { createAnswer } from "./answer-panel.js";
import { startForm } from "./form-in-page.js";

/** How each operation is called, by its id. The build puts it here. */
declare const CALLS: Readonly<Record<string, Call>>;

for (const details of document.querySelectorAll<HTMLDetailsElement>(".try")) {
  const section = details.closest("section");
  const call = CALLS[details.dataset["operation"] ?? ""];
  if (!call || !section) continue;
  const start = () => {
    const form = details.querySelector("form");
    if (form) startForm(form, call, section);
  };
  const isMade = details.querySelector("form") !== null;
  if (isMade) start();
  // The script of the page makes the form just before, when it hears of the same event.
  else details.addEventListener("toggle", start, { once: true });
}

for (const button of document.querySelectorAll<HTMLButtonElement>("[data-send]")) {
  const call = CALLS[button.dataset["send"] ?? ""];
  if (!call) continue;
  const answer = createAnswer(call, (panel) => button.closest(".panel")?.after(panel));
  button.addEventListener("click", () => answer.send(requestOf(call, firstInput(call))));
}
