import { highlighted } from "../highlight.js";
import type { SentRequest } from "../request-samples.js";
import { copyButton, Html, html } from "../template.js";
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
  const panel = document.createElement("div");
  panel.className = "panel answer";
  panel.innerHTML = String(html`<div class="head"><p role="status"></p>${copyButton("the answer")}</div><div></div>`);
  const [status, answer] = [panel.querySelector("p"), panel.lastElementChild];
  document.addEventListener("sandbox-reset", () => panel.remove());
  let [sent, about] = ["", ""];
  return {
    async show(request) {
      const outcome = await send(request);
      place(panel);
      [sent, about] = [JSON.stringify(request), outcome.about];
      panel.classList.remove("stale");
      if (!status || !answer) return;
      const kind = outcome.isSuccess ? "success" : "failure";
      status.innerHTML = String(html`<b class="${kind}">${outcome.status}</b> <span>${about}</span>`);
      answer.innerHTML = String(renderAnswer(outcome));
      // There is one table of subscriptions. It is with the latest answer.
      panel.append(held);
      held.innerHTML = String(renderHeld());
      (panel.closest(".aside") ? status : panel).scrollIntoView({ block: "nearest" });
    },
    compare(request) {
      const isStale = JSON.stringify(request) !== sent;
      const said = status?.querySelector("span");
      // What changes is said: not with every letter.
      if (!said || isStale === panel.classList.contains("stale")) return;
      panel.classList.toggle("stale");
      said.textContent = isStale ? "This answers an earlier request." : about;
    },
  };
}

function renderAnswer({ answer }: Outcome): Html | undefined {
  if (!answer) return undefined;
  const { body, headers, note } = answer;
  const said = note !== null && html`<p class="note"><b>The sandbox says:</b> ${note}</p>`;
  return html`${said}<pre class="given"><code>${new Html(highlighted(body, "json"))}</code></pre>${folded("Headers", headers)}`;
}

function folded(title: string, text: string): Html {
  return html`<details><summary>${title}</summary><pre><code>${text}</code></pre></details>`;
}

/** What the sandbox holds. */
const held = document.createElement("div");
/** The subscriptions that the reader has seen, each as text, by id. */
let seen = subscriptions();

function subscriptions(): Map<number, string> {
  return new Map(sandbox.webhooks.map((webhook) => [webhook.id, JSON.stringify(webhook)]));
}

document.addEventListener("sandbox-reset", () => {
  seen = subscriptions();
});

/** What the sandbox holds. What a call has created or changed is marked. */
function renderHeld(): Html {
  const before = seen;
  seen = subscriptions();
  const rows = sandbox.webhooks.map(({ id, topic, address, format }) => {
    const isSame = before.get(id) === seen.get(id);
    const mark = !isSame && html` <mark>${before.has(id) ? "changed" : "new"}</mark>`;
    const cells = Object.entries({ topic, address, format }).map(([name, text]) => {
      return html`<td data-title="${name}">${text}</td>`;
    });
    return html`<tr><th scope="row">${id}${mark}</th>${cells}</tr>`;
  });
  const head = ["id", "topic", "address", "format"].map((name) => html`<th scope="col">${name}</th>`);
  const deliveries = recordedDeliveries();
  const title = `Deliveries, recorded and not sent: ${deliveries.length}`;
  return html`<table class="held"><caption>Subscriptions in the sandbox: ${rows.length}</caption>
<thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table>${deliveries.length > 0 && folded(title, deliveries.join("\n\n"))}`;
}
