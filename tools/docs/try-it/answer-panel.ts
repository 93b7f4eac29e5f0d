import { highlighted } from "../highlight.js";
import { copyButton, folded, Html, html } from "../html.js";
import type { SentRequest } from "../request-samples.js";
import { linesOf, REASONS, readable, sandbox, sendToSandbox } from "./sandbox-in-page.js";
import { subscriptionTable } from "./subscription-table.js";

/** Where the answer to a request is shown. */
export interface AnswerPanel {
  /** Sends a request, and shows the answer. */
  send(request: SentRequest): Promise<void>;
  /** Dims the answer if it is to another request than this one, and says so. */
  compare(request: SentRequest): void;
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
  panel.innerHTML = String(html`<div class="head"><p role="status"></p>${copyButton("the answer")}</div><div></div>`);
  const [status, answer] = [panel.querySelector("p"), panel.lastElementChild];
  let [sent, about] = ["", ""];
  const show = (title: string, kind: "success" | "failure", said: string, content?: Html) => {
    place(panel);
    panel.className = "panel answer";
    about = said;
    if (!status || !answer) return;
    status.innerHTML = String(html`<b class="${kind}">${title}</b> <span>${said}</span>`);
    answer.innerHTML = String(html`${content}`);
    panel.append(subscriptionTable());
    (panel.closest(".aside") ? status : panel).scrollIntoView({ block: "nearest" });
  };
  return {
    async send(request) {
      sent = JSON.stringify(request);
      const start = performance.now();
      try {
        const response = await sendToSandbox(request);
        const content = renderAnswer(response, readable(await response.text()));
        const time = Math.max(1, Math.round(performance.now() - start));
        const title = `${response.status} ${REASONS[response.status] ?? ""}`;
        const kind = response.ok ? "success" : "failure";
        show(title, kind, `${time} ms, from the sandbox in this page`, content);
      } catch (error) {
        // A header may hold no other characters than those of Latin-1.
        show("Not sent", "failure", error instanceof Error ? error.message : String(error));
      }
    },
    compare(request) {
      const isStale = sent !== "" && JSON.stringify(request) !== sent;
      const said = status?.querySelector("span");
      // What changes is said: not with every letter.
      if (!said || isStale === panel.classList.contains("stale")) return;
      panel.classList.toggle("stale");
      said.textContent = isStale ? "This answers an earlier request." : about;
    },
    reset() {
      sandbox.reset();
      sent = "";
      for (const other of document.querySelectorAll(".answer")) other.remove();
      show("Reset", "success", "The sandbox is as it began.");
    },
  };
}

function renderAnswer({ headers }: Response, body: string): Html {
  const note = headers.get("sandbox-note");
  const said = note !== null && html`<p class="note"><b>The sandbox says:</b> ${note}</p>`;
  const code = html`<pre><code>${new Html(highlighted(body, "json"))}</code></pre>`;
  return html`${said}${code}${folded("Headers", linesOf(Object.fromEntries(headers)))}`;
}
