/** Attributes of an element. */
type Attributes = Readonly<Record<string, string | boolean>>;

/** Makes an element. An attribute that is `false` is left out. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

/** Code under its name, with a button that copies it. */
export function copyable(label: string, code: string): HTMLElement {
  const button = make("button", { type: "button", class: "copy", "aria-label": `Copy ${label}` }, "Copy");
  const block = make("pre", { tabindex: "0", "aria-label": label, role: "group" }, make("code", {}, code));
  button.addEventListener("click", async () => {
    button.textContent = (await copy(code, block)) ? "Copied" : "Press Ctrl+C";
    setTimeout(() => {
      button.textContent = "Copy";
    }, 2000);
  });
  return make("div", {}, make("p", { class: "bar" }, make("strong", {}, label), button), block);
}

/** Copies a text, and returns whether it could. Where the page may not use the clipboard, selects the text instead. */
async function copy(text: string, shown: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection()?.selectAllChildren(shown);
    return false;
  }
}
