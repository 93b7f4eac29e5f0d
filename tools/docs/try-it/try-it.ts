// The script of the reference: each form is made when it is opened for the first time.
import { operations } from "../../../generated/contract.js";
import { createForm } from "./form.js";

for (const details of document.querySelectorAll<HTMLDetailsElement>("details.try")) {
  const operation = operations[details.dataset["operation"] ?? ""];
  const section = details.closest("section");
  if (operation && section) {
    details.addEventListener("toggle", () => details.append(createForm(operation, section)), { once: true });
  }
}
