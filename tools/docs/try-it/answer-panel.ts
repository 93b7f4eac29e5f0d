import { highlighted } from "../highlight.js";
import { copyButton, folded, Html, html } from "../html.js";
import type { SentRequest } from "../request-samples.js";
import { linesOf, REASONS, readable, sendToSandbox } from "./sandbox-in-page.js";
import { subscriptionTable } from "./subscription-table.js";

/**
 * Makes the panel for answers.
 *
 * @param place - Puts the panel into the page.
 * @returns Sends a request, and shows the answer.
 */
export function createAnswer(place: (panel: HTMLElement) => void): (request: SentRequest) => Promise<void> {
  const panel = document.createElement("div");
  panel.className = "panel answer";
  panel.innerHTML = String(html`<div class="head"><p role="status"></p>${copyButton("the answer")}</div><div></div>`);
  const [status, answer] = [panel.querySelector("p"), panel.lastElementChild];
  const show = (title: string, kind: "success" | "failure", said: string, content?: Html) => {
    place(panel);
    if (!status || !answer) return;
    status.innerHTML = String(html`<b class="${kind}">${title}</b> <span>${said}</span>`);
    answer.innerHTML = String(html`${content}`);
    panel.append(subscriptionTable());
    (panel.closest(".aside") ? status : panel).scrollIntoView({ block: "nearest" });
  };
  return async (request) => {
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
  };
}

function renderAnswer({ headers }: Response, body: string): Html {
  const note = headers.get("sandbox-note");
  const said = note !== null && html`<p class="note"><b>The sandbox says:</b> ${note}</p>`;
  const code = html`<pre><code>${new Html(highlighted(body, "json"))}</code></pre>`;
  return html`${said}${code}${folded("Headers", linesOf(Object.fromEntries(headers)))}`;
}
