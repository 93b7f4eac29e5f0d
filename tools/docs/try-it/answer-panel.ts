import { highlighted } from "../highlight.js";
import { copyButton, Html, html } from "../html.js";
import type { SentRequest } from "../request-samples.js";
import { linesOf, REASONS, readable, recordedDeliveries, sandbox, sendToSandbox } from "./sandbox-in-page.js";

/** Where the answer to a request is shown. */
export interface AnswerPanel {
  /** Sends a request, and shows the answer. */
  send(request: SentRequest): Promise<void>;
  /** Resets the sandbox, and says so in place of all answers. */
  reset(): void;
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
  const show = (title: string, kind: "success" | "failure", said: string, content?: Html) => {
    place(panel);
    if (!status || !answer) return;
    status.innerHTML = String(html`<b class="${kind}">${title}</b> <span>${said}</span>`);
    answer.innerHTML = String(html`${content}`);
    // There is one table of subscriptions. It is with the latest answer.
    panel.append(held);
    held.innerHTML = String(renderHeld());
    (panel.closest(".aside") ? status : panel).scrollIntoView({ block: "nearest" });
  };
  return {
    async send(request) {
      const start = performance.now();
      try {
        const response = await sendToSandbox(request);
        const content = renderAnswer(response, readable(await response.text()));
        const time = Math.max(1, Math.round(performance.now() - start));
        const kind = response.ok ? "success" : "failure";
        show(
          `${response.status} ${REASONS[response.status] ?? ""}`,
          kind,
          `${time} ms, from the sandbox in this page`,
          content,
        );
      } catch (error) {
        // A header may hold no other characters than those of Latin-1.
        show("Not sent", "failure", error instanceof Error ? error.message : String(error));
      }
    },
    reset() {
      sandbox.reset();
      seen = subscriptions();
      for (const other of document.querySelectorAll(".answer")) other.remove();
      show("Reset", "success", "The sandbox and the token are as they began.");
    },
  };
}

function renderAnswer({ headers }: Response, body: string): Html {
  const note = headers.get("sandbox-note");
  const said = note !== null && html`<p class="note"><b>The sandbox says:</b> ${note}</p>`;
  const code = html`<pre class="given"><code>${new Html(highlighted(body, "json"))}</code></pre>`;
  return html`${said}${code}${folded("Headers", linesOf(Object.fromEntries(headers)))}`;
}

function folded(title: string, text: string): Html {
  return html`<details><summary>${title}</summary><pre><code>${text}</code></pre></details>`;
}

/** The fields of a subscription that fit into a table. */
const SHOWN = ["topic", "address", "format"];

/** What the sandbox holds. */
const held = document.createElement("div");
/** The subscriptions that the reader has seen, by id. */
let seen = subscriptions();

function subscriptions(): Map<number, Readonly<Record<string, unknown>>> {
  return new Map(sandbox.webhooks.map((webhook) => [webhook.id, { ...webhook }]));
}

/** What the sandbox holds, and what a call has created, changed or deleted. */
function renderHeld(): Html {
  const before = seen;
  seen = subscriptions();
  const rows = [...seen].map(([id, webhook]) => {
    const cells = SHOWN.map((name) => html`<td data-title="${name}">${String(webhook[name])}</td>`);
    return html`<tr><th scope="row">${id}${!before.has(id) && html` <mark>new</mark>`}</th>${cells}</tr>`;
  });
  const head = ["id", ...SHOWN].map((name) => html`<th scope="col">${name}</th>`);
  const marks = [...before].map(([id, old]) => {
    const webhook = seen.get(id);
    const changed = Object.keys(webhook ?? {}).filter((name) => webhook?.[name] !== old[name]);
    const mark = webhook ? changed.length > 0 && `changed: ${changed.join(", ")}` : "deleted";
    return mark && html` <mark>${id} ${mark}</mark>`;
  });
  const deliveries = recordedDeliveries();
  const title = `Deliveries, recorded and not sent: ${deliveries.length}`;
  return html`<table class="held"><caption>Subscriptions in the sandbox: ${rows.length}${marks}</caption>
<thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table>${deliveries.length > 0 && folded(title, deliveries.join("\n\n"))}`;
}
