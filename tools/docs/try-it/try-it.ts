// The script of the reference: it sends what the forms and the opening have to the sandbox of the page.
import type { Call } from "../call-data.js";
import { firstInput, requestOf } from "../request-samples.js";
import { createAnswer } from "./answer-panel.js";
import { startForm } from "./form-in-page.js";

/** How each operation is called, by its id. */
const calls: Readonly<Record<string, Call>> = JSON.parse(document.querySelector("#calls")?.textContent ?? "{}");

for (const details of document.querySelectorAll<HTMLDetailsElement>(".try")) {
  const [form, section] = [details.querySelector("form"), details.closest("section")];
  const call = calls[details.dataset["operation"] ?? ""];
  if (call && form && section) details.addEventListener("toggle", () => startForm(form, call, section), { once: true });
}

for (const button of document.querySelectorAll<HTMLButtonElement>("[data-send]")) {
  const call = calls[button.dataset["send"] ?? ""];
  if (!call) continue;
  const answer = createAnswer((panel) => button.closest(".panel")?.after(panel));
  button.addEventListener("click", () => answer.send(requestOf(call, firstInput(call))));
}
