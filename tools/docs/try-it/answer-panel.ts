import { highlighted } from "../highlight.js";
import { addCopyButton } from "../page-script/copy.js";
import { make } from "../page-script/make.js";
import { heldItems, type Outcome, recordedDeliveries } from "./sandbox-in-page.js";

/** Where the answer of a form is shown. */
export interface AnswerPanel {
  show(outcome: Outcome): void;
  /** Shows what the sandbox holds by now, after the call of any form. */
  showHeld(): void;
  hide(): void;
}

/**
 * Makes the panel for the answers of a form: next to the text where there is room, as code-panels.css says, else in the form.
 *
 * @param section - The chapter of the operation.
 */
export function createAnswer(section: Element, form: HTMLElement): AnswerPanel {
  const aside = section.querySelector(".aside");
  const status = make("b");
  const about = make("span");
  // Only the form's own call is said: another one changes what the sandbox holds.
  const head = make("div", { class: "head" }, make("p", { role: "status" }, status, " ", about));
  const [answer, held] = [make("div"), make("div")];
  const panel = make("div", { class: "panel answer" }, head, answer, held);
  addCopyButton(panel, "the answer");
  return {
    show(outcome) {
      const isWide = matchMedia("(min-width: 75rem)").matches;
      if (isWide && aside) aside.prepend(panel);
      else form.append(panel);
      status.textContent = outcome.status;
      status.className = outcome.isSuccess ? "success" : "failure";
      about.textContent = outcome.about;
      answer.replaceChildren(...answerParts(outcome));
      aside?.scrollTo(0, 0);
      panel.scrollIntoView({ block: "nearest" });
    },
    showHeld: () => held.replaceChildren(...heldParts(held)),
    hide: () => panel.remove(),
  };
}

function answerParts({ answer }: Outcome): Node[] {
  if (!answer) return [];
  const { body, headers, note } = answer;
  const code = make("code");
  code.innerHTML = highlighted(body, "json");
  return [
    ...(note === null ? [] : [make("p", { class: "note" }, make("b", {}, "The sandbox says: "), note)]),
    make("pre", {}, code),
    folded("Headers", make("pre", {}, make("code", {}, headers))),
  ];
}

/** What the sandbox holds. A part that was open stays open. */
function heldParts(before: Element): Node[] {
  const isOpen = [...before.querySelectorAll("details")].map(({ open }) => open);
  const deliveries = recordedDeliveries();
  const parts = [
    ...heldItems().map(({ name, items }) => folded(`The sandbox holds ${name}: ${items.length}`, tableOf(items))),
    ...(deliveries.length === 0
      ? []
      : [folded(`Deliveries, recorded and not sent: ${deliveries.length}`, make("pre", {}, deliveries.join("\n\n")))]),
  ];
  for (const [index, part] of parts.entries()) part.open = isOpen[index] ?? false;
  return parts;
}

function folded(title: string, content: Node): HTMLDetailsElement {
  return make("details", {}, make("summary", {}, title), content);
}

/** A text that is shorter stays on one line of a table. */
const SHORT = 17;

function tableOf(items: readonly object[]): HTMLElement {
  const names = Object.keys(items[0] ?? {});
  const head = make("tr", {}, ...names.map((name) => make("th", {}, name)));
  const rows = items.map((item) => {
    const cells = names.map((name) => {
      const text = String(Reflect.get(item, name));
      return make("td", { "data-title": name, class: text.length < SHORT ? "short" : "" }, text);
    });
    return make("tr", {}, ...cells);
  });
  return make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows));
}
