/**
 * Makes each form when it is opened: a browser looks at every field of a page for what it could fill in, and lays out what is
 * folded around it, before it follows a link.
 */
export function openForms(main: HTMLElement): void {
  for (const template of main.querySelectorAll<HTMLTemplateElement>(".try > template")) {
    template.parentElement?.addEventListener("toggle", () => template.replaceWith(template.content), { once: true });
  }
}
