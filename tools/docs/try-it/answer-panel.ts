import { byStatus } from "../../../src/by-status.js";
import type { Call } from "../call-data.js";
import { codeBlock } from "../highlight.js";
import { copyButton, folded, type Html, html } from "../html.js";
import type { SentRequest } from "../request-samples.js";
import { type Fault, type Refusal, refusalIn } from "./refusal.js";
import { linesOf, readable, sandbox, sendToSandbox } from "./sandbox-in-page.js";
import { subscriptionTable } from "./subscription-table.js";

/** What each status means: an answer that was made in the page does not say so. The build puts it here. */
declare const REASONS: Readonly<Record<number, string | undefined>>;

/** Anchor of what is said of errors. The build puts it here, too. */
declare const ERRORS: string;

/** Where the answer to a request is shown. */
interface AnswerPanel {
  /** Sends a request, shows the answer, and returns what is wrong with the request. */
  send(request: SentRequest): Promise<readonly Fault[]>;
  /** Dims the answer if it is to another request than this one, and says so. */
  compare(request: SentRequest): void;
  /** Resets the sandbox, and says so in place of all answers. */
  reset(): void;
}

/**
 * Makes the panel for answers.
 *
 * @param call - The operation that is sent.
 * @param place - Puts the panel into the page.
 */
export function createAnswer(call: Call, place: (panel: HTMLElement) => void): AnswerPanel {
  const panel = document.createElement("div");
  panel.innerHTML = String(html`<div class="head"><p role="status"></p>${copyButton("the answer")}</div><div></div>`);
  const [status, answer] = [panel.querySelector("p"), panel.lastElementChild];
  let sent = "";
  let about = "";
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
        const text = await response.text();
        const time = Math.max(1, Math.round(performance.now() - start));
        const title = `${response.status} ${REASONS[response.status] ?? ""}`;
        const about = `${time} ms, from the sandbox in this page`;
        if (response.ok) {
          show(title, "success", about, renderSuccess(response, text));
          return [];
        }
        const refusal = refusalIn(response.status, text);
        const content = renderRefusal(refusal, byStatus(call.failures, response.status) ?? false, response, text);
        show(title, "failure", about, content);
        return refusal.faults;
      } catch (error) {
        // A header may hold no other characters than those of Latin-1.
        show("Not sent", "failure", error instanceof Error ? error.message : String(error));
        return [];
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

function renderSuccess({ headers }: Response, text: string): Html {
  const note = headers.get("sandbox-note");
  const said = note !== null && html`<p class="note"><b>The sandbox says:</b> ${note}</p>`;
  return html`${said}${codeBlock(readable(text), "json")}${renderHeaders(headers)}`;
}

/** A refusal: first in words, and then as it was sent. */
function renderRefusal({ said, faults }: Refusal, isDeclared: boolean, { headers }: Response, text: string): Html {
  const messages = faults.length > 0 ? faults.map(({ message }) => message) : [headers.get("sandbox-note") ?? said];
  const list = html`<ul class="said">${messages.map((message) => html`<li>${message}</li>`)}</ul>`;
  const form =
    !isDeclared &&
    html`<p class="about">The form of this answer is the sandbox's own: <a href="#${ERRORS}">the service's errors are not specified</a>.</p>`;
  const type = headers.get("content-type") ?? "";
  const body = text && html`<details><summary>Body: ${type}</summary>${codeBlock(readable(text), "json")}</details>`;
  return html`<div class="note">${list}${form}</div>${body}${renderHeaders(headers)}`;
}

function renderHeaders(headers: Headers): Html {
  const lines = linesOf(Object.fromEntries(headers));
  return folded(`Headers: ${lines.split("\n").length}`, lines);
}
