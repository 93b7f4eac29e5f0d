/** What an element is made with: properties, and attributes that have none. */
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
    button.textContent = (await copied(code, block)) ? "Copied" : "Press Ctrl+C";
    setTimeout(() => {
      button.textContent = "Copy";
    }, 2000);
  });
  return make("div", {}, make("p", { class: "bar" }, make("strong", {}, label), button), block);
}

/** Whether a text went to the clipboard. Where the page may not write there, the text is selected, to be copied by hand. */
async function copied(text: string, shown: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection()?.selectAllChildren(shown);
    return false;
  }
}
