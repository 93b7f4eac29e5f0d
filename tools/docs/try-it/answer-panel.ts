import { highlighted } from "../highlight.js";
import { addCopyButton } from "../page-script/copy.js";
import { make } from "../page-script/make.js";
import type { SentRequest } from "../request-samples.js";
import { type Outcome, recordedDeliveries, sandbox, send } from "./sandbox-in-page.js";

/** Where the answer to a request is shown. */
export interface AnswerPanel {
  /** Sends a request, and shows the answer. */
  show(request: SentRequest): Promise<void>;
  /** Dims the answer if it is to another request than this one, and says so. */
  compare(request: SentRequest): void;
}

/**
 * Makes the panel for answers.
 *
 * @param place - Puts the panel into the page.
 */
export function createAnswer(place: (panel: HTMLElement) => void): AnswerPanel {
  const [status, about] = [make("b"), make("span")];
  const said = make("p", { role: "status" }, status, " ", about);
  const answer = make("div", { class: "given" });
  const panel = make("div", { class: "panel answer" }, make("div", { class: "head" }, said), answer);
  addCopyButton(panel, "the answer");
  document.addEventListener("sandbox-reset", () => panel.remove());
  let sent = "";
  let told = "";
  return {
    async show(request) {
      const outcome = await send(request);
      place(panel);
      sent = JSON.stringify(request);
      told = outcome.about;
      panel.classList.remove("stale");
      status.textContent = outcome.status;
      status.className = outcome.isSuccess ? "success" : "failure";
      about.textContent = told;
      answer.replaceChildren(...answerParts(outcome));
      // There is one table of subscriptions. It is with the latest answer.
      panel.append(showHeld());
      (panel.closest(".aside") ? said : panel).scrollIntoView({ block: "nearest" });
    },
    compare(request) {
      const isStale = JSON.stringify(request) !== sent;
      // What changes is said: not with every letter.
      if (isStale === panel.classList.contains("stale")) return;
      panel.classList.toggle("stale");
      about.textContent = isStale ? "This answers an earlier request." : told;
    },
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
    folded("Headers", headers),
  ];
}

function folded(title: string, text: string): HTMLElement {
  return make("details", {}, make("summary", {}, title), make("pre", {}, make("code", {}, text)));
}

/** What the sandbox holds. */
const held = make("div", { class: "held" });
/** The subscriptions that the reader has seen, each as text, by id. */
let seen = subscriptions();

function subscriptions(): Map<number, string> {
  return new Map(sandbox.webhooks.map((webhook) => [webhook.id, JSON.stringify(webhook)]));
}

document.addEventListener("sandbox-reset", () => {
  seen = subscriptions();
});

/** Shows what the sandbox holds. What a call has created or changed is marked. */
function showHeld(): HTMLElement {
  const before = seen;
  seen = subscriptions();
  const rows = sandbox.webhooks.map(({ id, topic, address, format }) => {
    const mark = before.get(id) === seen.get(id) ? [] : [" ", make("mark", {}, before.has(id) ? "changed" : "new")];
    const cells = Object.entries({ topic, address, format }).map(([name, text]) =>
      make("td", { "data-title": name }, text),
    );
    return make("tr", {}, make("th", { scope: "row" }, String(id), ...mark), ...cells);
  });
  const names = ["id", "topic", "address", "format"].map((name) => make("th", { scope: "col" }, name));
  const caption = make("caption", {}, `Subscriptions in the sandbox: ${rows.length}`);
  const table = make("table", {}, caption, make("thead", {}, make("tr", {}, ...names)), make("tbody", {}, ...rows));
  const deliveries = recordedDeliveries();
  const title = `Deliveries, recorded and not sent: ${deliveries.length}`;
  held.replaceChildren(table, ...(deliveries.length > 0 ? [folded(title, deliveries.join("\n\n"))] : []));
  return held;
}
