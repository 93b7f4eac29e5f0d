/**
 * Makes each form when it is opened. A browser would otherwise lay out every folded form before it follows a link, to see
 * which of the fields it could fill in.
 */
export function openForms(main: HTMLElement): void {
  for (const template of main.querySelectorAll<HTMLTemplateElement>(".try > template")) {
    template.parentElement?.addEventListener("toggle", () => template.replaceWith(template.content), { once: true });
  }
}
